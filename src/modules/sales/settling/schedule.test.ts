import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { ana, call } = world;
const as = { as: ana };
const shop = shopOf(world);
world.setNow('2026-01-15T12:00:00Z');

const parts = (sale: Wire) => sale.payment_schedule.map((part: Wire) => [part.due_date, part.amount, part.amount_due]);
const deposit = { due_date: '2026-01-15', kind: 'deposit', percent: '30' };
const balance = { due_date: '2026-03-01', kind: 'balance' };

describe('a sale in parts', () => {
  test('a deposit and the rest come to the total; the sale is due with the last of them', async () => {
    const sale = await shop.sold('99.99', { payment_schedule: [deposit, balance] });
    assert.deepEqual(parts(sale), [
      ['2026-01-15', '30.00', '30.00'],
      ['2026-03-01', '69.99', '69.99'],
    ]);
    assert.deepEqual([sale.due_date, sale.next_due_date, sale.is_overdue], ['2026-03-01', '2026-01-15', false]);
  });

  test('payments settle the first due part first, and it is overdue as long as that is not paid', async () => {
    const sale = await shop.sold('100.00', { payment_schedule: [deposit, balance] });
    world.setNow('2026-01-16T12:00:00Z');
    const late = await shop.sale(sale);
    assert.deepEqual([late.is_overdue, late.payment_schedule[0].is_overdue], [true, true]);
    const overdue = async () =>
      (await call('list_sales', { overdue: true, client_id: sale.client_id }, as)).data.map(({ id }: Wire) => id);
    assert.deepEqual(await overdue(), [sale.id]);
    const owed = await call('get_client_balances', { id: sale.client_id }, as);
    assert.match(JSON.stringify(owed), /"overdue":"30.00"/);
    await shop.pay(sale, { amount: '45.00' });
    const paid = await shop.sale(sale);
    assert.deepEqual(parts(paid), [
      ['2026-01-15', '30.00', '0.00'],
      ['2026-03-01', '70.00', '55.00'],
    ]);
    assert.deepEqual([paid.next_due_date, paid.is_overdue, await overdue()], ['2026-03-01', false, []]);
    world.setNow('2026-01-15T12:00:00Z');
  });

  test('one payment settles the parts of several sales in the order in which they are due', async () => {
    const client = await shop.client();
    const first = await shop.sold('100.00', {
      client_id: client.id,
      payment_schedule: [deposit, { due_date: '2026-06-01', kind: 'balance' }],
    });
    const second = await shop.sold('50.00', { client_id: client.id, due_date: '2026-02-01' });
    await shop.keyed('create_payment', { client_id: client.id, method: 'Bank transfer', amount: '60.00' });
    assert.deepEqual([(await shop.sale(first)).amount_due, (await shop.sale(second)).amount_due], ['70.00', '20.00']);
    await shop.booksAgree();
  });

  test('returns, refunds and write-offs move what is due of the parts as payments do', async () => {
    const lines = [{ name: 'Chair', quantity: '4', unit_price: '25.00' }];
    const sale = await shop.sold('0', { lines, payment_schedule: [deposit, balance] });
    const due = async () => {
      const now = await shop.sale(sale);
      const found = await call('list_sales', { client_id: sale.client_id, kind: 'sale' }, as);
      assert.equal(found.data[0].next_due_date, now.next_due_date);
      return [now.next_due_date, ...parts(now).map((part: string[]) => part[2])];
    };
    await shop.keyed('return_sale', { id: sale.id, lines: [{ line_id: sale.lines[0].id, quantity: '1' }] });
    assert.deepEqual(await due(), ['2026-01-15', '5.00', '70.00']);
    const paid = await shop.pay(sale, { amount: '20.00' });
    assert.deepEqual(await due(), ['2026-03-01', '0.00', '55.00']);
    await shop.keyed('refund_payment', { id: paid.id, amount: '18.00' });
    assert.deepEqual(await due(), ['2026-01-15', '3.00', '70.00']);
    await shop.keyed('write_off_sale', { id: sale.id, reason: 'Gone', amount: '13.00' });
    assert.deepEqual(await due(), ['2026-03-01', '0.00', '60.00']);
    const { overdue, receivable } = await call('get_client_balances', { id: sale.client_id }, as);
    assert.deepEqual([overdue, receivable], ['0.00', '60.00']);
    await shop.booksAgree();
  });

  test('ageing counts each part by its own day', async () => {
    const owner = await world.found('Ageing');
    const other = shopOf(world, owner);
    await other.sold('100.00', { payment_schedule: [deposit, balance] });
    const report = await call('get_receivables_aging', { as_at: '2026-03-10' }, { as: owner });
    const { totals } = report;
    assert.deepEqual([totals.days_1_30, totals.days_31_60, totals.total], ['70.00', '30.00', '100.00']);
  });

  test('three monthly instalments, asked for or in the terms of the client', async () => {
    const expected = [
      ['2026-02-15', '33.33', '33.33'],
      ['2026-03-15', '33.33', '33.33'],
      ['2026-04-15', '33.34', '33.34'],
    ];
    assert.deepEqual(parts(await shop.sold('100.00', { instalments: 3 })), expected);
    const client = await shop.client({ payment_terms: { type: 'monthly_instalments', value: 3 } });
    assert.deepEqual(parts(await shop.sold('100.00', { client_id: client.id })), expected);
    assert.deepEqual(parts(await shop.sold('100.00', { client_id: client.id, due_date: '2026-02-01' })), []);
    const none = { type: 'monthly_instalments', value: 1 };
    await assert.rejects(shop.client({ payment_terms: none }), refused('validation_failed'));
  });

  test('a draft keeps its parts, which follow its total, until it gets others', async () => {
    const { id: client_id } = await shop.client();
    const draft = await shop.draft(['100.00'], { client_id, payment_schedule: [deposit, balance] });
    const lines = [{ name: 'Item', quantity: '1', unit_price: '200.00' }];
    const dearer = await call('update_sale', { id: draft.id, lines }, as);
    assert.deepEqual(
      dearer.payment_schedule.map((part: Wire) => part.amount),
      ['60.00', '140.00'],
    );
    const confirmed = await shop.keyed('confirm_sale', { id: draft.id });
    assert.deepEqual(confirmed.payment_schedule, dearer.payment_schedule);
    await assert.rejects(
      call('update_sale', { id: draft.id, payment_schedule: [] }, as),
      refused('invalid_state_transition'),
    );
    const other = await shop.draft(['100.00'], { client_id, payment_schedule: [deposit, balance] });
    const changed = await call('update_sale', { id: other.id, payment_schedule: [], due_date: '2026-02-01' }, as);
    assert.deepEqual([changed.payment_schedule, changed.due_date], [[], '2026-02-01']);
  });

  test('nothing is to be paid in parts of a sale of nothing', async () => {
    const sale = await shop.sold('0.00', { instalments: 3 });
    assert.deepEqual([sale.payment_schedule, sale.status, sale.payment_status], [[], 'completed', 'paid']);
  });
});

describe('parts that cannot be', () => {
  const asked = (payment_schedule: object[], more: object = {}) =>
    shop.draft(['100.00'], { payment_schedule, ...more });

  test('more or less than the total is refused with what is left', async () => {
    const max = (amount: string) => refused('schedule_exceeds_total', (details) => assert.equal(details.max, amount));
    await assert.rejects(asked([{ ...deposit, percent: undefined, amount: '100.01' }, balance]), max('100.00'));
    await assert.rejects(asked([deposit, { ...balance, amount: '80.00' }]), max('70.00'));
    await assert.rejects(asked([deposit, { ...balance, amount: '60.00' }]), max('70.00'));
    await assert.rejects(asked([{ ...deposit, percent: '100' }, balance]), max('0.00'));
  });

  test('calculate_sale, create_sale and record_sale refuse it alike: schedule_exceeds_total', async () => {
    const lines = [{ name: 'Item', quantity: '1', unit_price: '10.00' }];
    const payment_schedule = [{ ...deposit, percent: '120' }, balance];
    const { id: client_id } = await shop.client();
    for (const name of ['calculate_sale', 'create_sale', 'record_sale']) {
      await assert.rejects(
        shop.keyed(name, { client_id, lines, payment_schedule }),
        refused('schedule_exceeds_total', ({ max }) => assert.equal(max, '10.00')),
      );
    }
  });

  test('days before the sale or out of order, both ways at once and a due date beside are refused', async () => {
    const bad = refused('validation_failed');
    await assert.rejects(asked([{ ...deposit, due_date: '2026-01-14' }, balance]), bad);
    await assert.rejects(asked([balance, { ...deposit, percent: undefined }]), bad);
    await assert.rejects(asked([{ ...deposit, amount: '10.00' }, balance]), bad);
    await assert.rejects(asked([deposit, balance], { instalments: 3 }), bad);
    await assert.rejects(asked([deposit, balance], { due_date: '2026-02-01' }), bad);
  });
});
