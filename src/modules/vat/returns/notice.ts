import type { ReturnRow } from './vat-return.ts';

/** What events tell of a return. */
export function noticeOf(
  { id, scheme, period_from, period_to, version }: ReturnRow,
  status: 'draft' | 'filed' | 'settled' | 'paid',
) {
  return { id, scheme, period_from, period_to, version, status };
}
