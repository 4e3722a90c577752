import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { asOwner } from '../../../test/support/database.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);

const muller = await shop.client({
  display_name: 'Café Müller',
  email: 'Ana@Mueller.example',
  phone: '+49 30 1234567',
});
const johnson = await shop.client({ display_name: 'Johnson Brothers', contacts: [{ name: 'Olu Adeyemi' }] });
const tokyo = await shop.client({ display_name: '東京商店' });
const noor = await shop.client({ display_name: 'شركة النور للتجارة' });
const mir = await shop.client({ display_name: 'Ремонт и сервис' });
const vase = await call('create_product', {
  type: 'good',
  name: 'Blue vase',
  sku: 'VS-100/B',
  barcode: '4006381333931',
  price: '20',
});
const sale = await shop.sold('50', { client_id: johnson.id });
const payment = await shop.pay(sale, { reference: 'RF-77 b' });
const expense = await call('create_expense', {
  payee_name: 'Stadtwerke',
  supplier_invoice_number: 'SW-2026/4711',
  expense_date: '2026-01-10',
  lines: [{ category: 'Rent and utilities', description: 'Strom im Winter', amount: '80' }],
});

const find = async (q: string, more = {}, options = {}): Promise<Wire> => call('search', { q, ...more }, options);
const ids = (answer: Wire): string[] => answer.results.map(({ id }: Wire) => id);
const marked = ({ found: { text, ranges } }: Wire) =>
  ranges.map(({ start, end }: Wire) => (text as string).slice(start, end));

const firsts: readonly (readonly [string, string, string, string])[] = [
  ['an e-mail, whatever its case', 'ANA@mueller.example', muller.id, 'exact'],
  ['the number of a sale, in small letters', String(sale.number).toLowerCase(), sale.id, 'exact'],
  ['the number of a client', johnson.number, johnson.id, 'exact'],
  ['a SKU', 'vs-100/b', vase.variants[0].id, 'exact'],
  ['the beginning of a SKU', 'VS-1', vase.variants[0].id, 'start'],
  ['a barcode', '4006381333931', vase.variants[0].id, 'exact'],
  ['the reference of a payment', 'RF-77 b', payment.id, 'exact'],
  ['the number on a bill', 'SW-2026/4711', expense.id, 'exact'],
  ['an id', johnson.id, johnson.id, 'words'],
  ['words without their accents', 'muller cafe', muller.id, 'words'],
  ['the beginning of a name', 'joh', johnson.id, 'start'],
  ['the name of a contact', 'adeyemi', johnson.id, 'words'],
  ['a part of a phone number', '1234', muller.id, 'words'],
  ['characters of a script without spaces', '商店', tokyo.id, 'words'],
  ['a word written from right to left', 'النور', noor.id, 'words'],
  ['a word in Cyrillic, in capitals', 'СЕРВИС', mir.id, 'words'],
  ['a description', 'winter', expense.id, 'words'],
];
for (const [what, q, id, match] of firsts) {
  test(`by ${what} its record comes first`, async () => {
    const [first] = (await find(q)).results;
    assert.deepEqual([first?.id, first?.match], [id, match], q);
  });
}

for (const [what, q, id] of [
  ['a letter too many', 'Mulller', muller.id],
  ['a letter missing', 'Johson', johnson.id],
  ['a wrong letter', 'Jahnson', johnson.id],
  ['two letters swapped', 'Jonhson', johnson.id],
  ['a mistake in another script', 'Рамонт', mir.id],
  ['a mistake in the name of a product', 'vese blue', vase.id],
] as const) {
  test(`${what} is forgiven in a name`, async () => {
    const { results } = await find(q);
    assert.deepEqual([results[0]?.id, results[0]?.match], [id, 'similar'], q);
  });
}

test('what belongs to a client is found by its mistyped name too, by those who may see clients', async () => {
  assert.ok(ids(await find('Jonhson')).includes(sale.id));
  const as = withPermissions(world.ana, ['sales:read']);
  assert.deepEqual(ids(await find('Jonhson', {}, { as })), []);
  assert.deepEqual(ids(await find('Johnson', {}, { as })), [sale.id]);
});

test('mistakes are forgiven only where nothing is written as it was typed, and never in numbers', async () => {
  const other = await shop.client({ display_name: 'Jonson & Sons' });
  assert.deepEqual(ids(await find('jonson', { types: ['client'] })), [other.id]);
  assert.deepEqual(ids(await find(`${String(sale.number).slice(0, -1)}9`)), []);
});

test('says where it was found, in plain text', async () => {
  const [first] = (await find('MULLER caf')).results;
  assert.equal(first.found.field, 'display_name');
  assert.deepEqual(
    marked(first),
    ['Café', 'Müller'].map((word, at) => (at === 0 ? word.slice(0, 3) : word)),
  );
  const [japanese] = (await find('商店')).results;
  assert.deepEqual(marked(japanese), ['商店']);
  const [mistyped] = (await find('Jahnson')).results;
  assert.deepEqual(marked(mistyped), ['Johnson']);
});

test('shows enough to choose by, and where it is read', async () => {
  const [first] = (await find(sale.number, { types: ['sale'] })).results;
  assert.deepEqual(
    [first.type, first.title, first.subtitle, first.amount, first.currency, first.date],
    ['sale', sale.number, 'Johnson Brothers', '50.00', 'EUR', sale.sale_date],
  );
  assert.equal(first.url, `https://books.example/api/sales/${sale.id}`);
});

test('kinds stand together, the one with the best find first, each with whether there is more', async () => {
  for (let made = 0; made < 3; made += 1) await shop.client({ display_name: `Zebra ${made}` });
  await call('create_product', { type: 'service', name: 'Zebra', price: '1' });
  const { results, groups } = await find('zebra', { limit: 2 });
  assert.deepEqual(groups, [
    { type: 'product', shown: 1, has_more: false },
    { type: 'client', shown: 2, has_more: true },
  ]);
  assert.deepEqual(
    results.map(({ type }: Wire) => type),
    ['product', 'client', 'client'],
  );
});

test('what is archived comes after what is not', async () => {
  const old = await shop.client({ display_name: 'Walrus' });
  const young = await shop.client({ display_name: 'Walrus two' });
  await call('archive_client', { id: young.id });
  await call('archive_client', { id: old.id });
  const third = await shop.client({ display_name: 'Walrus three' });
  assert.deepEqual(ids(await find('walrus', { types: ['client'] })), [old.id, third.id, young.id]);
});

test('what a caller may not read is neither found nor counted, and refused where it is asked for', async () => {
  const as = withPermissions(world.ana, ['payments:read']);
  const { results, groups } = await find('Johnson', {}, { as });
  assert.deepEqual([ids({ results }), groups], [[payment.id], [{ type: 'payment', shown: 1, has_more: false }]]);
  await assert.rejects(
    find('Johnson', { types: ['sale'] }, { as }),
    refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:read')),
  );
  assert.deepEqual(await find('Johnson', {}, { as: withPermissions(world.ana, []) }), { results: [], groups: [] });
});

test('another organisation finds nothing of it', async () => {
  for (const q of ['Johnson', 'Jonhson', sale.number, johnson.id]) {
    assert.deepEqual(ids(await find(q, {}, { as: world.rival })), [], q);
  }
});

for (const odd of ['%', '~johson', "'", '\\', "a' | 'b", ':*', '!!!', '<b>x</b>', '&', '__proto__', '\u{10FFFF}']) {
  test(`${JSON.stringify(odd)} is text like any other`, async () => {
    assert.ok(Array.isArray((await find(odd)).results));
  });
}

test('one record of old is found by a word that all have and one that no other has', async () => {
  // Too short to be forgiven a mistake, and not as the name begins: nothing else would find it.
  await call('create_client', { type: 'individual', display_name: 'Com Qux' });
  await asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'clients' and is_generated = 'NEVER' order by ordinal_position`,
    );
    const changed: Readonly<Record<string, string>> = {
      id: 'gen_random_uuid()',
      number: `'N-' || n`,
      created_at: `created_at + interval '1 hour'`,
      display_name: `'Com ' || n`,
      name_key: `'com ' || n`,
      search_text: `'com ' || n`,
    };
    await client.query(
      `insert into clients (${rows.map(({ name }) => name).join()})
       select ${rows.map(({ name }) => changed[name] ?? name).join()} from clients, generate_series(1, 1100) as n
       where display_name = 'Com Qux'`,
    );
  });
  const { results } = await find('qux com', { types: ['client'] });
  assert.deepEqual(
    results.map(({ title }: Wire) => title),
    ['Com Qux'],
  );
  assert.equal((await find('com', { types: ['client'], limit: 3 })).groups[0].has_more, true);
});

test('more words than are looked for are refused', async () => {
  await assert.rejects(find('a b c d e f g h i'), refused('validation_failed'));
});
