import { z } from 'zod';
import { addDays, type Day } from '../../core/calendar.ts';
import { amountOf, centsOf } from './cents.ts';
import type { Shop } from './shop.ts';

/** Opening balances: bank, till, and the loan for the press and the guillotine. */
const before = [
  { account_code: '1010', debit: '14250.00' },
  { account_code: '1000', debit: '250.00' },
  { account_code: '2500', credit: '6000.00' },
];
/** Float kept in the till, in cents, and the multiple of banknotes. */
const [float, notes] = [25_000n, 5_000n];
/** Fee of the card processor, in hundredths of a percent. */
const [cardFee, whole] = [140n, 10_000n];

/** Takes over what the books of the years before left. */
export async function takeOver(shop: Shop, first: Day): Promise<void> {
  await shop.clerk.does('set_opening_balances', { date: addDays(first, -1), balances: before }, z.unknown());
}

const Balances = z.object({
  rows: z.array(z.object({ account_id: z.string(), code: z.string(), closing: z.string() })),
});

/** Once a week cards are paid out, less their fee, and what the till does not need is taken to the bank. */
export async function bank(shop: Shop, day: Day): Promise<void> {
  const { rows } = await shop.clerk.does('get_trial_balance', { from: day, to: day }, Balances);
  const at = (code: string) => rows.find((row) => row.code === code);
  const [till, toBank, cards] = [at('1000'), at('1010'), at('1030')];
  if (toBank === undefined) return;
  const move = async (from: string, amount: bigint, more: object) => {
    if (amount <= 0n) return;
    const input = { from_account_id: from, to_account_id: toBank.account_id, amount: amountOf(amount), ...more };
    await shop.clerk.does('create_transfer', input, z.unknown());
  };
  if (cards !== undefined) {
    const taken = centsOf(cards.closing);
    await move(cards.account_id, taken, { fee_amount: amountOf((taken * cardFee) / whole), reference: `Cards ${day}` });
  }
  if (till !== undefined) {
    const spare = ((centsOf(till.closing) - float) / notes) * notes;
    await move(till.account_id, spare, { reference: `Till ${day}` });
  }
}
