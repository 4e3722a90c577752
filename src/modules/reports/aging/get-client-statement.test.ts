import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

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
    current: '0.00',
    days_1_30: '0.00',
    days_31_60: '0.00',
    days_61_90: '0.00',
    over_90_days: '0.00',
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

test('what came back, what was paid back and what was given up each have a row of their own', async () => {
  const bea = await shop.client({ display_name: 'Bea' });
  on('2026-04-01');
  const sale = await shop.sold('0', {
    client_id: bea.id,
    lines: [{ name: 'Lamp', quantity: '4', unit_price: '25.00' }],
  });
  const lost = await shop.sold('30.00', { client_id: bea.id });
  on('2026-04-02');
  const paid = await shop.pay(sale);
  on('2026-04-03');
  const lines = [{ line_id: sale.lines[0].id, quantity: '2' }];
  // The overpayment is credit now, and part of it is refunded.
  const returned = await shop.keyed('return_sale', { id: sale.id, lines });
  on('2026-04-04');
  const refund = await shop.keyed('refund_payment', { id: paid.id, amount: '45.00' });
  on('2026-04-05');
  await shop.keyed('write_off_sale', { id: lost.id, reason: 'Gone' });
  on('2026-04-06');
  await shop.keyed('pay_sale', { id: lost.id, method: 'Cash', amount: '10.00' });
  const april = { from: '2026-04-01', to: '2026-04-30', client_id: bea.id };
  const { rows, closing, ageing } = await statement(april);
  assert.deepEqual(rows.map((row: Wire) => [row.date, row.kind, row.number, row.amount, row.balance]).slice(0, 6), [
    ['2026-04-01', 'sale', sale.number, '100.00', '100.00'],
    ['2026-04-01', 'sale', lost.number, '30.00', '130.00'],
    ['2026-04-02', 'payment', paid.number, '-100.00', '30.00'],
    ['2026-04-03', 'return', returned.number, '-50.00', '-20.00'],
    ['2026-04-04', 'refund', refund.number, '45.00', '25.00'],
    ['2026-04-05', 'write_off', lost.number, '-30.00', '-5.00'],
  ]);
  const late = rows.slice(6).map((row: Wire) => [row.kind, row.amount]);
  assert.deepEqual(late.toSorted(), [
    ['payment', '-10.00'],
    ['write_off', '10.00'],
  ]);
  assert.deepEqual([closing, ageing.credit, rows[4].source], ['-5.00', '5.00', refund.id]);
  const forward = await statement({ ...april, type: 'balance_forward' });
  assert.deepEqual(
    forward.rows.map((row: Wire) => [row.kind, row.amount]),
    [
      ['sale', '130.00'],
      ['return', '-50.00'],
      ['payment', '-110.00'],
      ['refund', '45.00'],
      ['write_off', '-20.00'],
    ],
  );
  const open = await statement({ ...april, type: 'outstanding_only' });
  assert.deepEqual(
    open.rows.map((row: Wire) => [row.kind, row.number, row.amount]),
    [['credit', paid.number, '-5.00']],
  );
  await shop.booksAgree();
});

test('there is no statement of nobody, nor of a client of others', async () => {
  const stranger = world.call('get_client_statement', { client_id: ann.id }, { as: world.rival });
  await assert.rejects(stranger, refused('not_found'));
  await assert.rejects(world.call('get_client_statement', {}), refused('validation_failed'));
});
