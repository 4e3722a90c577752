import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { longTest } from '../../../../test/support/dose.ts';
import { northwind, sellNorthwind } from '../../../../test/support/northwind.ts';
import { createYear } from '../../../../test/support/random-year.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { seed } from '../../../../test/support/seed.ts';
import { type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';
import { comparisonGroups } from './compare-periods.ts';

const { world, year } = await createYear(seed, 120);
const cents = (amount: string) => BigInt(amount.replace('.', ''));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
const partsOf = ({ parts }: Wire): bigint[] => Object.values<string>(parts).map(cents);
const plain = (parts: Wire) => Object.fromEntries(Object.entries(parts).filter(([, amount]) => amount !== '0.00'));

/** Two years of a shop: each product stands for one part of the change. */
async function twoYears() {
  const as = await world.found('Two years');
  const shop = shopOf(world, as);
  world.setNow('2025-03-01T12:00:00Z');
  const made = async (name: string, price: string, cost: string) => {
    const variant = await shop.product({ name, price });
    await shop.receive(variant, '100', cost);
    return variant;
  };
  const tea = await made('Tea', '10.00', '4.00');
  const mug = await made('Mug', '2.00', '1.00');
  const same = await made('Same', '5.00', '2.00');
  const old = await made('Old', '7.00', '3.00');
  const fresh = await made('Fresh', '9.00', '6.00');
  const [ann, bob] = [await shop.client({ display_name: 'Ann' }), await shop.client({ display_name: 'Bob' })];
  const sell = (client: Wire, variant: Wire, quantity: string, unit_price: string) => {
    const lines = [{ variant_id: variant.id, quantity, unit_price, tax_rate_ids: [] }];
    return shop.keyed('create_sale', { client_id: client.id, lines, prices_include_tax: false, confirm: true });
  };
  world.setNow('2025-03-10T12:00:00Z');
  await sell(ann, tea, '10', '10.00');
  await sell(ann, mug, '10', '2.00');
  await sell(bob, same, '3', '5.00');
  await sell(bob, old, '2', '7.00');
  world.setNow('2026-03-10T12:00:00Z');
  await sell(ann, tea, '8', '11.00');
  await sell(ann, mug, '20', '2.00');
  await sell(bob, same, '3', '5.00');
  await sell(ann, fresh, '1', '9.00');
  const free = [{ name: 'Repair', quantity: '1', unit_price: '4.00', tax_rate_ids: [] }];
  await shop.keyed('create_sale', { lines: free, client_id: bob.id, prices_include_tax: false, confirm: true });
  world.setNow('2026-04-10T12:00:00Z');
  return { as, ann, bob };
}

const { as, ann, bob } = await twoYears();
const march = { from: '2026-03-01', to: '2026-03-31' };
const compare = (input: object = {}, who: Actor = as): Promise<Wire> =>
  world.call('compare_periods', { ...march, ...input }, { as: who });

test('who buys less than a year before comes first, with what both periods had', async () => {
  const { rows, totals, period, compared_period: before } = await compare();
  assert.deepEqual([period, before], [march, { from: '2025-03-01', to: '2025-03-31' }]);
  assert.deepEqual(
    rows.map(({ key, label, net, margin, units }: Wire) => [key, label, net, margin.change, units]),
    [
      [
        bob.id,
        'Bob',
        { amount: '19.00', compared: '29.00', change: '-10.00', change_percent: '-34.48', parts: null },
        '-4.00',
        null,
      ],
      [
        ann.id,
        'Ann',
        { amount: '137.00', compared: '120.00', change: '17.00', change_percent: '14.17', parts: null },
        '9.00',
        null,
      ],
    ],
  );
  assert.deepEqual([totals.net.amount, totals.net.compared, totals.net.change], ['156.00', '149.00', '7.00']);
  assert.deepEqual([totals.cost.amount, totals.cost.compared], ['64.00', '62.00']);
  assert.deepEqual([totals.margin_percent, totals.compared_margin_percent], ['58.97', '58.39']);
});

test('by product the change is split by price, volume, mix, new and gone', async () => {
  const { rows, totals } = await compare({ group_by: 'product' });
  const split = Object.fromEntries(
    rows.map(({ label, net, margin }: Wire) => [label, [net.change, plain(net.parts), plain(margin.parts)]]),
  );
  // 23 units of what was sold in both years, for 135.00 that cost 56.00: 5.87 and 3.43 a unit on average.
  assert.deepEqual(split, {
    Old: ['-14.00', { gone: '-14.00' }, { gone: '-8.00' }],
    Tea: [
      '-12.00',
      { price: '8.00', volume: '-11.74', mix: '-8.26' },
      { price: '8.00', volume: '-6.87', mix: '-5.13' },
    ],
    Same: ['0.00', {}, {}],
    Fresh: ['9.00', { new: '9.00' }, { new: '3.00' }],
    Mug: ['20.00', { volume: '58.70', mix: '-38.70' }, { volume: '34.35', mix: '-24.35' }],
    'No product': ['4.00', { other: '4.00' }, { other: '4.00' }],
  });
  assert.deepEqual(
    rows.map(({ label }: Wire) => label),
    ['Old', 'Tea', 'Same', 'Fresh', 'Mug', 'No product'],
  );
  const whole = { price: '8.00', volume: '46.96', mix: '-46.96', new: '9.00', gone: '-14.00', other: '4.00' };
  assert.deepEqual(totals.net.parts, whole);
  assert.equal(sum(partsOf(totals.margin)), cents(totals.margin.change));
});

test('a dearer purchase is a part of its own', async () => {
  const who = await world.found('Dearer');
  const shop = shopOf(world, who);
  world.setNow('2026-02-01T12:00:00Z');
  const [jam, client] = [await shop.product({ name: 'Jam' }), await shop.client()];
  const sell = () => {
    const lines = [{ variant_id: jam.id, quantity: '5', unit_price: '3.00', tax_rate_ids: [] }];
    return shop.keyed('create_sale', { client_id: client.id, lines, prices_include_tax: false, confirm: true });
  };
  await shop.receive(jam, '5', '1.00');
  await sell();
  world.setNow('2026-03-01T12:00:00Z');
  await shop.receive(jam, '5', '1.50');
  await sell();
  world.setNow('2026-04-10T12:00:00Z');
  const input = { group_by: 'variant', metric: 'margin', compare: 'previous_period' };
  const { rows } = await compare(input, who);
  assert.deepEqual([rows[0].net.change, plain(rows[0].net.parts)], ['0.00', {}]);
  assert.deepEqual([rows[0].margin.change, plain(rows[0].margin.parts)], ['-2.50', { unit_cost: '-2.50' }]);
});

test('rows go by fall, rise or size, of sales or of the margin, and beyond the limit they are one', async () => {
  const labels = async (input: object) =>
    (await compare({ group_by: 'product', limit: 2, ...input })).rows.map(({ label }: Wire) => label);
  assert.deepEqual(await labels({}), ['Old', 'Tea', 'Others', 'No product']);
  assert.deepEqual(await labels({ sort: 'rise' }), ['Mug', 'Fresh', 'Others', 'No product']);
  assert.deepEqual(await labels({ sort: 'size' }), ['Mug', 'Old', 'Others', 'No product']);
  assert.deepEqual(await labels({ sort: 'size', metric: 'margin' }), ['Mug', 'Old', 'Others', 'No product']);
  const few = await compare({ group_by: 'product', limit: 2 });
  const others = few.rows.find(({ kind }: Wire) => kind === 'others');
  assert.deepEqual(
    [others.net.change, plain(others.net.parts), others.key],
    ['29.00', { volume: '58.70', mix: '-38.70', new: '9.00' }, null],
  );
  assert.deepEqual(few.cut, [
    { list: 'rows', shown: 2, left: 3, rest: '29.00', how: 'Use a higher `limit`, up to 1000.' },
  ]);
  assert.deepEqual(few.totals, (await compare({ group_by: 'product' })).totals);
  const clients = await compare({ limit: 1, sort: 'rise', metric: 'margin' });
  assert.deepEqual(
    clients.rows.map(({ label, margin }: Wire) => [label, margin.change]),
    [
      ['Ann', '9.00'],
      ['Others', '-4.00'],
    ],
  );
});

test('a part of it by client, and nothing of another organisation', async () => {
  const { rows, totals } = await compare({ group_by: 'product', client_id: bob.id });
  assert.deepEqual(rows.map(({ label }: Wire) => label).toSorted(), ['No product', 'Old', 'Same']);
  assert.equal(totals.net.change, '-10.00');
  const stranger = await compare({ group_by: 'product' }, world.rival);
  assert.deepEqual([stranger.rows, stranger.totals.net.compared], [[], '0.00']);
});

test('without the permission costs:read there are neither costs nor margins, and no order by them', async () => {
  const who = withPermissions(as, ['reports:read']);
  const { rows, totals } = await compare({ group_by: 'product' }, who);
  for (const row of [...rows, totals]) {
    assert.deepEqual([row.cost, row.margin, row.margin_percent, row.compared_margin_percent], [null, null, null, null]);
    assert.equal(row.net.parts.unit_cost, undefined);
  }
  await assert.rejects(compare({ metric: 'margin' }, who), refused('forbidden'));
  await assert.rejects(compare({ metric: 'margin' }, { ...who, kind: 'mcp_token' }), refused('insufficient_scope'));
  const { content } = await compare({ group_by: 'product', format: 'csv' }, who);
  const [row] = parse(content, { columns: true }) as Record<string, string>[];
  assert.deepEqual([row?.['margin'], row?.['cost'], row?.['unit_cost'], row?.['gone']], ['', '', '', '-14.00']);
});

test('a channel that nothing was sold by is refused, and so is a grouping that compares nothing', async () => {
  const at = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  await assert.rejects(compare({ channel: 'moon' }), at('/channel'));
  await assert.rejects(compare({ group_by: 'period' }), at('/group_by'));
  await assert.rejects(compare({ compare_from: '2025-01-01' }), at('/compare'));
});

test('as a file it has a row for each product, split as the metric asks, and totals last', async () => {
  const read = async (metric: string): Promise<Record<string, string>[]> => {
    const { content, filename } = await compare({ group_by: 'product', metric, format: 'csv' });
    assert.equal(filename, 'period-comparison-by-product-2026-03-01-2026-03-31.csv');
    return parse(content, { columns: true });
  };
  const columns = ['net', 'compared_net', 'compared_units', 'change', 'price', 'volume', 'mix', 'unit_cost'];
  const tea = async (metric: string) => {
    const row = (await read(metric)).find(({ product }) => product === 'Tea');
    return columns.map((column) => row?.[column]);
  };
  const both = ['88.00', '100.00', '10'];
  assert.deepEqual(await tea('net_sales'), [...both, '-12.00', '8.00', '-11.74', '-8.26', '']);
  assert.deepEqual(await tea('margin'), [...both, '-4.00', '8.00', '-6.87', '-5.13', '0.00']);
  assert.equal((await read('net_sales')).at(-1)?.['product'], 'total');
});

/** Figures of a comparison that are not what the reports of each period say, or do not add up. */
async function contradictions(who: Actor, asked: Wire, wrong: (report: Wire) => void = () => {}): Promise<string[]> {
  const report = await compare(asked, who);
  wrong(report);
  const { rows, totals, period, compared_period: before } = report;
  const revenue = (days: object) =>
    world.call('get_revenue', { ...days, group_by: asked['group_by'], limit: 1 }, { as: who });
  const [now, then] = [(await revenue(period)).totals, (await revenue(before)).totals];
  const found: string[] = [];
  const same = (about: string, left: bigint, right: bigint) => {
    if (left !== right) found.push(`${about}: ${left}, not ${right}`);
  };
  same('net', cents(totals.net.amount), cents(now.net.amount));
  same('net before', cents(totals.net.compared), cents(then.net.amount));
  for (const figure of ['cost', 'margin']) {
    same(figure, cents(totals[figure].amount), cents(now[figure]));
    same(`${figure} before`, cents(totals[figure].compared), cents(then[figure]));
  }
  for (const figure of ['net', 'cost', 'margin']) {
    for (const column of ['amount', 'compared', 'change']) {
      const all = sum(rows.map((row: Wire) => cents(row[figure][column])));
      same(`rows of ${figure} ${column}`, all, cents(totals[figure][column]));
    }
    for (const row of [...rows, totals]) {
      const { amount, compared, change, parts } = row[figure];
      same(`${row.label} ${figure}`, cents(amount) - cents(compared), cents(change));
      if (parts) same(`parts of ${row.label} ${figure}`, sum(partsOf(row[figure])), cents(change));
    }
    for (const part of Object.keys(totals[figure].parts ?? {})) {
      const all = sum(rows.map((row: Wire) => cents(row[figure].parts[part])));
      same(`rows of ${figure} ${part}`, all, cents(totals[figure].parts[part]));
    }
  }
  return found;
}

test('of any books every part adds up, and the totals are those of the revenue report', async () => {
  const spans = [
    { from: '2025-07-01', to: '2025-12-31', compare: 'previous_period' },
    { from: '2025-06-10', to: '2025-06-20', compare: 'custom', compare_from: '2025-02-01', compare_to: '2025-11-30' },
  ];
  for (const span of spans) {
    for (const group_by of comparisonGroups) {
      for (const limit of [1, 100]) {
        const asked = { ...span, group_by, limit, sort: 'size' };
        assert.deepEqual(await contradictions(year.who, asked), [], JSON.stringify(asked));
      }
    }
  }
});

test('control: a part that is wrong by a cent is noticed, and so is a total', async () => {
  const asked = { from: '2025-07-01', to: '2025-12-31', compare: 'previous_period', group_by: 'product' };
  const cent = (amount: string) => (Number(amount) + 0.01).toFixed(2);
  const wrongs: ((report: Wire) => void)[] = [
    ({ rows }) => (rows[0].net.parts.mix = cent(rows[0].net.parts.mix)),
    ({ rows }) => (rows[0].margin.parts.unit_cost = cent(rows[0].margin.parts.unit_cost)),
    ({ totals }) => (totals.margin.compared = cent(totals.margin.compared)),
  ];
  for (const wrong of wrongs) assert.notDeepEqual(await contradictions(year.who, asked, wrong), []);
});

test('Northwind 1997 against 1996: what exercises have found, and every part adds up', longTest, async () => {
  const importer = await world.found('Northwind', { currency: 'USD', country: 'US' });
  await sellNorthwind(world, importer, { costPercent: 60 });
  const halves = { from: '1997-07-04', to: '1997-12-31', compare: 'previous_year' };
  const years = { from: '1997-01-01', to: '1997-12-31', compare: 'previous_year' };
  for (const group_by of ['client', 'product', 'category']) {
    for (const span of [halves, years]) {
      assert.deepEqual(await contradictions(importer, { ...span, group_by, limit: 5 }), [], group_by);
    }
  }
  const { totals } = await compare({ ...years, group_by: 'product' }, importer);
  const [[, , before], [, , now]] = northwind.years;
  assert.deepEqual([totals.net.compared, totals.net.amount], [before, now]);
});
