import { addDays, type Day, dayOfWeek } from '../../core/calendar.ts';
import type { Agenda } from './agenda.ts';
import { amountOf, centsOf } from './cents.ts';
import { Made, type Owed, type Shop } from './shop.ts';

type Owing = { readonly sale: Owed; readonly customer: Shop['businesses'][number] };

const saturday = 6;
/** Multiple of a rounded payment, in cents. */
const roundedUpTo = 5_000n;
/** Smallest credit left by a rounded payment. */
const leastCredit = 2_000n;

/** Arranges when a sale on account is paid, as its client is in the habit of paying. */
export function settleLater(shop: Shop, agenda: Agenda, { sale, customer }: Owing): void {
  const { chance } = shop;
  const { habit } = customer.business;
  if (habit === 'prompt') agenda.note(bankDay(sale.due_date, -chance.between(0, 6)), () => transfer(shop, sale));
  if (habit === 'late') agenda.note(bankDay(sale.due_date, chance.between(4, 38)), () => transfer(shop, sale));
  if (habit === 'monthly') shop.owing.push({ sale, customer });
  if (habit !== 'parts') return;
  const total = centsOf(sale.amount_due);
  const first = (total * BigInt(chance.between(35, 60))) / 100n;
  agenda.note(bankDay(sale.due_date, chance.between(-3, 5)), () => transfer(shop, sale, amountOf(first)));
  // Most bring the rest a month later; of some one waits for it still.
  const isSettled = chance.happens(85);
  agenda.note(bankDay(sale.due_date, 30 + chance.between(0, 10)), async () => {
    if (isSettled) await transfer(shop, sale);
  });
}

/** One transfer for all that is owed by each of those who pay so. */
export async function payMonthly(shop: Shop, day: Day): Promise<void> {
  const payers = new Set(shop.owing.map(({ customer }) => customer));
  for (const customer of payers) {
    const sales = shop.owing.filter((one) => one.customer === customer).map(({ sale }) => sale);
    const owed = sales.reduce((sum, { amount_due: due }) => sum + centsOf(due), 0n);
    const paid = shop.nextRoundsUp ? ((owed + leastCredit) / roundedUpTo + 1n) * roundedUpTo : owed;
    shop.nextRoundsUp = false;
    const input = { client_id: customer.id, amount: amountOf(paid), method: 'Bank transfer' };
    const reference = `${customer.business.name.slice(0, 20)} ${day.slice(0, 7)}`;
    await shop.clerk.does('create_payment', { ...input, reference }, Made);
  }
  shop.owing.length = 0;
}

async function transfer({ clerk }: Shop, sale: Owed, amount?: string): Promise<void> {
  const reference = `+++${sale.number}+++`;
  const input = { id: sale.id, method: 'Bank transfer', ...(amount === undefined ? {} : { amount, reference }) };
  await clerk.does('pay_sale', input, Made);
}

/** Banks book on weekdays. */
function bankDay(from: Day, days: number): Day {
  const day = addDays(from, days);
  return dayOfWeek(day) < saturday ? day : addDays(day, 2);
}
