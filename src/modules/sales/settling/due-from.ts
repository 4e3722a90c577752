import { addMonths, type Day, laterOf } from '../../../core/calendar.ts';
import { dueDateOf } from '../../../core/payment-terms.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import type { SaleRow } from '../sale-row.ts';
import type { StoredSale } from '../store.ts';

type Due = Pick<SaleRow, 'sale_date' | 'due_date' | 'payment_schedule' | 'payment_terms'>;

/**
 * A sale that is due by payment terms, which count from this day: that of its invoice, or its own where it has none.
 * Nothing is due before it is sold, and what was said in days stays.
 */
export function dueFrom<Sale extends Due>(sale: Sale, from: Day): Sale {
  const { payment_terms: terms, payment_schedule: parts, sale_date: sold } = sale;
  if (terms === null) return sale;
  const dated = parts.map((part, index) => ({ ...part, due_date: laterOf(addMonths(from, index + 1), sold) }));
  return {
    ...sale,
    payment_schedule: dated,
    due_date: dated.at(-1)?.due_date ?? laterOf(dueDateOf(from, terms), sold),
  };
}

/** The same of a locked sale, written without waiting. */
export function redateSale(context: Context, sale: StoredSale, from: Day): StoredSale {
  const { row: before, lines } = sale;
  const { due_date, payment_schedule } = dueFrom(before, from);
  if (due_date === before.due_date && JSON.stringify(payment_schedule) === JSON.stringify(before.payment_schedule)) {
    return sale;
  }
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update sales set due_date = ${due_date}, payment_schedule = ${JSON.stringify(payment_schedule)},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const change = { due_date, payment_schedule, updated_at: now, updated_by: stamp };
  return { row: { ...before, ...change, version: before.version + 1 }, lines };
}
