import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const half = await call('create_tax_rate', { name: 'Half', percentage: '20', recoverable_percent: '50' });
const client = (more: object = {}): Promise<Wire> =>
  fixture.keyed('create_client', { type: 'business', display_name: 'Charged', allow_duplicate: true, ...more });
const spent = (who: Wire, amount: string, more: object = {}) => ({
  category: 'Travel',
  amount,
  client_id: who.id,
  billable: true,
  tax_rate_ids: [],
  ...more,
});
const spend = (lines: object[], more: object = {}): Promise<Wire> => fixture.owed('0', { lines, ...more });
const invoice = (who: Wire, more: object = {}): Promise<Wire> =>
  fixture.keyed('invoice_expenses', { client_id: who.id, ...more });
const unbilled = async (more: object): Promise<string[]> =>
  (await call('list_expenses', more)).data.map(({ id }: Wire) => id);
const isBilled = refused('nothing_to_invoice');

test('what was spent for a client becomes lines of a draft at cost and markup, each once', async () => {
  const kim = await client({ discount_percent: '10' });
  const other = await client();
  const trip = await spend(
    [
      spent(kim, '100', { description: 'Flight', tax_rate_ids: [half.id], markup_percent: '15' }),
      spent(kim, '33.33'),
      spent(kim, '7', { billable: false }),
      spent(other, '5'),
    ],
    { expense_date: '2025-05-05' },
  );
  await fixture.draft('0', { lines: [spent(kim, '1')] });
  world.emitted();
  const sale = await invoice(kim, { markup_percent: '10' });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['sale.created'],
  );
  assert.deepEqual(
    [sale.status, sale.client_id, sale.prices_include_tax, sale.total, sale.has_more],
    ['draft', kim.id, false, '163.16', false],
  );
  assert.deepEqual(
    sale.lines.map(({ name, quantity, net, description }: Wire) => [name, quantity, net, description]),
    [
      ['Flight', '1', '126.50', 'Spent on 2025-05-05.'],
      ['Travel', '1', '36.66', 'Spent on 2025-05-05.'],
    ],
  );
  const { lines } = await fixture.expense(trip);
  assert.deepEqual(
    lines.map((line: Wire) => line.invoiced_sale_id),
    [sale.id, sale.id, null, null],
  );
  assert.deepEqual(sale.billed_lines[1], {
    expense_id: trip.id,
    expense_line_id: lines[1].id,
    sale_line_id: sale.lines[1].id,
  });
  await assert.rejects(invoice(kim), isBilled);
  await assert.rejects(invoice(kim, { expense_ids: [trip.id] }), isBilled);
  assert.deepEqual(await unbilled({ unbilled: true }), [trip.id]);
  assert.deepEqual(await unbilled({ unbilled_for: other.id }), [trip.id]);
  assert.deepEqual(await unbilled({ unbilled_for: kim.id }), []);
});

test('what the draft loses can be charged again, and all of it once draft or sale are gone', async () => {
  const kim = await client();
  const trip = await spend([spent(kim, '10'), spent(kim, '20')]);
  const totals = async () => (await invoice(kim)).total;
  const sale = await invoice(kim);
  const [first] = sale.lines;
  await call('update_sale', { id: sale.id, notes: 'Thank you' });
  await call('update_sale', { id: sale.id, due_date: '2099-01-01' });
  await assert.rejects(invoice(kim), isBilled);
  const kept = { id: first.id, name: 'Flight', quantity: '1', unit_price: '12.00' };
  await call('update_sale', { id: sale.id, lines: [kept] });
  assert.deepEqual(await unbilled({ unbilled_for: kim.id }), [trip.id]);
  assert.equal(await totals(), '20.00');
  await fixture.keyed('confirm_sale', { id: sale.id });
  await assert.rejects(
    fixture.keyed('void_expense', { id: trip.id }),
    refused('expense_invoiced', ({ sale_ids }) => {
      assert.equal((sale_ids as string[]).length, 2);
    }),
  );
  await fixture.keyed('void_sale', { id: sale.id });
  const again = await invoice(kim);
  assert.equal(again.total, '10.00');
  await fixture.keyed('delete_sale', { id: again.id });
  assert.equal(await totals(), '10.00');
});

test('an expense whose lines are free can be voided, and is charged to nobody then', async () => {
  const kim = await client();
  const trip = await spend([spent(kim, '10')]);
  const sale = await invoice(kim);
  await fixture.keyed('delete_sale', { id: sale.id });
  await fixture.keyed('void_expense', { id: trip.id });
  await assert.rejects(invoice(kim), isBilled);
  assert.deepEqual(await unbilled({ unbilled_for: kim.id }), []);
});

test('only some expenses, or only those up to a day, are charged where that is asked for', async () => {
  const kim = await client();
  const [early, late] = [
    await spend([spent(kim, '1')], { expense_date: '2025-01-31' }),
    await spend([spent(kim, '2')], { expense_date: '2025-02-01' }),
  ];
  assert.equal((await invoice(kim, { until: '2025-01-31' })).total, '1.00');
  assert.equal((await invoice(kim, { expense_ids: [late.id] })).total, '2.00');
  await assert.rejects(invoice(kim, { expense_ids: [early.id] }), isBilled);
});

test('of many who charge the same expense at once exactly one does', async () => {
  for (let round = 0; round < 3; round += 1) {
    const kim = await client();
    await spend([spent(kim, '10'), spent(kim, '20')]);
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => invoice(kim)));
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of all) if (one.status === 'rejected') isBilled(one.reason);
  }
});

test('invoice_expenses wants one client who is served, and somebody who may see expenses', async () => {
  const duplicates = await Promise.all([client({ display_name: 'Twin' }), client({ display_name: 'Twin' })]);
  await assert.rejects(fixture.keyed('invoice_expenses', { client: 'Twin' }), refused('ambiguous_name'));
  await assert.rejects(fixture.keyed('invoice_expenses', {}), refused('validation_failed'));
  const [gone] = duplicates;
  await spend([spent(gone, '10')]);
  await call('archive_client', { id: gone.id });
  await assert.rejects(invoice(gone), refused('client_not_active'));
  const seller = withPermissions(world.ana, ['sales:write']);
  await assert.rejects(
    world.call('invoice_expenses', { client_id: duplicates[1].id }, { as: seller }),
    refused('forbidden'),
  );
});
