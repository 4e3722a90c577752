import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDuplicateProducts } from '../../../../test/support/duplicate-products.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const { fixture, buyer, product, receive, sell, stockOf, onHand, merge, undo, twins, allOf } =
  await createDuplicateProducts(world);

const valuation = async (): Promise<Wire> => (await call('get_inventory_valuation', {})).totals;

test('all that belonged to a product is the other’s, and stock and its value are the sums of both', async () => {
  const { from, into, sale } = await twins();
  const [before, there] = [await valuation(), (await onHand(from)) + (await onHand(into))];
  world.emitted();
  const answer = await merge(from, into);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['product.merged', 'product.updated'],
  );
  assert.deepEqual([answer.id, answer.merged_into_id, answer.product.id], [from.id, into.id, into.id]);
  assert.deepEqual(answer.variants, [{ from: from.variants[0].id, into: into.variants[0].id }]);
  assert.ok(answer.moved.sale_lines === 1 && answer.moved.stock_movements === 3, JSON.stringify(answer.moved));
  assert.equal(await onHand(into), there);
  assert.deepEqual(await valuation(), before);
  const [line] = (await call('get_sale', { id: sale.id })).lines;
  assert.deepEqual([line.product_id, line.variant_id], [into.id, into.variants[0].id]);
  const left = (await allOf(from)).filter(({ name, rows }) => name !== 'id' && rows.length > 0);
  assert.deepEqual(left, [], 'nothing refers to the product that is gone');
  assert.deepEqual([answer.product.description, answer.product.tags], ['Green', ['new', 'old']]);
  await fixture.booksAgree();
});

test('of two prices in one list that of the product that is left stays, and others go on having one', async () => {
  const { from, into, name: of } = await twins();
  await merge(from, into);
  const { data: lists } = await call('list_price_lists', { limit: 100 });
  const prices = [];
  for (const { id, name } of lists) {
    if (name === `List ${of}` || name === `Own list ${of}`)
      prices.push(...(await call('get_price_list', { id })).prices);
  }
  assert.deepEqual(
    prices.map(({ variant_id, price }: Wire) => `${variant_id} ${Number(price)}`).toSorted(),
    [2, 3.5].map((price) => `${into.variants[0].id} ${price}`),
  );
});

test('the old ids, SKU and external id find the product that is left, and sell it', async () => {
  const { from, into } = await twins();
  await call('update_product', { id: from.id, external_id: 'shop-1' });
  await merge(from, into);
  assert.equal((await call('get_product', { id: from.id })).id, into.id);
  const [old] = from.variants;
  const [variant] = into.variants;
  assert.equal((await call('get_variant', { id: old.id })).id, variant.id);
  const ids = async (name: string, input: object) => (await call(name, input)).data.map(({ id }: Wire) => id);
  assert.deepEqual(await ids('list_variants', { sku: old.sku }), [variant.id]);
  assert.deepEqual(await ids('list_products', { q: old.sku }), [into.id]);
  assert.deepEqual(await ids('list_products', { external_id: 'shop-1' }), [into.id]);
  assert.deepEqual(await ids('list_products', { merged_into_id: into.id }), [from.id]);
  assert.ok(!(await ids('list_products', { include_archived: true, limit: 100 })).includes(from.id));
  assert.deepEqual(await stockOf(from), await stockOf(into));
  const [line] = (await sell({ sku: old.sku })).lines;
  assert.equal(line.variant_id, variant.id);
  await assert.rejects(sell({ variant_id: old.id }), refused('variant_not_sold'));
  await fixture.booksAgree();
});

test('undone, both are exactly what they were', async () => {
  const { from, into } = await twins();
  const before = await allOf(from, into);
  await merge(from, into);
  assert.notDeepEqual(await allOf(from, into), before, 'control');
  world.emitted();
  const undone = await undo(from);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['product.unmerged', 'product.updated'],
  );
  assert.deepEqual(
    [undone.product.id, undone.from_product.id, undone.from_product.status],
    [into.id, from.id, 'active'],
  );
  assert.deepEqual(await allOf(from, into), before);
  await fixture.booksAgree();
  await assert.rejects(undo(from), refused('invalid_state_transition'));
  await merge(from, into);
  await fixture.booksAgree();
});

test('what was sold, given back or changed since keeps a merge from being undone, and says so', async () => {
  for (const change of [
    async ({ into }: { into: Wire }) => sell({ variant_id: into.variants[0].id }),
    async ({ sale }: { sale: Wire }) => fixture.keyed('void_sale', { id: sale.id, reason: 'Wrong' }),
    async ({ into }: { into: Wire }) => call('update_product', { id: into.id, name: 'Other' }),
    async ({ into }: { into: Wire }) => call('update_variant', { id: into.variants[0].id, price: '7' }),
    async ({ into }: { into: Wire }) => merge(into, await product()),
  ]) {
    const all = await twins();
    await merge(all.from, all.into);
    await change(all);
    await assert.rejects(
      call('undo_product_merge', { id: all.from.id }),
      refused('merge_changed_since', ({ changed }) => assert.ok(changed.length > 0)),
    );
  }
  await fixture.booksAgree();
});

test('sales of the one that is left do not keep services from being told apart again', async () => {
  const [from, into] = [await product({ type: 'service' }), await product({ type: 'service' })];
  const sold = await sell({ variant_id: from.variants[0].id });
  await merge(from, into);
  const later = await sell({ variant_id: into.variants[0].id });
  await undo(from);
  assert.equal((await call('get_sale', { id: sold.id })).lines[0].product_id, from.id);
  assert.equal((await call('get_sale', { id: later.id })).lines[0].product_id, into.id);
  await merge(from, into);
  const [line] = sold.lines;
  await fixture.keyed('return_sale', { id: sold.id, lines: [{ line_id: line.id, quantity: '1' }] });
  await assert.rejects(undo(from), refused('merge_changed_since'));
});

test('a chain of merges leads to the product that is left, and is undone from its end', async () => {
  const [a, b, c] = [await product(), await product(), await product()];
  await receive(a, '5', '1.00');
  await receive(b, '2', '1.00');
  await merge(a, b);
  await merge(b, c);
  assert.equal((await call('get_product', { id: a.id })).id, c.id);
  assert.deepEqual(
    (await call('list_variants', { sku: a.variants[0].sku })).data.map(({ id }: Wire) => id),
    [c.variants[0].id],
  );
  assert.equal(await onHand(c), 7);
  await assert.rejects(undo(a), refused('merge_changed_since'));
  await undo(b);
  assert.equal((await call('get_product', { id: a.id })).id, b.id);
  await undo(a);
  assert.deepEqual([await onHand(a), await onHand(b)], [5, 2]);
  await fixture.booksAgree();
});

const sizes = (...values: string[]) => ({ sku: undefined, options: [{ name: 'Size', values }] });

test('variants of the same values become one, others further variants, and what does not fit is named', async () => {
  const from = await product(sizes('S', 'XL'));
  const into = await product(sizes('S', 'M'));
  const [small, huge] = from.variants;
  await fixture.keyed('create_stock_movement', {
    type: 'purchase_receipt',
    variant_id: huge.id,
    quantity: '3',
    unit_cost: '2',
  });
  const answer = await merge(from, into);
  assert.deepEqual(answer.variants, [{ from: small.id, into: into.variants[0].id }]);
  assert.deepEqual(
    answer.product.variants.map(({ id, name }: Wire) => [id, name]),
    [...into.variants.map(({ id, name }: Wire) => [id, name]), [huge.id, 'XL']],
  );
  assert.deepEqual(answer.product.options[0].values, ['S', 'M', 'XL']);
  const sale = await sell({ variant_id: huge.id });
  assert.equal(sale.lines[0].product_id, into.id);
  await fixture.booksAgree();
  const [again, other] = [await product(sizes('S', 'XL')), await product(sizes('M'))];
  const kept = await allOf(again, other);
  await merge(again, other);
  await undo(again);
  assert.deepEqual(await allOf(again, other), kept);

  const plain = await product();
  const unpaired = refused('validation_failed', ({ errors }) => {
    assert.deepEqual([errors[0].code, errors[0].pointer], ['unpaired', '/variants']);
    assert.match(errors[0].message, new RegExp(`${plain.variants[0].id}.*${into.variants[1].id}`, 's'));
  });
  await assert.rejects(merge(plain, into), unpaired);
  const said = [{ from: plain.variants[0].id, into: into.variants[1].id }];
  assert.deepEqual((await merge(plain, into, { variants: said })).variants, said);
  await fixture.booksAgree();
});

test('a bundle that holds both holds the sum of both', async () => {
  const { from, into } = await twins();
  const components = [from, into].map(({ variants }) => ({ variant_id: variants[0].id, quantity: '2' }));
  const bundle = await call('create_product', { name: 'Pair', type: 'bundle', price: '9', components });
  await merge(from, into);
  const { components: left } = await call('get_product', { id: bundle.id });
  assert.deepEqual(left, [{ variant_id: into.variants[0].id, quantity: '4' }]);
  await undo(from);
  assert.equal((await call('get_product', { id: bundle.id })).components.length, 2);
});

test('a quote that was accepted before is converted to a sale of the product that is left', async () => {
  const { from, into } = await twins();
  const lines = [{ variant_id: from.variants[0].id, quantity: '1' }];
  const drafted = await fixture.keyed('create_document', { type: 'quote', client_id: buyer.id, lines });
  const waiting = await fixture.keyed('create_document', { type: 'quote', client_id: buyer.id, lines });
  await fixture.keyed('issue_document', { id: drafted.id });
  await fixture.keyed('accept_document', { id: drafted.id });
  await merge(from, into);
  const { sale } = await fixture.keyed('convert_document', { id: drafted.id });
  assert.deepEqual([sale.lines[0].variant_id, sale.lines[0].product_id], [into.variants[0].id, into.id]);
  await fixture.keyed('confirm_sale', { id: sale.id });
  await fixture.keyed('issue_document', { id: waiting.id });
  assert.equal((await call('get_document', { id: waiting.id })).lines[0].variant_id, into.variants[0].id);
  await fixture.booksAgree();
});

test('what comes again and again, and what fees are charged as, are of the product that is left', async () => {
  const [from, into] = [await product({ type: 'service' }), await product({ type: 'service' })];
  const [old, variant] = [from.variants[0].id, into.variants[0].id];
  await call('update_reminder_policy', { late_fees: { variant_id: old } });
  await merge(from, into);
  assert.equal((await call('get_reminder_policy')).late_fees.variant_id, variant);
  await undo(from);
  assert.equal((await call('get_reminder_policy')).late_fees.variant_id, old);
});
