import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const goods = goodsOf(world);

/** Postings of a movement: account codes with their amounts. */
async function booked(movement: Wire): Promise<Record<string, string>> {
  const { data } = await call('list_journal_entries', { source_id: movement.id });
  assert.equal(data.length, 1, 'one entry');
  const { lines } = await call('get_journal_entry', { id: data[0].id });
  const { data: accounts } = await call('list_accounts', { limit: 100 });
  const codes = new Map(accounts.map(({ id, code }: Wire) => [id, code]));
  return Object.fromEntries(
    lines.map((line: Wire) => [codes.get(line.account_id), `${line.side} ${line.amount_base ?? line.amount}`]),
  );
}

describe('a movement of stock', () => {
  test('that was bought says what it cost, what there is now, and waits for the bill', async () => {
    const variant = await goods.product({ name: 'Chair', sku: 'CHAIR' });
    world.emitted();
    const movement = await goods.receive(variant, '3', '3.335', { note: 'Delivery 7', effective_date: '2026-01-31' });
    const { quantity, unit_cost, total_cost, balance_after, effective_date, name, sku, note, type } = movement;
    assert.deepEqual(
      { quantity, unit_cost, total_cost, balance_after, effective_date, name, sku, note, type },
      {
        quantity: '3',
        unit_cost: '3.335',
        total_cost: '10.01',
        balance_after: '3',
        effective_date: '2026-01-31',
        name: 'Chair',
        sku: 'CHAIR',
        note: 'Delivery 7',
        type: 'purchase_receipt',
      },
    );
    assert.deepEqual(await booked(movement), { 1200: 'debit 10.01', 2060: 'credit 10.01' });
    assert.deepEqual(
      world.emitted().map((event) => event.type),
      ['stock.adjusted'],
    );
    const { warnings, ...record } = movement;
    assert.deepEqual(warnings, []);
    assert.deepEqual(await call('get_stock_movement', { id: movement.id }), { ...record, layers: [] });
  });

  test('that opens the books comes from the opening balance', async () => {
    const movement = await goods.move('opening', await goods.product(), { quantity: '4', unit_cost: '2.5' });
    assert.deepEqual(await booked(movement), { 1200: 'debit 10.00', 3100: 'credit 10.00' });
  });

  test('that is found, lost or written off is an inventory adjustment at average cost', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '1');
    await goods.receive(variant, '1', '7');
    const found = await goods.move('adjustment_in', variant, { quantity: '1', reason_code: 'found' });
    assert.equal(found.unit_cost, '3.00');
    assert.deepEqual(await booked(found), { 1200: 'debit 3.00', 5100: 'credit 3.00' });
    const lost = await goods.move('adjustment_out', variant, { quantity: '2', reason_code: 'lost' });
    assert.equal(lost.quantity, '-2');
    assert.deepEqual(await booked(lost), { 5100: 'debit 6.00', 1200: 'credit 6.00' });
    const spoilt = await goods.move('write_off', variant, { quantity: '2', reason_code: 'expired' });
    assert.deepEqual(await booked(spoilt), { 5100: 'debit 6.00', 1200: 'credit 6.00' });
    await goods.agree();
  });

  test('that goes back to the supplier leaves at average cost; another credit is an adjustment', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '4', '2.50');
    const back = await goods.move('supplier_return', variant, { quantity: '2', unit_cost: '2.00' });
    assert.equal(back.total_cost, '5.00');
    assert.deepEqual(await booked(back), { 2060: 'debit 4.00', 1200: 'credit 5.00', 5100: 'debit 1.00' });
    const same = await goods.move('supplier_return', variant, { quantity: '2' });
    assert.deepEqual(await booked(same), { 2060: 'debit 5.00', 1200: 'credit 5.00' });
    await goods.agree();
  });

  test('is posted to the accounts of the product, or of its category', async () => {
    const own = await call('create_account', { code: '1210', name: 'Wine', type: 'inventory' });
    const category = await call('create_product_category', { name: 'Wines', inventory_account_id: own.id });
    const movement = await goods.receive(await goods.product({ category_id: category.id }), '1', '8');
    assert.deepEqual(await booked(movement), { 1210: 'debit 8.00', 2060: 'credit 8.00' });
  });

  test('without value moves goods and books nothing', async () => {
    const movement = await goods.receive(await goods.product(), '5', '0');
    const { data } = await call('list_journal_entries', { source_id: movement.id });
    assert.deepEqual(data, []);
  });

  test('can be previewed: nothing is kept', async () => {
    const variant = await goods.product();
    const input = { type: 'purchase_receipt', variant_id: variant.id, quantity: '2', unit_cost: '1' };
    assert.equal((await call('create_stock_movement', input, { dryRun: true })).balance_after, '2');
    assert.equal(await goods.stock(variant), undefined);
  });

  test('is made once however often it is sent with one key', async () => {
    const variant = await goods.product();
    const input = { type: 'purchase_receipt', variant_id: variant.id, quantity: '2', unit_cost: '1' };
    const [first, again] = [
      await call('create_stock_movement', input, { key: 'twice' }),
      await call('create_stock_movement', input, { key: 'twice' }),
    ];
    assert.equal(again.id, first.id);
    assert.equal((await goods.stock(variant))?.on_hand, '2');
  });

  test('stays as it is: not even the owner of the database changes or deletes it', async () => {
    const { id } = await goods.receive(await goods.product(), '1', '1');
    assert.match(id, /^mov_/);
    await asOwner(world.database.ownerUrl, async (client) => {
      for (const statement of [
        'update stock_movements set quantity = 5',
        'delete from stock_movements',
        'truncate stock_movements cascade',
      ]) {
        await assert.rejects(client.query(statement), /append-only/);
      }
    });
  });
});

describe('a movement that does not fit is refused', () => {
  const refusedAt = async (input: object, pointer: string, code: string) => {
    const movement = { type: 'purchase_receipt', quantity: '1', unit_cost: '1', ...input };
    await assert.rejects(call('create_stock_movement', movement, { key: randomUUID() }), (error) =>
      refused(code === 'not_found' ? 'not_found' : 'validation_failed', ({ errors }) => {
        assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code]);
      })(error),
    );
  };

  test('with a sentence at the field', async () => {
    const { id: variant_id } = await goods.product({ unit: { label: 'pcs' } });
    const service = await goods.product({ type: 'service' });
    const untracked = await goods.product({ track_inventory: false });
    const foreign = await goodsOf(world, rival).product();
    const elsewhere = (await call('list_locations', {}, { as: rival })).data[0].id;
    await refusedAt({ variant_id, unit_cost: undefined }, '/unit_cost', 'required');
    await refusedAt({ variant_id, type: 'opening', unit_cost: undefined }, '/unit_cost', 'required');
    await refusedAt({ variant_id, type: 'write_off', reason_code: 'lost' }, '/unit_cost', 'not_wanted');
    await refusedAt({ variant_id, type: 'adjustment_in' }, '/reason_code', 'required');
    await refusedAt({ variant_id, quantity: '0' }, '/quantity', 'not_positive');
    await refusedAt({ variant_id, quantity: '1.5' }, '/quantity', 'too_many_decimals');
    await refusedAt({ variant_id, unit_cost: '1.123456789' }, '/unit_cost', 'wrong_scale');
    await refusedAt({ variant_id, unit_cost: '999999999999' }, '/unit_cost', 'too_large');
    await refusedAt({ variant_id, quantity: '999999999', unit_cost: '99999999' }, '/unit_cost', 'too_large');
    await refusedAt({ variant_id, quantity: '999999', unit_cost: '999999999' }, '/unit_cost', 'too_large');
    await refusedAt({ variant_id, effective_date: '2126-01-01' }, '/effective_date', 'in_future');
    await refusedAt({ variant_id: service.id }, '/variant_id', 'not_tracked');
    await refusedAt({ variant_id: untracked.id }, '/variant_id', 'not_tracked');
    await refusedAt({ variant_id: foreign.id }, '/variant_id', 'not_found');
    await refusedAt({ variant_id, location_id: elsewhere }, '/location_id', 'not_found');
  });

  test('stock whose size the books cannot keep', async () => {
    const variant = await goods.product();
    const most = { quantity: '900000000000', unit_cost: '0' };
    await assert.rejects(
      async () => {
        for (let times = 0; times < 200; times += 1) await goods.move('purchase_receipt', variant, most);
      },
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'too_large')),
    );
    await goods.agree();
  });

  test('more than there is, and buying what is archived', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '2', '1');
    const lost = { quantity: '3', reason_code: 'lost' };
    await assert.rejects(goods.move('adjustment_out', variant, lost), refused('insufficient_stock'));
    await call('archive_product', { id: variant.product_id });
    await refusedAt({ variant_id: variant.id }, '/variant_id', 'archived');
    await goods.move('write_off', variant, { quantity: '2', reason_code: 'damaged' });
  });

  test('a second movement with the same external_id', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '1', '1', { external_id: 'import-1' });
    await assert.rejects(
      goods.receive(variant, '1', '1', { external_id: 'import-1' }),
      refused('movement_external_id_taken'),
    );
    assert.equal((await goods.stock(variant))?.on_hand, '1');
  });

  test('writing off without the permission to', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '1', '1');
    const clerk = goodsOf(world, withPermissions(ana, ['stock:write', 'stock:read']));
    await assert.rejects(
      clerk.move('write_off', variant, { quantity: '1', reason_code: 'lost' }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'stock:manage')),
    );
    const moved = await clerk.move('adjustment_out', variant, { quantity: '1', reason_code: 'lost' });
    assert.deepEqual([moved.unit_cost, moved.total_cost, moved.variance], [null, null, null]);
  });
});

describe('the list of movements', () => {
  test('shows the latest first, and what was asked for', async () => {
    const owner = await world.found('Movers');
    const shop = goodsOf(world, owner);
    const [tea, cup] = [await shop.product(), await shop.product()];
    await shop.receive(tea, '5', '1', { effective_date: '2026-01-05', tags: ['first'] });
    await shop.receive(cup, '5', '1', { effective_date: '2026-01-03' });
    await shop.move('adjustment_out', tea, { quantity: '1', reason_code: 'sample', effective_date: '2026-01-04' });
    const sold = await shop.sell([tea, '1']);
    const list = async (input: object): Promise<string[]> => {
      const { data } = await call('list_stock_movements', input, { as: owner });
      return data.map((movement: Wire) => `${movement.type} ${movement.quantity}`);
    };
    assert.deepEqual(await list({}), [
      'sale_issue -1',
      'adjustment_out -1',
      'purchase_receipt 5',
      'purchase_receipt 5',
    ]);
    assert.equal((await list({ variant_id: tea.id })).length, 3);
    assert.deepEqual(await list({ product_id: cup.product_id }), ['purchase_receipt 5']);
    assert.deepEqual(await list({ type: ['sale_issue', 'adjustment_out'], sort: 'effective_date', limit: 1 }), [
      'adjustment_out -1',
    ]);
    assert.deepEqual(await list({ reason_code: 'sample' }), ['adjustment_out -1']);
    assert.deepEqual(await list({ tag: 'first' }), ['purchase_receipt 5']);
    assert.deepEqual(await list({ effective_date: { gte: '2026-01-04', lt: '2026-01-05' } }), ['adjustment_out -1']);
    assert.deepEqual(await call('list_stock_movements', {}), await call('list_stock_movements', {}));
    const { data } = await call(
      'list_stock_movements',
      { type: ['sale_issue'], expand: ['variant', 'location'] },
      { as: owner },
    );
    assert.equal(data[0].source.type, 'sale');
    assert.match(data[0].source.id, /^sale_/);
    assert.match(data[0].source.line_id, /^sline_/);
    assert.equal(data[0].variant.id, tea.id);
    assert.equal(data[0].location.code, 'MAIN');
    assert.deepEqual(await list({ sale_id: data[0].source.id }), ['sale_issue -1']);
    assert.ok(sold.id);
  });

  test('another organisation sees none of it', async () => {
    const movement = await goods.receive(await goods.product(), '1', '1');
    await assert.rejects(call('get_stock_movement', { id: movement.id }, { as: rival }), refused('not_found'));
    const listed = call('list_stock_movements', { variant_id: movement.variant_id }, { as: rival });
    await assert.rejects(listed, refused('validation_failed'));
    assert.deepEqual((await call('list_stock_movements', {}, { as: rival })).data, []);
  });
});
