import type { ReturnRow } from './vat-return.ts';

/** Payload of the events of a VAT return. */
export function noticeOf(
  { id, scheme, period_from, period_to, version }: ReturnRow,
  status: 'draft' | 'filed' | 'settled' | 'paid',
) {
  return { id, scheme, period_from, period_to, version, status };
}
