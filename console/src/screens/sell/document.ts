import type { Doc } from '../../api/types.ts';
import type { Returnable } from './return-fields.ts';

/** Actions on a document need more fields than a list shows. */
export type FullDoc = Doc & {
  readonly version: number;
  readonly client_id: string | null;
  readonly title: string | null;
  readonly valid_until: string | null;
  readonly sale_number: string | null;
  readonly amount_paid: string | null;
  readonly accepted_by: string | null;
  readonly decline_reason: string | null;
  readonly void_reason: string | null;
  readonly issue_at: string | null;
  readonly issue_problem: string | null;
  readonly sent_at: string | null;
  readonly viewed_at: string | null;
  readonly submitted_by: Person | null;
  readonly submit_note: string | null;
  readonly rejected_by: Person | null;
  readonly reject_reason: string | null;
  readonly recurring_id: string | null;
  readonly corrects_document_id: string | null;
  readonly prices_include_tax: boolean;
  readonly cash_rounding: boolean;
  readonly rate_source: string | null;
  readonly exchange_rate: string | null;
  readonly supply_date: string | null;
  readonly payment_schedule: readonly Part[];
  readonly discounts: readonly Discount[];
  readonly charges: readonly Charge[];
  readonly deposits: readonly { readonly document_id: string }[] | null;
  readonly project: string | null;
  readonly footer: string | null;
  readonly language: string | null;
  readonly template_id: string | null;
  readonly lines: readonly Returnable[];
  readonly attachments: readonly { readonly file_id: string; readonly name: string }[];
};

type Person = { readonly name: string };
type Part = Readonly<Record<'due_date' | 'kind' | 'amount', string>> & { readonly percent: string | null };
type Discount = Readonly<Record<'type' | 'value' | 'applies', string>> & {
  readonly name: string | null;
  readonly lines: readonly number[] | null;
};
type Charge = Readonly<Record<'kind' | 'amount', string>> & {
  readonly name: string | null;
  readonly tax_rate_ids: readonly string[];
};

/** Documents that claim money: they can be reminded of, credited and paid. */
export const isClaim = ({ type }: Pick<Doc, 'type'>): boolean =>
  ['invoice', 'deposit_invoice', 'debit_note'].includes(type);
export const isDraft = ({ status }: Pick<Doc, 'status'>): boolean =>
  ['draft', 'scheduled', 'submitted', 'rejected'].includes(status);
export const isVoid = ({ status }: Pick<Doc, 'status'>): boolean => status === 'void' || status === 'cancelled';

/** A document is overdue before it is anything else. */
export const documentState = ({ status, is_overdue }: Pick<Doc, 'status' | 'is_overdue'>): string =>
  is_overdue ? 'overdue' : status;

/** Terms of a saved draft that its form does not show; undefined for drafts that take their lines from elsewhere. */
export function termsOf(doc: FullDoc): object | undefined {
  const { type, currency, prices_include_tax, cash_rounding, project, footer, language, template_id } = doc;
  const own = { type, currency, prices_include_tax, cash_rounding, project, footer, language, template_id };
  // Emptied, it says nothing: left out, the usual text would stand there.
  const terms = { ...own, title: null, buyer_reference: null, po_number: null, notes: null, terms: null };
  const priced = {
    discounts: doc.discounts.map(({ type: kind, value, applies, name, lines }) => {
      return { type: kind, value, applies, name, lines };
    }),
    charges: doc.charges.map(({ kind, amount, name, tax_rate_ids }) => ({ kind, amount, name, tax_rate_ids })),
  };
  if (type === 'quote' || type === 'proforma') return { ...terms, ...priced, valid_until: null };
  if (type !== 'invoice') return undefined;
  const { supply_date, deposits, payment_schedule: parts } = doc;
  return {
    ...terms,
    ...priced,
    ...(supply_date !== null && { supply_date }),
    ...(doc.rate_source === 'given' && { exchange_rate: doc.exchange_rate }),
    ...(deposits !== null && { deposit_ids: deposits.map(({ document_id }) => document_id) }),
    ...(parts.length > 0 && {
      // The last part takes what is left, unless somebody said its share.
      payment_schedule: parts.map(({ due_date, kind, percent, amount }, at) => {
        const share = percent !== null ? { percent } : at === parts.length - 1 ? {} : { amount };
        return { due_date, kind, ...share };
      }),
    }),
  };
}
