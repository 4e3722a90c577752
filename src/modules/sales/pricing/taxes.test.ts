import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { tax, balance } = shop;

const line = (unit_price: string, tax_rate_ids: string[], more: object = {}) => {
  return { name: 'Work', quantity: '1', unit_price, tax_rate_ids, ...more };
};
const sold = async (lines: object[], more: object = {}): Promise<Wire> =>
  call('create_sale', { client_id: (await shop.client()).id, lines, confirm: true, ...more });
/** Movement of an account during `deed`. */
const moved = async (code: string, deed: () => Promise<unknown>): Promise<bigint> => {
  const before = await balance(code);
  await deed();
  return (await balance(code)) - before;
};
const summary = async (): Promise<Wire> => call('get_tax_summary', {});
const rowOf = (report: Wire, id: string, side: string): Wire =>
  report.rows.find((row: Wire) => row.tax_rate_id === id && row.side === side);

test('a tax on a tax: 100, 5 % and 9.975 % on top of both are 5.00 and 10.47', async () => {
  const rates = [await tax('5'), await tax('9.975', { compound: true, sequence: 2 })];
  const { totals } = await sold([line('100', rates)]);
  assert.deepEqual(
    totals.taxes.map(({ base, amount }: Wire) => [base, amount]),
    [
      ['100.00', '5.00'],
      ['105.00', '10.47'],
    ],
  );
});

test('what a client withholds lowers what it pays and not what is earned', async () => {
  const [vat, kept] = [await tax('21'), await tax('15', { kind: 'withholding', sequence: 2 })];
  let sale: Wire = {};
  const withheld = await moved('1310', async () => {
    assert.equal(await moved('4000', async () => (sale = await sold([line('1000', [vat, kept])]))), -1000_00n);
  });
  assert.deepEqual([sale.total, sale.totals.withheld, withheld], ['1060.00', '150.00', 150_00n]);
  const report = await summary();
  assert.equal(rowOf(report, kept, 'withheld')?.tax, '150.00');
  assert.equal(report.reconciliation.difference, '0.00');
  await shop.booksAgree();
});

test('a tax by the unit is charged on each, and a percentage on top of it', async () => {
  const excise = (await call('create_tax_rate', { name: 'Excise', fixed_amount: '0.125' })).id;
  const vat = await tax('20', { compound: true, sequence: 2 });
  const { totals } = await sold([line('2', [excise, vat], { quantity: '10' })]);
  assert.deepEqual(
    totals.taxes.map(({ base, amount, fixed_amount }: Wire) => [base, amount, fixed_amount]),
    [
      ['20.00', '1.25', '0.125'],
      ['21.25', '4.25', null],
    ],
  );
  const gross = await sold([line('2.55', [excise, vat], { quantity: '10' })], { prices_include_tax: true });
  assert.deepEqual([gross.totals.net, gross.totals.tax, gross.total], ['20.00', '5.50', '25.50']);
  await shop.booksAgree();
});

test('a tax is a percentage or an amount by the unit, never both and never neither', async () => {
  for (const wrong of [{}, { percentage: '5', fixed_amount: '1' }, { fixed_amount: '0' }]) {
    await assert.rejects(call('create_tax_rate', { name: 'Odd', ...wrong }), refused('validation_failed'));
  }
  const wrongs = [
    { percentage: '19', kind: 'reverse_charge', category: 'S' },
    { fixed_amount: '1', kind: 'withholding' },
    { fixed_amount: '1', category: 'E' },
    { fixed_amount: '1.123456789' },
  ];
  for (const wrong of wrongs) {
    await assert.rejects(call('create_tax_rate', { name: 'Odd', ...wrong }), refused('validation_failed'));
  }
});

test('who is exempt and who owes the tax instead are billed with the rate that says why', async () => {
  const vat = await tax('19');
  const [exempt, reversed] = await Promise.all([
    shop.client({ tax_status: 'exempt' }),
    shop.client({ tax_status: 'reverse_charge' }),
  ]);
  const variant = await shop.product({ type: 'service', tax_rate_ids: [vat] });
  const of = (client: Wire) =>
    call('create_sale', {
      client_id: client.id,
      lines: [{ variant_id: variant.id, quantity: '1', unit_price: '50' }],
      confirm: true,
    });
  const [{ totals: first }, { totals: second }] = [await of(exempt), await of(reversed)];
  assert.deepEqual([first.tax, first.taxes[0].category, first.taxes[0].base], ['0.00', 'E', '50.00']);
  assert.deepEqual([second.tax, second.taxes[0].category, second.taxes[0].base], ['0.00', 'AE', '50.00']);
  assert.match(second.taxes[0].exemption_reason, /buyer owes/);
  const report = await summary();
  assert.equal(rowOf(report, second.taxes[0].rate_id, 'output')?.base, '50.00');
});

test('a rate of the client’s own says why, where it charges nothing', async () => {
  const within = (
    await call('create_tax_rate', {
      name: 'Intra-Community',
      percentage: '0',
      category: 'K',
      exemption_reason: 'Intra-Community supply',
      exemption_reason_code: 'VATEX-EU-IC',
    })
  ).id;
  const client = await shop.client({ tax_status: 'reverse_charge', default_tax_rate_ids: [within] });
  const { lines } = await call('create_sale', {
    client_id: client.id,
    lines: [{ name: 'Goods', quantity: '1', unit_price: '10' }],
  });
  assert.deepEqual([lines[0].taxes[0].category, lines[0].taxes[0].exemption_reason_code], ['K', 'VATEX-EU-IC']);
});

test('a purchase by reverse charge is taxed on both sides, and the supplier is owed its price alone', async () => {
  const reverse = (await call('create_tax_rate', { name: 'Reverse 19 %', percentage: '19', kind: 'reverse_charge' }))
    .id;
  const [category] = (await call('list_expense_categories', { limit: 1 })).data;
  const expense = async (recoverable: string) =>
    call('create_expense', {
      payee_name: 'Cloud Ltd',
      lines: [{ category_id: category.id, amount: '100', tax_rate_ids: [recoverable] }],
    });
  const draft = await expense(reverse);
  assert.deepEqual(
    [draft.total, draft.totals.tax, draft.totals.self_assessed_tax, draft.totals.cost],
    ['100.00', '0.00', '19.00', '100.00'],
  );
  const before = await summary();
  await shop.keyed('post_expense', { id: draft.id });
  const report = await summary();
  assert.deepEqual(
    ['output', 'input'].map((side) => [rowOf(report, reverse, side)?.base, rowOf(report, reverse, side)?.tax]),
    [
      ['100.00', '19.00'],
      ['100.00', '19.00'],
    ],
  );
  assert.equal(report.totals.net_due, before.totals.net_due);
  assert.equal(report.reconciliation.difference, '0.00');
  const sale = await sold([line('100', [reverse])]);
  assert.deepEqual([sale.total, sale.totals.taxes[0].amount], ['100.00', '0.00'], 'on a sale it charges nothing');
});

test('what is not claimed back of a reverse charge is cost, owed to the tax office', async () => {
  const half = (
    await call('create_tax_rate', {
      name: 'Reverse, half',
      percentage: '20',
      kind: 'reverse_charge',
      recoverable_percent: '50',
    })
  ).id;
  const [category] = (await call('list_expense_categories', { limit: 1 })).data;
  const lines = [{ category_id: category.id, amount: '100', tax_rate_ids: [half] }];
  const { id, totals } = await call('create_expense', { payee_name: 'Cloud Ltd', lines });
  assert.deepEqual([totals.recoverable_tax, totals.cost, totals.total], ['10.00', '110.00', '100.00']);
  assert.equal(await moved('2200', () => shop.keyed('post_expense', { id })), -20_00n);
});

test('a rate is charged within its days, and only on the side that it is for', async () => {
  const rate = (await call('create_tax_rate', { name: 'Old', percentage: '16', valid_to: '2020-12-31' })).id;
  await assert.rejects(
    sold([line('10', [rate])]),
    refused('validation_failed', ({ errors, valid_to }) =>
      assert.deepEqual(
        [errors[0].pointer, errors[0].code, valid_to],
        ['/lines/0/tax_rate_ids', 'not_valid_on_day', '2020-12-31'],
      ),
    ),
  );
  assert.equal((await sold([line('10', [rate])], { sale_date: '2020-12-31' })).totals.tax, '1.60');
  const purchases = await tax('7', { applies_to: 'purchases' });
  await assert.rejects(
    sold([line('10', [purchases])]),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_side')),
  );
});

test('a draft is confirmed to the coin it was drafted with', async () => {
  const swiss = await world.found('Bern', { country: 'CH', currency: 'CHF', timezone: 'Europe/Zurich' });
  const till = shopOf(world, swiss);
  await call('update_organization', { cash_rounding_increment: '0.05' }, { as: swiss });
  const client = await till.client();
  const draft = await till.draft(['9.98'], { client_id: client.id });
  assert.deepEqual([draft.total, draft.totals.rounding], ['10.00', '0.02']);
  await call('update_organization', { cash_rounding_increment: '1' }, { as: swiss });
  const noted = await call('update_sale', { id: draft.id, due_date: '2030-01-01' }, { as: swiss });
  assert.equal(noted.total, '10.00');
  assert.equal((await till.keyed('confirm_sale', { id: draft.id })).total, '10.00');
});
