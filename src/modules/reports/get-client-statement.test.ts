import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

on('2026-01-10');
const ann = await shop.client({ display_name: 'Ann' });
const other = await shop.client();
const sell = (price: string, due: string) => shop.sold(price, { client_id: ann.id, due_date: due });
await sell('100.00', '2026-01-31');
await shop.sold('999.00', { client_id: other.id });
on('2026-02-10');
const second = await sell('40.00', '2026-03-10');
await shop.keyed('create_payment', { client_id: ann.id, method: 'Bank transfer', amount: '60.00' });
on('2026-02-20');
await shop.keyed('create_payment', { client_id: ann.id, method: 'Bank transfer', amount: '100.00' });
on('2026-03-20');

const statement = (input: object): Promise<Wire> => world.call('get_client_statement', { client_id: ann.id, ...input });
const february = { from: '2026-02-01', to: '2026-02-28' };

test('activity is every entry of the range, from the balance before to the balance after', async () => {
  const report = await statement(february);
  assert.deepEqual([report.client, report.opening, report.closing], ['Ann', '100.00', '-20.00']);
  assert.deepEqual(
    report.rows.map((row: Wire) => [row.date, row.kind, row.amount, row.balance]),
    [
      ['2026-02-10', 'sale', '40.00', '140.00'],
      ['2026-02-10', 'payment', '-60.00', '80.00'],
      ['2026-02-20', 'payment', '-100.00', '-20.00'],
    ],
  );
  assert.equal(report.rows[0].source, second.id);
  assert.equal(report.rows[0].number, second.number);
  assert.deepEqual(report.ageing, {
    ...{ current: '0.00', days_1_30: '0.00', days_31_60: '0.00', days_61_90: '0.00', over_90_days: '0.00' },
    credit: '20.00',
  });
});

test('what is outstanding is what was still to pay on the last day, the first due first', async () => {
  const report = await statement({ from: '2026-02-01', to: '2026-02-15', type: 'outstanding_only' });
  assert.deepEqual(
    report.rows.map((row: Wire) => [row.kind, row.due_date, row.amount, row.balance]),
    [
      ['sale', '2026-01-31', '40.00', '40.00'],
      ['sale', '2026-03-10', '40.00', '80.00'],
    ],
  );
  assert.equal(report.ageing.days_1_30, '40.00');
  assert.equal(report.ageing.current, '40.00');
});

test('a balance forward sums the range up by kind', async () => {
  const { rows, opening, closing } = await statement({ ...february, type: 'balance_forward' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.kind, row.amount, row.balance]),
    [
      ['sale', '40.00', '140.00'],
      ['payment', '-160.00', '-20.00'],
    ],
  );
  assert.deepEqual([opening, closing], ['100.00', '-20.00']);
});

test('there is no statement of nobody, nor of a client of others', async () => {
  const stranger = world.call('get_client_statement', { client_id: ann.id }, { as: world.rival });
  await assert.rejects(stranger, refused('not_found'));
  await assert.rejects(world.call('get_client_statement', {}), refused('validation_failed'));
});
