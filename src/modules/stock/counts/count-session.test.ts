import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const goods = goodsOf(world);

const keyed = (name: string, input: object, as = ana) => call(name, input, { as, key: randomUUID() });
const open = (variants: readonly Wire[], more: object = {}) =>
  keyed('open_stock_count', { variant_ids: variants.map(({ id }) => id), ...more });
const write = (id: string, ...lines: readonly (readonly [variant: Wire, counted: string | null])[]) =>
  call('update_stock_count', { id, lines: lines.map(([variant, counted]) => ({ variant_id: variant.id, counted })) });
const shown = ({ lines }: Wire) =>
  lines.map(({ expected_on_hand: expected, counted, difference }: Wire) => [expected, counted, difference]);

/** A count of goods, of which so many were counted, submitted. */
async function submitted(variant: Wire, counted: string): Promise<string> {
  const { id } = await open([variant]);
  await write(id, [variant, counted]);
  await keyed('submit_stock_count', { id });
  return id;
}

describe('a count that takes its time', () => {
  test('is opened with what the books have, counted line by line, submitted and applied', async () => {
    const [tea, cup, pot] = [await goods.product(), await goods.product(), await goods.product()];
    await goods.receive(tea, '10', '2');
    await goods.receive(cup, '4', '1.50');
    await goods.receive(pot, '1', '9');
    world.emitted();
    const opened = await open([tea, cup], { note: 'Spring', external_id: 'C-1' });
    assert.deepEqual([opened.status, opened.number.slice(0, 3), opened.version], ['open', 'SC-', 1]);
    assert.deepEqual(shown(opened), [
      ['10', null, null],
      ['4', null, null],
    ]);
    assert.deepEqual(shown(await write(opened.id, [tea, '7'])), [
      ['10', '7', '-3'],
      ['4', null, null],
    ]);
    await assert.rejects(
      keyed('submit_stock_count', { id: opened.id }),
      refused('count_incomplete', ({ uncounted, uncounted_count: count }) =>
        assert.deepEqual([uncounted.length, count], [1, 1]),
      ),
    );
    await write(opened.id, [cup, '6.5'], [pot, '1']);
    const done = await keyed('submit_stock_count', { id: opened.id });
    assert.deepEqual([done.status, done.line_count, done.submitted_at === null], ['submitted', 3, false]);
    assert.equal((await goods.stock(tea))?.on_hand, '10');
    const applied = await keyed('apply_stock_count', { id: opened.id });
    assert.deepEqual([applied.status, applied.value, applied.difference_count], ['applied', '-2.25', 2]);
    assert.deepEqual(shown(applied), [
      ['10', '7', '-3'],
      ['4', '6.5', '2.5'],
      ['1', '1', '0'],
    ]);
    assert.deepEqual(await goods.stock(tea), { on_hand: '7', value: '14.00' });
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      [
        'stock_count.opened',
        'stock_count.updated',
        'stock_count.updated',
        'stock_count.submitted',
        'stock_count.applied',
        'stock.adjusted',
      ],
    );
    const { data: entries } = await call('list_journal_entries', { source_id: opened.id });
    assert.equal(entries.length, 1);
    assert.deepEqual(await call('get_stock_count', { id: opened.id }), applied);
    await goods.agree();
  });

  test('of stock that moved meanwhile is refused, counted on top of what moved, or forced', async () => {
    const variant = await goods.product({ sku: 'BUSY' });
    await goods.receive(variant, '10', '1');
    const [refusedOne, forced, rebased] = [
      await submitted(variant, '9'),
      await submitted(variant, '9'),
      await submitted(variant, '9'),
    ];
    await goods.sell([variant, '4']);
    await assert.rejects(
      keyed('apply_stock_count', { id: refusedOne }),
      refused('stock_changed', ({ changed }) =>
        assert.deepEqual([changed[0].sku, changed[0].expected_on_hand, changed[0].on_hand], ['BUSY', '10', '6']),
      ),
    );
    const both = { id: rebased, rebase: true, force: true };
    await assert.rejects(keyed('apply_stock_count', both), refused('validation_failed'));
    const on = await keyed('apply_stock_count', { id: rebased, rebase: true });
    assert.deepEqual([on.rebased, on.forced, shown(on)], [true, false, [['10', '9', '-1']]]);
    assert.equal((await goods.stock(variant))?.on_hand, '5');
    const clerk = withPermissions(ana, ['stock:read', 'stock:write']);
    const force = { id: forced, force: true };
    await assert.rejects(keyed('apply_stock_count', force, clerk), refused('forbidden'));
    const as = await keyed('apply_stock_count', force);
    assert.deepEqual([as.rebased, as.forced, shown(as)], [false, true, [['10', '9', '4']]]);
    assert.equal((await goods.stock(variant))?.on_hand, '9');
    await goods.agree();
  });

  test('that more was sold from than was counted is refused even on top', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '5', '1');
    const id = await submitted(variant, '2');
    await goods.sell([variant, '4']);
    await assert.rejects(keyed('apply_stock_count', { id, rebase: true }), refused('stock_changed'));
  });

  test('leaves out what was not counted, where that is said', async () => {
    const [tea, cup] = [await goods.product(), await goods.product()];
    for (const variant of [tea, cup]) await goods.receive(variant, '5', '1');
    const { id } = await open([tea, cup]);
    const nothing = refused('count_incomplete');
    await assert.rejects(keyed('submit_stock_count', { id, skip_uncounted: true }), nothing);
    await write(id, [tea, '4'], [cup, '3']);
    await write(id, [cup, null]);
    await keyed('submit_stock_count', { id, skip_uncounted: true });
    await keyed('apply_stock_count', { id });
    assert.deepEqual([(await goods.stock(tea))?.on_hand, (await goods.stock(cup))?.on_hand], ['4', '5']);
    await goods.agree();
  });

  test('goes one way: what is applied or discarded stays, whoever asks', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '5', '1');
    const id = await submitted(variant, '5');
    const closed = refused('invalid_state_transition', ({ status }) => assert.equal(status, 'submitted'));
    await assert.rejects(write(id, [variant, '4']), closed);
    await assert.rejects(keyed('submit_stock_count', { id }), closed);
    assert.equal((await keyed('discard_stock_count', { id })).status, 'discarded');
    for (const deed of ['submit', 'apply', 'discard']) {
      await assert.rejects(
        keyed(`${deed}_stock_count`, { id }),
        refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, [])),
      );
    }
    const { id: early } = await open([variant]);
    await assert.rejects(keyed('apply_stock_count', { id: early }), refused('invalid_state_transition'));
    await asOwner(world.database.ownerUrl, async (client) => {
      for (const change of [`update stock_counts set note = 'x'`, `update stock_count_lines set counted = 1`]) {
        await assert.rejects(client.query(`${change} where value is not null`), { constraint: 'append_only' });
      }
    });
  });

  test('takes all that ever was at a location, or what is in a category', async () => {
    const as = await world.found('Whole');
    const own = goodsOf(world, as);
    const category = await call('create_product_category', { name: 'Hot' }, { as });
    const [tea] = [await own.product({ category_id: category.id }), await own.product(), await own.product()];
    const cup = await own.product();
    for (const variant of [tea, cup]) await own.receive(variant, '5', '1');
    const lines = async (input: object) => {
      const { lines: found } = await call('open_stock_count', input, { as, key: randomUUID() });
      return found.map(({ variant_id: id }: Wire) => id);
    };
    assert.deepEqual(new Set(await lines({})), new Set([tea.id, cup.id]));
    assert.deepEqual(await lines({ category_id: category.id }), [tea.id]);
    const cold = await call('create_product_category', { name: 'Cold' }, { as });
    await assert.rejects(lines({ category_id: cold.id }), refused('not_found'));
    const service = await own.product({ type: 'service' });
    await assert.rejects(lines({ variant_ids: [service.id] }), refused('validation_failed'));
  });

  test('waits where its location is archived', async () => {
    const place = await call('create_location', { name: 'Closing', code: 'CLOSING' });
    const variant = await goods.product();
    const { id } = await open([variant], { location_id: place.id });
    const other = await open([variant], { location_id: place.id });
    await write(id, [variant, '0']);
    await keyed('submit_stock_count', { id });
    await call('archive_location', { id: place.id });
    const closed = refused('location_not_active');
    await assert.rejects(open([variant], { location_id: place.id }), closed);
    await assert.rejects(write(other.id, [variant, '1']), closed);
    await assert.rejects(keyed('apply_stock_count', { id }), closed);
  });

  test('is of 500 variants at most', async () => {
    const as = await world.found('Many');
    const values = Array.from({ length: 100 }, (_, index) => `Size ${index}`);
    const variants: Wire[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const product = { name: `Range ${turn}`, price: '1', options: [{ name: 'Size', values }] };
      const made = (await call('create_product', product, { as })).variants;
      const lines = made.map(({ id }: Wire) => ({ variant_id: id, counted: '0', expected_on_hand: '0' }));
      await call('create_stock_count', { lines }, { as, key: randomUUID() });
      variants.push(...made);
    }
    const told = refused('limit_exceeded', ({ max }) => assert.equal(max, 500));
    await assert.rejects(call('open_stock_count', {}, { as, key: randomUUID() }), told);
    const ids = variants.slice(0, 500).map(({ id }) => id);
    const { id } = await call('open_stock_count', { variant_ids: ids }, { as, key: randomUUID() });
    const lines = [{ variant_id: variants[500].id, counted: '1' }];
    await assert.rejects(call('update_stock_count', { id, lines }, { as }), told);
  });

  test('against sales at once never loses one of them', longTest, async () => {
    const variant = await goods.product();
    await goods.receive(variant, '100', '1');
    const ids = await Promise.all(Array.from({ length: 4 }, () => submitted(variant, '98')));
    const done = await Promise.allSettled<unknown>([
      ...ids.map((id) => keyed('apply_stock_count', { id, rebase: true })),
      ...Array.from({ length: 30 }, () => goods.sell([variant, '1'])),
    ]);
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    assert.equal((await goods.stock(variant))?.on_hand, String(100 - 4 * 2 - 30));
    await goods.agree();
  });
});
