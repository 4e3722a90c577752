export type EntryLine = {
  readonly position: number;
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly side: 'debit' | 'credit';
  readonly amount: string;
  readonly memo: string | null;
};
export type Entry = {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly entry_date: string;
  readonly kind: string;
  readonly memo: string;
  readonly total: string;
  readonly currency: string;
  readonly source: { readonly type: string; readonly id: string } | null;
  readonly reverses_id: string | null;
  readonly reversed_by_id: string | null;
  readonly version: number;
  readonly lines: readonly EntryLine[];
};
