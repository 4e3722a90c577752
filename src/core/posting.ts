/** The posting rules: what each event of business does to the books. They say which accounts by role, never by id. */
import type { PostingHeader } from './account.ts';
import { type Entry, entry, negateLines } from './entry.ts';

export type { PostingHeader } from './account.ts';
export * from './posting-expense.ts';
export * from './posting-payment.ts';
export * from './posting-sale.ts';
export * from './posting-stock.ts';
export * from './posting-vat.ts';

/**
 * Takes back the entry with this id on the day that the header says, which is an open one.
 *
 * The entry itself stays: the books of its day were right when they were read.
 */
export function reversalOf(original: Entry, reversesId: string, header: PostingHeader): Entry {
  return entry({ ...header, kind: 'reversal', reversesId }, negateLines(original.lines));
}
