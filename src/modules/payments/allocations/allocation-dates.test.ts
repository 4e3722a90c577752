/** Credit settles a debt on the day on which there were both, or on the day that is said; never when it is entered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-11-20T12:00:00Z');

const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

/** A business that enters in November what happened in spring. */
async function late() {
  const as = await world.found('Late');
  const shop = shopOf(world, as);
  const { id: client_id } = await shop.client({ roles: ['customer', 'supplier'] });
  const vat = await shop.tax('19');
  const report = async (name: string, input: object) => world.call(name, input, { as });
  return {
    as,
    shop,
    client_id,
    report,
    paid: (amount: string, payment_date: string): Promise<Wire> =>
      shop.keyed('create_payment', { client_id, amount, payment_date, method: 'Cash', auto_allocate: 'none' }),
    sold: (unit_price: string, sale_date: string): Promise<Wire> => {
      const lines = [{ name: 'Work', quantity: '1', unit_price, tax_rate_ids: [vat] }];
      return shop.draft([], { lines, client_id, sale_date, confirm: true });
    },
    owedOn: async (as_at: string): Promise<string> => {
      const { rows, reconciliation } = await report('get_receivables_aging', { as_at });
      assert.equal(reconciliation.difference, '0.00', as_at);
      return rows.find((row: Wire) => row.client_id === client_id)?.total ?? '0.00';
    },
    /** Revenue and tax of each month on the cash basis, and of the last what the money waits for. */
    cashOf: async (month: string): Promise<string[]> => {
      const range = { from: `${month}-01`, to: `${month}-28`, basis: 'cash' };
      const [{ totals }, taxes] = await Promise.all([
        report('get_profit_and_loss', range),
        report('get_tax_summary', range),
      ]);
      return [totals.revenue.amount, taxes.totals.output_tax];
    },
  };
}

const daysOf = ({ allocations }: Wire) => allocations.map((one: Wire) => one.allocated_on);

test('credit of February settles a sale of March in March, whenever that is entered', async () => {
  const { shop, paid, sold, owedOn, cashOf, client_id, report } = await late();
  const payment = await paid('119', '2026-02-10');
  await sold('100', '2026-03-05');
  assert.equal(await owedOn('2026-03-31'), '119.00');
  assert.deepEqual(daysOf(await shop.keyed('apply_client_credit', { id: payment.id })), ['2026-03-05']);
  assert.equal(await owedOn('2026-03-31'), '0.00');
  assert.deepEqual(await cashOf('2026-02'), ['0.00', '0.00']);
  assert.deepEqual(await cashOf('2026-03'), ['100.00', '19.00']);
  assert.deepEqual(await cashOf('2026-11'), ['0.00', '0.00']);
  const statement = await report('get_client_statement', { client_id, from: '2026-03-01', to: '2026-03-31' });
  assert.equal(statement.closing.amount ?? statement.closing, '0.00');
  await shop.booksAgree();
});

test('each sale is settled on a day of its own, or all on the day that is said', async () => {
  const { shop, paid, sold } = await late();
  const [early, payment] = [await sold('10', '2026-01-15'), await paid('50', '2026-02-10')];
  const next = await sold('20', '2026-04-01');
  const both = { allocations: [early, next].map(({ id }) => ({ sale_id: id, amount: '2' })) };
  const use = (more: object) => shop.keyed('apply_client_credit', { id: payment.id, ...both, ...more });
  assert.deepEqual(daysOf(await use({})), ['2026-02-10', '2026-04-01']);
  assert.deepEqual(daysOf(await use({ date: '2026-05-06' })).slice(2), ['2026-05-06', '2026-05-06']);
  await assert.rejects(use({ date: '2026-03-31' }), faultOf('before_debt'));
  await assert.rejects(use({ date: '2026-02-09' }), faultOf('before_payment'));
  await assert.rejects(use({ date: '2026-11-22' }), faultOf('in_future'));
  await shop.booksAgree();
});

test('without naming sales only those are settled that there were on the day that is said', async () => {
  const { shop, paid, sold, owedOn } = await late();
  const payment = await paid('500', '2026-02-10');
  const early = await sold('100', '2026-02-20');
  await sold('100', '2026-04-01');
  const used = await shop.keyed('apply_client_credit', { id: payment.id, date: '2026-03-01' });
  assert.deepEqual(
    used.allocations.map((one: Wire) => [one.sale_id, one.amount, one.allocated_on]),
    [[early.id, '119.00', '2026-03-01']],
  );
  assert.equal(await owedOn('2026-04-30'), '119.00');
});

test('credit that was used otherwise meanwhile is used again once it is free', async () => {
  const { shop, paid, sold } = await late();
  const payment = await paid('119', '2026-02-10');
  const [first, second] = [await sold('100', '2026-02-15'), await sold('100', '2026-03-01')];
  const given = (sale: Wire, amount = '119') => ({ allocations: [{ sale_id: sale.id, amount }] });
  const { allocations } = await shop.keyed('apply_client_credit', { id: payment.id, ...given(first) });
  await shop.keyed('reverse_allocation', { id: allocations[0].id, date: '2026-06-10' });
  const again = { id: payment.id, ...given(second, '100') };
  await assert.rejects(shop.keyed('apply_client_credit', { ...again, date: '2026-06-09' }), faultOf('before_use'));
  const used = await shop.keyed('apply_client_credit', again);
  assert.deepEqual(daysOf(used), ['2026-02-15', '2026-06-10']);
  const { amount_unapplied } = used;
  assert.equal(amount_unapplied, '19.00');
  await shop.keyed('refund_payment', { id: payment.id, amount: '19', refund_date: '2026-06-11' });
  await shop.booksAgree();
});

test('a debt that was given up is recovered on the day that it was, or later', async () => {
  const { shop, paid, sold, owedOn } = await late();
  const payment = await paid('119', '2026-02-10');
  const sale = await sold('100', '2026-03-05');
  await shop.keyed('write_off_sale', { id: sale.id, reason: 'Gone', written_off_on: '2026-05-01' });
  const given = { allocations: [{ sale_id: sale.id, amount: '119' }] };
  await shop.keyed('apply_client_credit', { id: payment.id, ...given, date: '2026-04-02' });
  for (const day of ['2026-04-01', '2026-04-02', '2026-05-01', '2026-05-02']) await owedOn(day);
  await shop.booksAgree();
});

test('a closed day refuses it, and the day after is for the caller to say', async () => {
  const { shop, paid, sold, report } = await late();
  const payment = await paid('119', '2026-02-10');
  await sold('100', '2026-03-05');
  await report('set_period_locks', { soft: '2026-03-31' });
  await assert.rejects(shop.keyed('apply_client_credit', { id: payment.id }), refused('period_locked'));
  const open = await shop.keyed('apply_client_credit', { id: payment.id, date: '2026-04-01' });
  assert.deepEqual(daysOf(open), ['2026-04-01']);
});

test('what is gained or lost on foreign money lies on the day on which it is used', async () => {
  const { shop, client_id, report } = await late();
  const foreign = { client_id, currency: 'USD' };
  const payment = await shop.keyed('create_payment', {
    ...foreign,
    amount: '100',
    exchange_rate: '0.9',
    payment_date: '2026-02-10',
    method: 'Cash',
    auto_allocate: 'none',
  });
  const lines = [{ name: 'Work', quantity: '1', unit_price: '100', tax_rate_ids: [] }];
  await shop.draft([], { ...foreign, lines, exchange_rate: '0.8', sale_date: '2026-03-05', confirm: true });
  const used = await shop.keyed('apply_client_credit', { id: payment.id, date: '2026-04-02' });
  assert.deepEqual([daysOf(used), used.allocations[0].fx_gain_loss], [['2026-04-02'], '10.00']);
  const { totals } = await report('get_profit_and_loss', { from: '2026-04-02', to: '2026-04-02', basis: 'accrual' });
  assert.equal(totals.net_profit.amount, '10.00');
});

test('credit with a supplier pays a bill on the day on which there were both, or on the day that is said', async () => {
  const { as, shop, client_id: supplier_id, report } = await late();
  const category = (await world.call('list_expense_categories', { kind: ['operating'], limit: 1 }, { as })).data[0].id;
  const bill = (amount: string, expense_date: string): Promise<Wire> =>
    report('create_expense', { supplier_id, expense_date, lines: [{ category_id: category, amount }], post: true });
  const payment = await shop.keyed('create_supplier_payment', {
    supplier_id,
    method: 'Bank transfer',
    amount: '100',
    keep_credit: true,
    payment_date: '2026-02-10',
  });
  const [first, second, third] = [
    await bill('30', '2026-01-05'),
    await bill('30', '2026-03-05'),
    await bill('30', '2026-04-05'),
  ];
  const use = (expenses: readonly Wire[], more: object = {}): Promise<Wire> =>
    shop.keyed('apply_supplier_credit', {
      id: payment.id,
      allocations: expenses.map(({ id }) => ({ expense_id: id, amount: '10' })),
      ...more,
    });
  const daysFor = (record: Wire, { id }: Wire) =>
    record.allocations.filter((one: Wire) => one.expense_id === id).map((one: Wire) => one.allocated_on);
  const used = await use([first, second]);
  assert.deepEqual([daysFor(used, first), daysFor(used, second)], [['2026-02-10'], ['2026-03-05']]);
  await assert.rejects(use([third], { date: '2026-04-04' }), faultOf('before_debt'));
  await assert.rejects(use([first], { date: '2026-02-09' }), faultOf('before_payment'));
  assert.deepEqual(daysFor(await use([third], { date: '2026-05-01' }), third), ['2026-05-01']);
  const rest = await shop.keyed('apply_supplier_credit', { id: payment.id, date: '2026-03-31' });
  assert.deepEqual(daysFor(rest, third), ['2026-05-01'], 'there was no such bill by then');
  const owed = async (as_at: string) => {
    const { rows, reconciliation } = await report('get_payables_aging', { as_at });
    assert.equal(reconciliation.difference, '0.00', as_at);
    return rows[0].total;
  };
  assert.deepEqual(
    [await owed('2026-02-28'), await owed('2026-03-31'), await owed('2026-05-31')],
    ['20.00', '0.00', '20.00'],
  );
  await report('set_period_locks', { soft: '2026-04-30' });
  await assert.rejects(use([third]), refused('period_locked'));
});
