import { addMonths, type Day, laterOf } from '../../../core/calendar.ts';
import { dueDateOf } from '../../../core/payment-terms.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import type { SaleRow } from '../sale-row.ts';
import { redated } from './early-discounts.ts';
import type { StoredSale } from '../store.ts';

type Due = Pick<SaleRow, 'sale_date' | 'due_date' | 'payment_schedule' | 'payment_terms' | 'early_discounts'>;

/**
 * A sale that is due by payment terms, which count from this day: that of its invoice, or its own where it has none.
 * Nothing is due before it is sold, and what was said in days stays. Its early-payment discounts count from it too.
 */
export function dueFrom<Sale extends Due>(given: Sale, from: Day): Sale {
  const sale = { ...given, early_discounts: redated(given.early_discounts, from) };
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
  const { due_date, payment_schedule, early_discounts } = dueFrom(before, from);
  const dates = (row: Due) => JSON.stringify([row.due_date, row.payment_schedule, row.early_discounts]);
  const change = { due_date, payment_schedule, early_discounts };
  if (dates({ ...before, ...change }) === dates(before)) return sale;
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update sales set due_date = ${due_date}, payment_schedule = ${JSON.stringify(payment_schedule)},
      early_discounts = ${JSON.stringify(early_discounts)},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const row = { ...before, ...change, version: before.version + 1, updated_at: now, updated_by: stamp };
  return { row, lines };
}
