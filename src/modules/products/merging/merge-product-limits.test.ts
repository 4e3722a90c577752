import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { deadlocksIn } from '../../../../test/support/deadlocks.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createDuplicateProducts } from '../../../../test/support/duplicate-products.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

/** Limits of merge_product, which keep stock and books consistent. */
const world = await createWorld();
const { call } = world;
const { fixture, product, receive, sell, onHand, merge, twins, allOf, query } = await createDuplicateProducts(world);

test('layers of both go out oldest first, at what each cost', async () => {
  const other = await createWorld();
  const own = createExpenseFixture(other);
  await other.call('update_organization', { inventory: { costing_method: 'fifo' } });
  const { id: client_id } = await other.call('create_client', { type: 'business', display_name: 'Buyer' });
  const make = (name: string) => other.call('create_product', { name, price: '9' });
  const [from, into] = [await make('From'), await make('Into')];
  const take = (of: Wire, unit_cost: string, effective_date: string) =>
    own.keyed('create_stock_movement', {
      type: 'purchase_receipt',
      variant_id: of.variants[0].id,
      quantity: '1',
      unit_cost,
      effective_date,
    });
  await take(into, '2.00', '2026-01-02');
  await take(from, '1.00', '2026-01-01');
  await take(from, '3.00', '2026-01-03');
  await other.call('merge_product', { id: from.id, into_id: into.id });
  await own.booksAgree();
  const costs = [];
  for (let sold = 0; sold < 3; sold += 1) {
    const sale = await own.keyed('record_sale', {
      client_id,
      lines: [{ variant_id: into.variants[0].id, quantity: '1' }],
    });
    costs.push(Number(sale.lines[0].cost_total));
  }
  assert.deepEqual(costs, [1, 2, 3]);
  await own.booksAgree();
});

test('what does not fit together is refused', async () => {
  const [a, b, gone] = [await product(), await product(), await product()];
  const fault = (code: string) =>
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual([errors[0].code, errors[0].pointer], [code, '/into_id']),
    );
  await assert.rejects(merge(a, a), fault('same'));
  await call('archive_product', { id: gone.id });
  await assert.rejects(merge(a, gone), fault('archived'));
  await merge(gone, b);
  await assert.rejects(merge(a, gone), fault('merged'));
  await assert.rejects(merge(a, await product({ type: 'service', track_inventory: false })), fault('other_type'));
  await assert.rejects(
    merge(a, await product({ unit: { label: 'kg', code: 'KGM', decimals: 3 } })),
    fault('other_unit'),
  );
  await assert.rejects(merge(a, await product({ track_inventory: false })), fault('other_tracking'));
  const bundle = (of: Wire) =>
    product({ type: 'bundle', components: [{ variant_id: of.variants[0].id, quantity: '1' }] });
  await assert.rejects(merge(await bundle(a), await bundle(b)), fault('other_components'));
  const inputs: Record<string, object> = { merge_product: { into_id: a.id }, create_variant: { price: '1' } };
  for (const name of [
    'merge_product',
    'update_product',
    'restore_product',
    'archive_product',
    'delete_product',
    'create_variant',
  ]) {
    await assert.rejects(call(name, { id: gone.id, ...inputs[name] }), refused('invalid_state_transition'));
  }
  for (const name of ['update_variant', 'restore_variant', 'archive_variant']) {
    await assert.rejects(call(name, { id: gone.variants[0].id }), refused('invalid_state_transition'));
  }
});

test('goods that are being counted or transferred, or are owed, are not merged', async () => {
  const { from, into } = await twins();
  const { data: places } = await call('list_locations', { limit: 100 });
  const count = await fixture.keyed('open_stock_count', { variant_ids: [into.variants[0].id] });
  await assert.rejects(
    merge(from, into),
    refused('stock_under_way', ({ under_way }) => assert.deepEqual(under_way, [count.number])),
  );
  await fixture.keyed('discard_stock_count', { id: count.id });
  const transfer = await fixture.keyed('create_stock_transfer', {
    from_location_id: places.find((place: Wire) => place.is_default).id,
    to_location_id: places.find((place: Wire) => !place.is_default && place.type !== 'in_transit').id,
    lines: [{ variant_id: from.variants[0].id, quantity: '1' }],
  });
  await assert.rejects(merge(from, into), refused('stock_under_way'));
  await fixture.keyed('send_stock_transfer', { id: transfer.id });
  await assert.rejects(merge(from, into), refused('stock_under_way'));
  await fixture.keyed('receive_stock_transfer', { id: transfer.id });
  await merge(from, into);
  await fixture.booksAgree();
  const [short, full] = [await product({ negative_stock: 'allow' }), await product()];
  await sell({ variant_id: short.variants[0].id }, '2');
  await receive(full, '5', '1.00');
  await assert.rejects(
    merge(short, full),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'stock_owed')),
  );
  await fixture.booksAgree();
});

test('merged into each other at once, one of the two is left', async () => {
  const { from: a, into: b } = await twins();
  const there = (await onHand(a)) + (await onHand(b));
  const ended = await Promise.allSettled([merge(a, b), merge(b, a)]);
  assert.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const left = await call('get_product', { id: a.id });
  assert.equal((await call('get_product', { id: b.id })).id, left.id);
  assert.equal(await onHand(left), there);
  await fixture.booksAgree();
});

test('what is sold, counted and voided meanwhile is the other’s or is refused', longTest, async () => {
  const before = await deadlocksIn(world.database);
  for (let round = 0; round < 5; round += 1) {
    const { from, into, sale } = await twins();
    const ended = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => sell({ variant_id: from.variants[0].id })),
      merge(from, into),
      fixture.keyed('void_sale', { id: sale.id, reason: 'Wrong' }),
      receive(from, '1', '1.50'),
      ...Array.from({ length: 4 }, () => sell({ sku: from.variants[0].sku })),
    ]);
    for (const one of ended) {
      if (one.status === 'rejected') assert.equal(one.reason.kind?.status < 500, true, String(one.reason));
    }
    const left = (await allOf(from)).filter(({ name, rows }) => name !== 'id' && rows.length > 0);
    assert.deepEqual(left, []);
  }
  await fixture.booksAgree();
  assert.equal(await deadlocksIn(world.database), before, 'nobody waits for somebody who waits for them');
});

test('every column that may hold a product or variant moves, or there is a reason why it does not', async () => {
  const stays: Readonly<Record<string, string>> = {
    'bundle_components.product_id': 'What a bundle is made of is its own.',
    'file_links.product_id': 'Pictures stay with the product that they show.',
    'product_other_categories.product_id': 'A setting.',
    'product_tax_rates.product_id': 'A setting.',
    'variants.product_id': 'Written with the variants.',
  };
  const found = await query(
    `select relation.relname || '.' || attribute.attname as name from pg_class as relation
     join pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
     where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
       and attribute.atttypid = 'uuid'::regtype and attribute.attname ~ '(product|variant)_id$'
       and not exists (
         select from (select * from product_references() union select * from variant_references()) as moved
         where moved.relation = relation.oid and moved.name = attribute.attname)
       and not (attribute.attname = 'variant_id' and relation.oid in (select variant_sums()))`,
  );
  assert.deepEqual(new Set(found.map(({ name }) => name)), new Set(Object.keys(stays)));
});

test('whoever sees only some records merges no products, nor learns what a merge moved', async () => {
  const [from, into] = [await product(), await product()];
  const narrow = { ...world.ana, scope: 'own' as const };
  await assert.rejects(
    call('merge_product', { id: from.id, into_id: into.id }, { as: narrow }),
    refused('forbidden', ({ needs, scope }) => assert.deepEqual([needs, scope], ['products:manage', 'own'])),
  );
  await merge(from, into);
  await assert.rejects(call('undo_product_merge', { id: from.id }, { as: narrow }), refused('forbidden'));
  assert.equal((await call('get_product', { id: from.id }, { as: narrow })).id, into.id);
});

test('control: the service may not say that it moves a product', async () => {
  const { from } = await twins();
  await assert.rejects(
    asOwner(world.database.ownerUrl, async (owner) => {
      await owner.query('set role daybook_runtime');
      await owner.query(
        `select set_config('daybook.moves_records', 'on', false),
        set_config('daybook.organization', $1, false)`,
        [uuidFrom('org', from.organization_id)],
      );
      await owner.query('update stock_movements set note = null where variant_id = $1', [
        uuidFrom('variant', from.variants[0].id),
      ]);
    }),
    /append-only|permission denied/,
  );
});
