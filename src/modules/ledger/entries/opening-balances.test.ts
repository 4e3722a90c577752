import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';

const world = await createWorld();
world.setNow('2026-04-15T10:00:00Z');
const { call } = world;

async function founded(): Promise<{
  as: Actor;
  shop: ReturnType<typeof shopOf>;
  open: (more: object) => Promise<Wire>;
}> {
  const as = await world.found('Moving in');
  const shop = shopOf(world, as);
  return { as, shop, open: (more) => shop.keyed('set_opening_balances', { date: '2026-03-31', ...more }) };
}

test('the balances of other books are taken over in one step, and the rest is on Opening balances', async () => {
  const { shop, open } = await founded();
  const { entry, difference } = await open({
    balances: [
      { account_code: '1010', debit: '10000.00' },
      { account_code: '2500', credit: '4000.00' },
    ],
  });
  assert.deepEqual([entry.kind, entry.entry_date, difference], ['opening', '2026-03-31', '-6000.00']);
  assert.equal(await shop.balance('1010'), 10_000_00n);
  assert.equal(await shop.balance('3100'), -6_000_00n);
});

test('taken over again with other figures, only the change is posted, and nothing where there is none', async () => {
  const { shop, open } = await founded();
  await open({ balances: [{ account_code: '1010', debit: '10000.00' }] });
  const corrected = { balances: [{ account_code: '1010', debit: '9000.00' }] };
  assert.equal((await open(corrected)).difference, '1000.00');
  assert.equal((await open(corrected)).entry, null);
  assert.equal(await shop.balance('1010'), 9_000_00n);
  assert.equal(await shop.balance('3100'), -9_000_00n);
});

test('what is owed is named as the open invoices have it, and is never entered beside them', async () => {
  const { shop, open } = await founded();
  await shop.sold('119.00', { sale_date: '2026-03-20' });
  const balances = [
    { account_code: '1010', debit: '100.00' },
    { account_code: '1100', debit: '150.00' },
  ];
  await assert.rejects(
    open({ balances }),
    refused('control_account', (details) => {
      assert.deepEqual([details.account, details.balance, details.missing], ['1100', '119.00', '31.00']);
      assert.equal(details.errors[0].pointer, '/balances/1');
    }),
  );
  await shop.sold('31.00', { sale_date: '2026-03-21' });
  const { entry } = await open({ balances });
  assert.deepEqual(
    entry.lines.map((line: Wire) => line.account_code),
    ['1010', '3100'],
  );
  assert.equal(await shop.balance('1100'), 150_00n);
  await shop.booksAgree();
});

test('income is taken over as the old trial balance has it, whatever the open invoices have brought in', async () => {
  const { shop, open } = await founded();
  await shop.sold('100.00', { sale_date: '2025-12-20' });
  await shop.sold('40.00', { sale_date: '2026-02-20' });
  await open({
    balances: [
      { account_code: '1100', debit: '140.00' },
      { account_code: '1010', debit: '860.00' },
      { account_code: '4000', credit: '500.00' },
      { account_code: '3200', credit: '300.00' },
      { account_code: '3000', credit: '200.00' },
    ],
  });
  // 40 of the income of this year and 100 of the retained earnings were there already, with the invoices.
  assert.equal(await shop.balance('4000'), -(500_00n + 100_00n));
  assert.equal(await shop.balance('3200'), -200_00n);
  assert.equal(await shop.balance('3100'), 0n);
});

test('balances that cannot be taken over are refused with their place', async () => {
  const { as, open } = await founded();
  const one = { account_code: '1010', debit: '1.00' };
  const unfit = (code: string, pointer: string) =>
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual([errors[0].code, errors[0].pointer], [code, pointer]),
    );
  await assert.rejects(open({ balances: [one, one] }), unfit('repeated', '/balances/1'));
  await assert.rejects(
    open({ balances: [{ account_code: '3100', credit: '1' }] }),
    unfit('difference_account', '/balances/0'),
  );
  await assert.rejects(open({ balances: [one], date: '2026-04-16' }), unfit('in_future', '/date'));
  await assert.rejects(open({ balances: [{ account_code: '9999', debit: '1' }] }), refused('not_found'));
  await call('set_period_locks', { soft: '2026-03-31' }, { as });
  await assert.rejects(open({ balances: [one] }), refused('period_locked'));
});
