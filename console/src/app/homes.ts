/** Pages of records, by the prefix of their id. */
const homes: Readonly<Record<string, (id: string) => string>> = {
  sale: (id) => `/sales/${id}`,
  doc: (id) => `/documents/${id}`,
  client: (id) => `/clients/${id}`,
  pay: (id) => `/payments?open=${id}`,
  refund: (id) => `/refunds?open=${id}`,
  exp: (id) => `/expenses?open=${id}`,
  plan: (id) => `/scheduled-payments?open=${id}`,
  pfile: (id) => `/payment-files?open=${id}`,
  spay: (id) => `/supplier-payments?open=${id}`,
  mtr: (id) => `/transfers?open=${id}`,
  odoc: (id) => `/other-documents?open=${id}`,
  sched: (id) => `/schedules?open=${id}`,
  budg: (id) => `/budgets?open=${id}`,
  dim: (id) => `/dimensions?open=${id}`,
  dimv: (id) => `/dimension-values?open=${id}`,
  asset: (id) => `/assets?open=${id}`,
  reval: (id) => `/revaluations?open=${id}`,
  accr: (id) => `/accruals?open=${id}`,
  vret: (id) => `/vat/${id}`,
  je: (id) => `/journal?open=${id}`,
};

/** Nothing for records that have no screen. */
export function homeOf(id: string | null): string | undefined {
  if (id === null) return undefined;
  return homes[id.slice(0, id.lastIndexOf('_'))]?.(id);
}
