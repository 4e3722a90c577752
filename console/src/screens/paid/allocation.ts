import type { SaleRow } from '../../api/types.ts';
import { isNothing, minus, plus } from '../../kit/values.ts';

export type Open = Pick<SaleRow, 'id' | 'number' | 'sale_date' | 'due_date' | 'amount_due' | 'currency' | 'is_overdue'>;

const isMore = (one: string, other: string): boolean => minus(other, one).startsWith('-');

/** The sales that are due first are settled first, as far as the money goes. */
export function suggested(amount: string | undefined, open: readonly Open[]): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  let left = amount ?? '0';
  for (const { id, amount_due } of open) {
    if (isNothing(left)) break;
    const part = isMore(left, amount_due) ? amount_due : left;
    parts.set(id, part);
    left = minus(left, part);
  }
  return parts;
}

export function total(amounts: Iterable<string>): string {
  return [...amounts].reduce((sum, amount) => plus(sum, amount), '0');
}
