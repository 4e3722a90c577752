/** Money in another currency leaves an account at what the account has it on the books for, by a model beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { diceOf } from '../../../../test/support/dice.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { divide } from '../../../core/rounding.ts';

const world = await createWorld();
world.setNow('2026-12-01T12:00:00Z');

type Held = { readonly amount: bigint; readonly base: bigint };

/** What an account holds after money of a day's worth has come or gone: a moving average, on either side of nothing. */
function after({ amount, base }: Held, moved: Held): Held {
  const left = amount + moved.amount;
  if (left === 0n) return { amount: 0n, base: 0n };
  const isReduced = amount !== 0n && amount > 0n !== moved.amount > 0n;
  if (!isReduced) return { amount: left, base: base + moved.base };
  const isCrossed = left > 0n !== amount > 0n;
  return isCrossed
    ? { amount: left, base: divide(moved.base * left, moved.amount, 'half_up') }
    : { amount: left, base: base + divide(base * moved.amount, amount, 'half_up') };
}

test('an account of dollars has what the model has, whatever comes, goes and is taken back', longTest, async (t) => {
  const as = await world.found('Dollars');
  const shop = shopOf(world, as);
  const { owed, pay, balance, keyed, booksAgree } = createExpenseFixture(world, as);
  const dice = diceOf(7);
  let held: Held = { amount: 0n, base: 0n };
  for (let step = 0; step < 40; step += 1) {
    const cents = BigInt(1 + dice.below(90_000));
    const rate = `0.${700 + dice.below(300)}`;
    const worth = divide(cents * BigInt(rate.slice(2)), 1_000n, 'half_up');
    const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
    const isIn = dice.below(2) === 1;
    const given = { currency: 'USD', exchange_rate: rate };
    const before = held;
    let taken: () => Promise<unknown>;
    if (isIn) {
      const { id } = await shop.pay(await shop.sold(amount, given), { exchange_rate: rate });
      taken = () => keyed('void_payment', { id });
    } else {
      const bill = await pay(await owed(amount, given), { exchange_rate: rate });
      taken = () => keyed('void_expense_payment', { id: bill.payments.at(-1)?.id });
    }
    held = after(held, isIn ? { amount: cents, base: worth } : { amount: -cents, base: -worth });
    assert.equal(await balance('1010'), held.base, `step ${step}: ${isIn ? '+' : '-'}${amount} at ${rate}`);
    if (dice.below(4) === 0) {
      await taken();
      held = before;
      assert.equal(await balance('1010'), held.base, `step ${step}, taken back`);
    }
  }
  await booksAgree();
  const { checks } = await world.call('check_books', {}, { as });
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
  t.diagnostic(`${held.amount} cents of dollars for ${held.base}`);
});

test('control: without the policy the balance is another one', async () => {
  const as = await world.found('By the day');
  const shop = shopOf(world, as);
  const { owed, pay, balance } = createExpenseFixture(world, as);
  const { data } = await world.call('list_accounts', { q: '1010' }, { as });
  const { id } = data.find(({ code }: Wire) => code === '1010');
  await world.call('update_account', { id, currency_outflow: 'day' }, { as });
  const at = (exchange_rate: string) => ({ currency: 'USD', exchange_rate });
  await shop.pay(await shop.sold('100', at('0.90')), { exchange_rate: '0.90' });
  await pay(await owed('60', at('0.95')), { exchange_rate: '0.95' });
  assert.equal(await balance('1010'), 3_300n);
  await pay(await owed('40', at('0.95')), { exchange_rate: '0.95' });
  assert.equal(await balance('1010'), 0n, 'nothing is worth nothing');
});
