import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../../test/support/goods.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const goods = goodsOf(world);
const count = (input: object, as = ana) => call('create_stock_count', input, { as, key: randomUUID() });
const alerts = () => world.emitted().filter(({ type }) => type === 'stock.low' || type === 'stock.out');

describe('counting stock', () => {
  test('sets what was counted, and books what is found and what is missing in one entry', async () => {
    const [tea, cup, pot] = [await goods.product(), await goods.product({ sku: 'CUP' }), await goods.product()];
    await goods.receive(tea, '10', '2');
    await goods.receive(cup, '4', '1.50');
    await goods.receive(pot, '1', '9');
    world.emitted();
    const applied = await goods.count([tea, '10', '7'], [cup, '4', '6.5'], [pot, '1', '1']);
    assert.match(applied.number, /^SC-.*\d{5}$/);
    assert.deepEqual(
      applied.lines.map(({ on_hand, counted, difference, value, movement_id }: Wire) => {
        return [on_hand, counted, difference, value, movement_id === null];
      }),
      [
        ['10', '7', '-3', '-6.00', false],
        ['4', '6.5', '2.5', '3.75', false],
        ['1', '1', '0', '0.00', true],
      ],
    );
    assert.deepEqual([applied.line_count, applied.difference_count, applied.value], [3, 2, '-2.25']);
    assert.deepEqual(await goods.stock(tea), { on_hand: '7', value: '14.00' });
    const { data: entries } = await call('list_journal_entries', { source_id: applied.id });
    assert.equal(entries.length, 1);
    assert.equal(entries[0].memo, `Stock count ${applied.number}`);
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['stock_count.applied', 'stock.adjusted'],
    );
    assert.deepEqual(await call('get_stock_count', { id: applied.id }), applied);
    const { data: levels } = await call('list_stock_levels', { variant_id: pot.id });
    assert.notEqual(levels[0].last_counted_at, null);
    await goods.agree();
  });

  test('values what is found where nothing was at what it last cost, else at its standard cost', async () => {
    const variant = await goods.product({ standard_cost: '4' });
    assert.equal((await goods.count([variant, '0', '2'])).value, '8.00');
    await goods.receive(variant, '1', '7');
    await goods.count([variant, '3', '0']);
    assert.equal((await goods.count([variant, '0', '1'])).value, '7.00');
    await goods.agree();
  });

  test('sets stock that was owed to what there is', async () => {
    const variant = await goods.product({ negative_stock: 'allow', standard_cost: '2' });
    await goods.sell([variant, '3']);
    const counted = await goods.count([variant, '-3', '1']);
    assert.equal(counted.lines[0].difference, '4');
    assert.deepEqual(await goods.stock(variant), { on_hand: '1', value: '2.00' });
    await goods.agree();
  });

  test('of one location leaves the others as they are', async () => {
    const store = await call('create_location', { name: 'Store', code: 'cnt-1' });
    const variant = await goods.product({ negative_stock: 'allow' });
    await goods.receive(variant, '5', '2');
    await goods.receive(variant, '1', '8', { location_id: store.id });
    const lines = [{ variant_id: variant.id, expected_on_hand: '1', counted: '3' }];
    const counted = await count({ location_id: store.id, lines });
    assert.equal(counted.value, '6.00');
    const { data } = await call('list_stock_levels', { variant_id: variant.id, sort: 'on_hand' });
    assert.deepEqual(
      data.map((level: Wire) => level.on_hand),
      ['3', '5'],
    );
    await goods.sell([variant, '20']);
    const again = [{ variant_id: variant.id, expected_on_hand: '3', counted: '4' }];
    await count({ location_id: store.id, lines: again });
    await goods.agree();
  });

  test('tells once that it found too little', async () => {
    const variant = await goods.product({ low_stock_threshold: '3' });
    await goods.receive(variant, '9', '1');
    world.emitted();
    await goods.count([variant, '9', '2']);
    await goods.count([variant, '2', '1']);
    assert.deepEqual(
      alerts().map(({ type }) => type),
      ['stock.low'],
    );
  });
});

describe('a count of stock that has moved since', () => {
  test('is refused with what there is now, and changes nothing', async () => {
    const [tea, cup] = [await goods.product({ sku: 'TEA-C' }), await goods.product()];
    await goods.receive(tea, '10', '1');
    await goods.receive(cup, '10', '1');
    await goods.sell([tea, '1']);
    await assert.rejects(
      goods.count([cup, '10', '8'], [tea, '10', '10']),
      refused('stock_changed', ({ changed }) => {
        assert.deepEqual(changed, [
          { variant_id: tea.id, sku: 'TEA-C', name: tea.full_name, expected_on_hand: '10', on_hand: '9' },
        ]);
      }),
    );
    assert.equal((await goods.stock(cup))?.on_hand, '10');
  });

  test('of 20 counts at once with the same expectation one is applied', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '10', '1');
    for (let round = 0; round < 2; round += 1) {
      const expected = (await goods.stock(variant))?.on_hand ?? '';
      const counts = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => goods.count([variant, expected, `${100 * (round + 1) + index}`])),
      );
      assert.equal(counts.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const one of counts) if (one.status === 'rejected') refused('stock_changed')(one.reason);
    }
    await goods.agree();
  });

  test('a count that races with a sale either comes before it or is refused', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '100', '1');
    for (let round = 0; round < 10; round += 1) {
      const before = (await goods.stock(variant))?.on_hand ?? '';
      const [counted] = await Promise.allSettled([goods.count([variant, before, '50']), goods.sell([variant, '1'])]);
      const after = (await goods.stock(variant))?.on_hand;
      assert.equal(after, counted.status === 'fulfilled' ? '49' : `${Number(before) - 1}`);
      if (counted.status === 'rejected') refused('stock_changed')(counted.reason);
    }
    await goods.agree();
  });

  test('is applied by force, which takes a permission of its own', async () => {
    const variant = await goods.product();
    await goods.receive(variant, '10', '1');
    const lines = [{ variant_id: variant.id, expected_on_hand: '3', counted: '4' }];
    const clerk = withPermissions(ana, ['stock:write', 'stock:read']);
    await assert.rejects(count({ lines, force: true }, clerk), refused('forbidden'));
    const forced = await count({ lines, force: true });
    assert.deepEqual([forced.forced, forced.lines[0].expected_on_hand, forced.lines[0].on_hand], [true, '3', '10']);
    const again = [{ variant_id: variant.id, expected_on_hand: '4', counted: '4' }];
    assert.equal((await count({ lines: again, force: true })).forced, false);
  });
});

describe('a count that does not fit', () => {
  test('is refused with a sentence at the line', async () => {
    const variant = await goods.product({ unit: { label: 'pcs' } });
    const service = await goods.product({ type: 'service' });
    const foreign = await goodsOf(world, rival).product();
    const line = (of: Wire, counted = '1') => ({ variant_id: of.id, expected_on_hand: '0', counted });
    const at = (pointer: string) => (error: unknown) => {
      const code = pointer === '/lines/1/variant_id' ? /./ : /validation_failed/;
      assert.ok(error instanceof Error && 'details' in error && 'kind' in error);
      assert.match((error.kind as Wire).code, code);
      assert.equal((error.details as Wire).errors[0].pointer, pointer);
      return true;
    };
    await assert.rejects(count({ lines: [line(variant), line(variant)] }), at('/lines/1/variant_id'));
    await assert.rejects(count({ lines: [line(variant), line(service)] }), at('/lines/1/variant_id'));
    await assert.rejects(count({ lines: [line(variant), line(foreign)] }), at('/lines/1/variant_id'));
    await assert.rejects(count({ lines: [line(variant, '0.5')] }), at('/lines/0/counted'));
    await assert.rejects(count({ lines: [line(variant)], effective_date: '2126-01-01' }), at('/effective_date'));
    await assert.rejects(count({ lines: [] }), refused('validation_failed'));
  });

  test('a second count with the same external_id', async () => {
    const variant = await goods.product();
    const lines = [{ variant_id: variant.id, expected_on_hand: '0', counted: '0' }];
    await count({ lines, external_id: 'sheet-1' });
    await assert.rejects(count({ lines, external_id: 'sheet-1' }), refused('stock_count_external_id_taken'));
  });
});

test('counts are listed without their lines, the latest first', async () => {
  const owner = await world.found('Counters');
  const shop = goodsOf(world, owner);
  const [tea, cup] = [await shop.product(), await shop.product()];
  const first = await shop.count([tea, '0', '1']);
  const second = await shop.count([cup, '0', '1'], [tea, '1', '1']);
  const ids = async (input: object) => {
    const { data } = await call('list_stock_counts', input, { as: owner });
    return data.map(({ id }: Wire) => id);
  };
  assert.deepEqual(await ids({}), [second.id, first.id]);
  assert.deepEqual(await ids({ variant_id: cup.id }), [second.id]);
  assert.deepEqual(await ids({ number: first.number }), [first.id]);
  const { data } = await call('list_stock_counts', { expand: ['location'] }, { as: owner });
  assert.equal('lines' in data[0], false);
  assert.equal(data[0].location.code, 'MAIN');
  const clerk = withPermissions(owner, ['stock:read']);
  const shown = await call('get_stock_count', { id: data[0].id }, { as: clerk });
  assert.deepEqual([shown.value, shown.lines[0].value], [null, null]);
  await assert.rejects(call('get_stock_count', { id: data[0].id }, { as: rival }), refused('not_found'));
});
