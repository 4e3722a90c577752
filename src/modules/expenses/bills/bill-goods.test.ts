import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const fixture = createExpenseFixture(world);
const codes = ['1200', '1300', '2060', '2000', '5000', '5100'];
const balances = async () => (await Promise.all(codes.map(fixture.balance))).map(Number);
/** By how much each of these accounts changes while something is done. */
async function moved(deed: () => Promise<unknown>): Promise<number[]> {
  const before = await balances();
  await deed();
  return (await balances()).map((balance, index) => balance - (before[index] ?? 0));
}

const vat = await world.call('create_tax_rate', { name: 'VAT', percentage: '20' });
const half = await world.call('create_tax_rate', { name: 'Half', percentage: '20', recoverable_percent: '50' });
let made = 0;
const good = async (more: object = {}): Promise<Wire> => {
  const product = await world.call('create_product', { name: `Paper ${(made += 1)}`, price: '9.00', ...more });
  return { ...product.variants[0], product };
};
const bill = (line: object, more: object = {}) => fixture.owed('0', { lines: [{ amount: '40.00', ...line }], ...more });
const movements = async (expense: Wire) => (await world.call('list_stock_movements', { expense_id: expense.id })).data;
const onHand = async ({ id }: Wire) => (await world.call('list_stock_levels', { variant_id: id })).data[0].on_hand;
const soundly = async (as = world.ana) => {
  await createExpenseFixture(world, as).booksAgree();
  const { checks } = await world.call('check_books', {}, { as });
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

test('a bill that names goods receives them: bill, stock and books agree in one deed', async () => {
  const paper = await good();
  let posted: Wire;
  const change = await moved(async () => {
    posted = await bill({ variant_id: paper.id, quantity: '10', tax_rate_ids: [vat.id] });
  });
  assert.deepEqual(change, [4_000, 800, 0, -4_800, 0, 0]);
  const [line] = posted.lines;
  const { id: main } = (await world.call('list_locations', {})).data[0];
  assert.deepEqual([line.variant_id, line.quantity, line.location_id], [paper.id, '10', main]);
  const [movement, ...others] = await movements(posted);
  assert.deepEqual(others, []);
  assert.deepEqual(movement.source, { type: 'expense', id: posted.id, line_id: line.id });
  const { type, quantity, total_cost: cost, unit_cost: each } = movement;
  assert.deepEqual([type, quantity, cost, each], ['purchase_receipt', '10', '40.00', '4.00']);
  assert.equal(await onHand(paper), '10');
  assert.deepEqual((await world.call('list_expenses', { variant_id: paper.id })).data[0].id, posted.id);
  await soundly();
});

test('goods come in at what they cost: the net, and the tax that nobody gives back', async () => {
  const paper = await good();
  const posted = await bill({ variant_id: paper.id, quantity: '3', amount: '10.00', tax_rate_ids: [half.id] });
  assert.equal(posted.lines[0].cost, '11.00');
  assert.equal((await movements(posted))[0].total_cost, '11.00');
  await soundly();
});

test('goods are found by their SKU and taxed as their product is bought, in the category of goods', async () => {
  const paper = await good({ purchase_tax_rate_ids: [half.id], sku: 'REAM-1' });
  const posted = await bill({ sku: 'ream-1', quantity: '1' });
  assert.deepEqual([posted.lines[0].variant_id, posted.lines[0].tax_rate_ids], [paper.id, [half.id]]);
  const { data } = await world.call('list_expense_categories', { kind: ['asset'] });
  const category = data.find(({ name }: Wire) => name === 'Goods for stock');
  assert.equal(posted.lines[0].category_id, category.id);
});

test('a draft receives nothing before it is posted, and then at the location it names', async () => {
  const paper = await good();
  const depot = await world.call('create_location', { name: 'Depot', code: 'DEPOT' });
  const draft = await fixture.draft('0', {
    lines: [
      { amount: '40.00', variant_id: paper.id, quantity: '10', location_id: depot.id },
      { amount: '5.00', variant_id: paper.id, quantity: '1' },
      { amount: '3.00', category: 'Travel' },
    ],
  });
  assert.deepEqual(await movements(draft), []);
  const changed = await world.call('update_expense', { id: draft.id, notes: 'By lorry' });
  assert.deepEqual(changed.lines, draft.lines);
  const posted = await fixture.keyed('post_expense', { id: draft.id });
  const came = (await movements(posted)).map((one: Wire) => `${one.quantity} ${one.location_id === depot.id}`);
  assert.deepEqual(came.toSorted(), ['1 false', '10 true']);
  assert.notEqual(posted.lines[1].location_id, null);
  const expanded = await world.call('get_expense', { id: draft.id, expand: ['lines.variant', 'lines.location'] });
  assert.deepEqual([expanded.lines[0].variant.id, expanded.lines[0].location.code], [paper.id, 'DEPOT']);
  await fixture.keyed('void_expense', { id: posted.id });
  assert.equal(await onHand(paper), '0');
  await soundly();
});

test('a void sends the goods back at what they came in for, whatever came after them', async () => {
  for (const method of ['weighted_average', 'fifo']) {
    const who = await world.found(`Shop by ${method}`, {});
    await world.call('update_organization', { inventory: { costing_method: method } }, { as: who });
    const shop = createExpenseFixture(world, who);
    const { variants } = await shop.keyed('create_product', { name: 'Paper', price: '9.00' });
    const buy = (amount: string) =>
      shop.owed('0', { lines: [{ amount, variant_id: variants[0].id, quantity: '10', tax_rate_ids: [] }] });
    const cheap = await buy('20.00');
    const dear = await buy('100.00');
    await shop.keyed('void_expense', { id: dear.id });
    const stood = await Promise.all(['1200', '2060', '2000', '5100'].map(shop.balance));
    assert.deepEqual(stood, [2_000n, 0n, -2_000n, 0n], method);
    const [back] = (await world.call('list_stock_movements', { expense_id: dear.id }, { as: who })).data;
    assert.deepEqual([back.type, back.quantity, back.total_cost], ['supplier_return', '-10', '100.00']);
    assert.notEqual(back.reverses_id, null);
    await shop.keyed('void_expense', { id: cheap.id });
    assert.deepEqual(await Promise.all(['1200', '2060', '2000', '5100'].map(shop.balance)), [0n, 0n, 0n, 0n]);
    await soundly(who);
  }
});

test('goods that are worth less by now go back at what was paid, and the rest is an adjustment', async () => {
  const paper = await good();
  const dear = await bill({ variant_id: paper.id, quantity: '10', amount: '100.00' });
  await bill({ variant_id: paper.id, quantity: '10', amount: '20.00' });
  await fixture.keyed('create_stock_movement', {
    type: 'write_off',
    variant_id: paper.id,
    quantity: '10',
    reason_code: 'lost',
  });
  await fixture.keyed('void_expense', { id: dear.id });
  assert.equal(await onHand(paper), '0');
  assert.equal(await fixture.balance('2060'), 0n);
  await soundly();
});

test('a bill whose goods are gone is not voided, and says what is there', async () => {
  const paper = await good();
  const posted = await bill({ variant_id: paper.id, quantity: '10' });
  await fixture.keyed('create_stock_movement', {
    type: 'write_off',
    variant_id: paper.id,
    quantity: '4',
    reason_code: 'lost',
  });
  const voiding = fixture.keyed('void_expense', { id: posted.id });
  await assert.rejects(voiding, (error: Wire) => {
    assert.equal(error.kind.code, 'insufficient_stock');
    const [short] = error.details.short;
    assert.deepEqual([short.variant_id, short.requested, short.available], [paper.id, '10', '6']);
    assert.match(error.details.hint, /void/);
    return true;
  });
  assert.equal((await fixture.expense(posted)).status, 'posted');
  assert.equal(await onHand(paper), '6');
});

test('where stock may be below zero, what left too early costs what the bill says', async () => {
  const paper = await good({ negative_stock: 'allow' });
  await world.call('update_variant', { id: paper.id, negative_stock: 'allow' });
  await fixture.keyed('create_stock_movement', {
    type: 'write_off',
    variant_id: paper.id,
    quantity: '4',
    reason_code: 'lost',
  });
  const change = await moved(() => bill({ variant_id: paper.id, quantity: '10', amount: '100.00' }));
  assert.deepEqual(change, [6_000, 0, 0, -10_000, 4_000, 0]);
  const late = await good();
  await world.call('update_variant', { id: late.id, negative_stock: 'allow' });
  await fixture.keyed('create_stock_movement', {
    type: 'write_off',
    variant_id: late.id,
    quantity: '4',
    reason_code: 'lost',
  });
  const old = await bill({ variant_id: late.id, quantity: '2', amount: '20.00' }, { expense_date: '2025-12-30' });
  assert.deepEqual((await movements(old)).map(({ type }: Wire) => type).toSorted(), [
    'purchase_receipt',
    'revaluation',
  ]);
  await fixture.keyed('void_expense', { id: old.id });
  await soundly();
});

test('goods that cannot come in so are refused, and nothing is posted', async () => {
  const paper = await good();
  const service = await good({ type: 'service', is_purchased: true });
  const unbought = await good({ is_purchased: false });
  const closed = await world.call('create_location', { name: 'Closed', code: 'CLOSED' });
  await world.call('archive_location', { id: closed.id });
  const client = await fixture.supplier();
  const refused: readonly (readonly [object, string, string])[] = [
    [{ variant_id: paper.id }, '/lines/0/quantity', 'required'],
    [{ variant_id: paper.id, quantity: '0' }, '/lines/0/quantity', 'not_positive'],
    [{ quantity: '1', category: 'Travel' }, '/lines/0/quantity', 'no_variant'],
    [{ location_id: closed.id, category: 'Travel' }, '/lines/0/location_id', 'no_variant'],
    [{ variant_id: service.id, quantity: '1' }, '/lines/0/variant_id', 'not_tracked'],
    [{ variant_id: paper.id, quantity: '1', category: 'Travel' }, '/lines/0/category_id', 'not_for_goods'],
    [
      { variant_id: paper.id, quantity: '1', billable: true, client_id: client.id },
      '/lines/0/billable',
      'goods_are_sold',
    ],
    [{ sku: 'no such', quantity: '1' }, '/lines/0/sku', 'not_found'],
    [{ sku: 'REAM-1', variant_id: paper.id, quantity: '1' }, '/lines/0/sku', 'sent_twice'],
  ];
  for (const [line, pointer, code] of refused) {
    await assert.rejects(bill(line), (error: Wire) => {
      assert.deepEqual([error.details.errors[0].pointer, error.details.errors[0].code], [pointer, code]);
      return true;
    });
  }
  const isRefused = (line: object, code: string) =>
    assert.rejects(
      fixture.keyed('create_expense', { payee_name: 'Mill', lines: [{ amount: '40.00', ...line }] }),
      (error: Wire) => error.kind.code === code,
    );
  await isRefused({ variant_id: unbought.id, quantity: '1' }, 'variant_not_bought');
  await isRefused({ variant_id: paper.id, quantity: '1', location_id: closed.id }, 'location_not_active');
  assert.deepEqual((await world.call('list_stock_movements', { variant_id: paper.id })).data, []);
});

test('goods that come again and again are received each time', async () => {
  const paper = await good();
  const lines = [{ amount: '40.00', variant_id: paper.id, quantity: '10' }];
  const recurring = await fixture.keyed('create_recurring_expense', {
    name: 'Paper',
    frequency: 'month',
    mode: 'post',
    template: { payee_name: 'Mill', lines },
  });
  assert.deepEqual([recurring.template.lines[0].variant_id, recurring.template.lines[0].quantity], [paper.id, '10']);
  await fixture.keyed('run_recurring_expense', { id: recurring.id });
  assert.equal(await onHand(paper), '10');
  await soundly();
});

test('goods go neither into nor out of a location that is closed by then', async () => {
  const paper = await good();
  const kiosk = await world.call('create_location', { name: 'Kiosk', code: 'KIOSK' });
  const line = { amount: '40.00', variant_id: paper.id, quantity: '1', location_id: kiosk.id };
  const draft = await fixture.draft('0', { lines: [line] });
  const posted = await fixture.owed('0', { lines: [line] });
  await fixture.keyed('create_stock_movement', {
    type: 'write_off',
    variant_id: paper.id,
    quantity: '1',
    location_id: kiosk.id,
    reason_code: 'lost',
  });
  await world.call('archive_location', { id: kiosk.id });
  const closed = (error: Wire) => error.kind.code === 'location_not_active';
  await assert.rejects(fixture.keyed('post_expense', { id: draft.id }), closed);
  await assert.rejects(fixture.keyed('void_expense', { id: posted.id }), closed);
  await assert.rejects(world.call('update_expense', { id: draft.id, lines: [line] }), closed);
});

test('a line that is kept keeps its goods though they are no longer bought, and no other takes them', async () => {
  const paper = await good();
  const draft = await fixture.draft('0', { lines: [{ amount: '40.00', variant_id: paper.id, quantity: '1' }] });
  const recurring = await fixture.keyed('create_recurring_expense', {
    name: 'Ink',
    frequency: 'month',
    template: { payee_name: 'Mill', lines: [{ amount: '1', category: 'Travel' }] },
  });
  await world.call('update_product', { id: paper.product.id, is_purchased: false });
  const line = { amount: '41.00', variant_id: paper.id, quantity: '2' };
  const unbought = (error: Wire) => error.kind.code === 'variant_not_bought';
  await assert.rejects(world.call('update_expense', { id: draft.id, lines: [line] }), unbought);
  const template = { payee_name: 'Mill', lines: [line] };
  await assert.rejects(world.call('update_recurring_expense', { id: recurring.id, template }), unbought);
  const kept = await world.call('update_expense', { id: draft.id, lines: [{ id: draft.lines[0].id, ...line }] });
  assert.deepEqual([kept.lines[0].quantity, kept.total], ['2', '41.00']);
});
