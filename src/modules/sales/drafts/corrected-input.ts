import { type Day, laterOf } from '../../../core/calendar.ts';
import { discountedUntil } from '../../../core/early-discount.ts';
import type { Context } from '../../../operation/operation.ts';
import { sent } from '../../../wire/patch.ts';
import { withoutClientTerms } from '../pricing/client-terms.ts';
import type { SaleRow } from '../sale-row.ts';
import { earlyDiscountGiven } from '../settling/early-discounts.ts';
import type { StoredSale } from '../store.ts';
import type { SaleInput } from './sale-input.ts';
import { givenRate, inputOf, newLines } from './stored-input.ts';

type Changes = Partial<SaleInput> & { readonly sale_date: Day };

/**
 * The input of a sale in the place of one that is returned: as that was, on another day, but for the changes. Another
 * client comes with other terms, as in a draft that is changed; the exchange rate stays with the currency, so that a
 * mere correction makes no gain or loss.
 */
export async function correctedInput(context: Context, sale: StoredSale, changes: Changes): Promise<SaleInput> {
  const { row } = sale;
  const { external_id: _, metadata: __, ...before } = inputOf(sale);
  const { client_id: clientId = row.client_id, currency = row.currency } = changes;
  const terms = clientId === row.client_id ? dueAgain(row, changes) : await openTerms(context, sale);
  const rate = currency === row.currency ? givenRate(row.exchange_rate) : undefined;
  const input: SaleInput = { ...before, exchange_rate: rate, ...terms, ...sent(changes) };
  return { ...input, lines: newLines(input.lines) };
}

type Due = Pick<SaleInput, 'due_terms' | 'due_date' | 'payment_schedule' | 'instalments' | 'early_discounts'>;

const open: Due = { due_date: undefined, payment_schedule: undefined };

async function openTerms(context: Context, sale: StoredSale): Promise<Partial<SaleInput>> {
  return { ...(await withoutClientTerms(context, sale)), ...open };
}

/** Due by the same terms from its own day; what was said by date stays, though nothing is due before it is sold. */
function dueAgain(row: SaleRow, { sale_date: from, due_date, payment_schedule, instalments }: Changes): Due {
  if (payment_schedule !== undefined || instalments !== undefined) return open;
  if (due_date !== undefined) return { ...open, early_discounts: earlyAgain(row, from, due_date) };
  const { payment_terms: terms } = row;
  if (terms !== null) return { ...open, due_terms: terms, early_discounts: earlyAgain(row, from) };
  const parts = inputOf({ row, lines: [] }).payment_schedule ?? [];
  const schedule = parts.map((part) => ({ ...part, due_date: laterOf(part.due_date, from) }));
  if (schedule.length > 0) return { due_date: undefined, payment_schedule: schedule };
  const due = laterOf(row.due_date, from);
  return { ...open, due_date: due, early_discounts: earlyAgain(row, from, due) };
}

/** Early-payment discounts that end by the due date. */
function earlyAgain({ early_discounts: tiers }: SaleRow, from: Day, due?: Day): SaleInput['early_discounts'] {
  return tiers.filter(({ days }) => due === undefined || discountedUntil(from, days) <= due).map(earlyDiscountGiven);
}
