import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);

world.setNow('2026-05-01T10:00:00Z');
const client = await shop.client({ display_name: 'Café Müller' });
const other = await shop.client({ display_name: 'Northwind' });
const item = (name: string, unit_price: string) => ({ name, quantity: '1', unit_price });
const make = (lines: object[], more: object) => call('create_sale', { lines, confirm: true, ...more });
const old = await make([item('Espresso machine', '900')], {
  client_id: client.id,
  sale_date: '2026-03-01',
  channel: 'web',
  tags: ['b2b'],
});
const paid = await make([item('Beans', '20')], { client_id: other.id, sale_date: '2026-04-01', external_id: 'e-1' });
await shop.pay(paid);
const partly = await make([item('Cups', '50')], {
  client_id: client.id,
  sale_date: '2026-04-20',
  due_date: '2026-06-01',
});
await shop.pay(partly, { amount: '10' });
const draft = await shop.draft(['5'], { sale_date: '2026-05-01' });
const gone = await make([item('Mistake', '70')], { client_id: other.id, sale_date: '2026-04-25' });
await shop.keyed('void_sale', { id: gone.id });

const ids = async (input: object): Promise<string[]> =>
  (await call('list_sales', input)).data.map(({ id }: Wire) => id);

const filters: readonly (readonly [string, object, readonly Wire[]])[] = [
  ['drafts', { status: ['draft'] }, [draft]],
  ['several states', { status: ['confirmed', 'voided'] }, [gone, partly, old]],
  ['what is paid', { payment_status: ['paid'] }, [paid]],
  [
    'what is not or only partly paid, of what stands',
    { payment_status: ['unpaid', 'partially_paid'], status: ['confirmed'] },
    [partly, old],
  ],
  ['what is overdue', { overdue: true }, [old]],
  ['what is not overdue', { overdue: false }, [draft, gone, partly, paid]],
  ['a client', { client_id: client.id }, [partly, old]],
  ['a channel', { channel: 'web' }, [old]],
  ['a tag', { tag: 'b2b' }, [old]],
  ['an external id', { external_id: 'e-1' }, [paid]],
  ['a number', { number: paid.number }, [paid]],
  ['a span of days', { sale_date: { gte: '2026-04-01', lt: '2026-04-25' } }, [partly, paid]],
  ['the last days', { sale_date: { period: 'last_7_days' } }, [draft, gone]],
  ['the month before', { sale_date: { period: 'last_month' } }, [gone, partly, paid]],
  ['a part of a period', { sale_date: { period: 'last_month', gt: '2026-04-01', lte: '2026-04-24' } }, [partly]],
  ['a day due', { due_date: { gt: '2026-05-01' } }, [partly]],
  ['amounts above', { total: { gt: '50' } }, [gone, old]],
  ['an exact amount', { total: '50.00' }, [partly]],
  ['the beginning of a name of the client, without accents', { q: 'mull' }, [partly, old]],
  ['words of lines, in any order', { q: 'machine ESPR' }, [old]],
  ['words of client and line together', { q: 'cafe cups' }, [partly]],
  ['a part of the number', { q: paid.number.slice(-5) }, [paid]],
  ['nothing but signs', { q: '!?' }, []],
  ['a word that begins nothing', { q: 'resso' }, []],
];
for (const [what, input, expected] of filters) {
  test(`finds by ${what}`, async () => {
    assert.deepEqual(
      await ids(input),
      expected.map(({ id }) => id),
    );
  });
}

test('a period moves on with the day of the organization', async () => {
  world.setNow('2026-05-31T23:30:00Z');
  const before = await ids({ sale_date: { period: 'last_month' } });
  world.setNow('2026-06-30T10:00:00Z');
  const after = await ids({ sale_date: { period: 'last_month' } });
  world.setNow('2026-05-01T10:00:00Z');
  // In Berlin June has begun by then.
  assert.deepEqual([before, after], [[draft.id], [draft.id]]);
});

test('what is no period is refused with those that there are', async () => {
  await assert.rejects(
    ids({ sale_date: { period: 'this_fiscal_year' } }),
    refused('validation_failed', ({ errors }) => {
      assert.equal(errors?.[0]?.pointer, '/sale_date/period');
      assert.match(errors?.[0]?.message ?? '', /last_30_days/);
    }),
  );
});

test('lists in every order, page by page, without a gap', async () => {
  const all = await ids({});
  assert.equal(all.length, 5);
  for (const sort of [
    'sale_date',
    '-sale_date',
    'number',
    '-number',
    'total',
    '-total',
    'created_at',
    '-updated_at',
    'due_date',
    '-client_name',
    'amount_due',
  ]) {
    const whole = await ids({ sort });
    assert.equal(new Set(whole).size, 5);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('list_sales', { sort, limit: 2, ...(cursor && { cursor }) });
      paged.push(...page.data.map(({ id }: Wire) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(paged, whole, sort);
  }
  assert.deepEqual((await ids({ sort: 'number' }))[0], draft.id, 'what has no number yet comes first');
});

test('shows lines, and client and variants where they are asked for', async () => {
  const [first] = (await call('list_sales', { external_id: 'e-1', expand: ['client', 'lines.variant'] })).data;
  assert.deepEqual(
    [first.client.display_name, first.lines[0].name, first.lines[0].variant],
    ['Northwind', 'Beans', null],
  );
  const [short] = (await call('list_sales', { external_id: 'e-1', fields: ['id', 'number', 'total'] })).data;
  assert.deepEqual(short, { id: paid.id, number: paid.number, total: '20.00' });
  const one = await call('get_sale', { id: paid.id, expand: ['client'] });
  assert.equal(one.client.id, other.id);
  const { variant, ...line } = first.lines[0];
  assert.equal(variant, null);
  assert.deepEqual((await shop.sale(paid)).lines, [line]);
});

test('shows no client and no product to whoever may see sales alone', async () => {
  const as = withPermissions(world.ana, ['sales:read']);
  const needs = (needed: string) => refused('forbidden', (details) => assert.equal(details.needs, needed));
  const ask = (expand: string[]) => call('get_sale', { id: paid.id, expand }, { as });
  await assert.rejects(ask(['client']), needs('clients:read'));
  await assert.rejects(call('list_sales', { expand: ['client'] }, { as }), needs('clients:read'));
  const variant = await shop.product({ price: '3' });
  await shop.receive(variant, '1', '1');
  const sale = await make([{ variant_id: variant.id, quantity: '1' }], { client_id: client.id });
  await assert.rejects(call('get_sale', { id: sale.id, expand: ['lines.variant'] }, { as }), needs('products:read'));
  await shop.keyed('void_sale', { id: sale.id });
  assert.equal((await ask([])).client_id, other.id);
});

test('lists by when it is due, whose it is, and what is still to be paid', async () => {
  const first = async (sort: string) =>
    (await call('list_sales', { sort, limit: 1, status: ['confirmed'] })).data[0].id;
  assert.deepEqual(
    [await first('due_date'), await first('-due_date'), await first('amount_due'), await first('-amount_due')],
    [old.id, partly.id, partly.id, old.id],
  );
  const names = (await call('list_sales', { sort: 'client_name' })).data.map((row: Wire) => row.client_name ?? '');
  assert.deepEqual(names, names.toSorted());
  assert.deepEqual(await ids({ amount_due: { gte: '40', lt: '900' } }), [partly.id]);
});

test('counts when asked, and refuses an amount that the currency does not have', async () => {
  assert.equal((await call('list_sales', { status: ['confirmed'], include: ['total_count'] })).total_count, 2);
  await assert.rejects(call('list_sales', { total: { gt: '1.005' } }), refused('validation_failed'));
});

test('adds up all that is found by currency: drafts apart, returns taken off, nothing that is void', async () => {
  const totals = async (input: object = {}) =>
    (await call('list_sales', { ...input, limit: 1, include: ['totals', 'total_count'] })).totals;
  assert.deepEqual(await totals(), [
    { currency: 'EUR', count: 6, total: '970.00', draft_total: '5.00', amount_due: '940.00' },
  ]);
  assert.deepEqual(await totals({ client_id: client.id }), [
    { currency: 'EUR', count: 3, total: '950.00', draft_total: '0.00', amount_due: '940.00' },
  ]);
  assert.deepEqual(await totals({ status: ['voided'] }), [
    { currency: 'EUR', count: 2, total: '0.00', draft_total: '0.00', amount_due: '0.00' },
  ]);
  assert.deepEqual(await totals({ q: 'nothing' }), []);
  assert.deepEqual(await totals({ fields: ['id'], sort: 'total' }), await totals());
  const first = await call('list_sales', { limit: 1 });
  assert.deepEqual(await totals({ cursor: first.next_cursor }), await totals(), 'on every page');
  await call('set_exchange_rate', { currency: 'JPY', rate: '0.00625', rate_date: '2026-04-01' });
  const yen = await call('create_sale', {
    lines: [{ name: 'Tea set', quantity: '2', unit_price: '1500' }],
    client_id: other.id,
    currency: 'JPY',
    sale_date: '2026-04-02',
    confirm: true,
  });
  await shop.keyed('return_sale', { id: yen.id, lines: [{ line_id: yen.lines[0].id, quantity: '1' }] });
  assert.deepEqual(
    (await totals()).map(({ currency, total, amount_due: due }: Wire) => [currency, total, due]),
    [
      ['EUR', '970.00', '940.00'],
      ['JPY', '1500', '1500'],
    ],
  );
});
