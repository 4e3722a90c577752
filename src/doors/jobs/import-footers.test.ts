/** Rows of sums that other software writes below its records are no records, and hold those to account. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);
const table = (...rows: string[]) => rows.join('\n');
const counts = ({ total, created, failed }: Wire) => [total, created, failed];
const ofSales = { kind: 'sales', defaults: { payment_method: 'Cash' } };
const sales = (...footers: string[]) =>
  table(
    'Invoice,Date,Description,Qty,Price,Amount,Tax rate',
    '1001,2026-02-03,Ink,2,10.00,20.00,none',
    '1001,2026-02-03,Pens,1,5.50,5.50,none',
    '1002,2026-02-04,Paper,4,2.50,10.00,none',
    ...footers,
  );

for (const label of [
  'Total',
  'TOTAL:',
  'Summe',
  'Gesamtsumme',
  'Totaal',
  'Total général',
  'Totale',
  'Suma',
  'Grand Total',
]) {
  test(`a last row that begins with "${label}" is held against the rows, and is no record`, async () => {
    const ana = await service.register('Ana');
    const found = await bringIn(ana, { ...ofSales, content: sales(`${label},,,7,,"35.50",`) });
    assert.deepEqual(counts(found), [2, 2, 0], JSON.stringify(await errorsOf(ana, found)));
    assert.deepEqual(found.footers, [
      {
        line: 5,
        label,
        sums: [
          { column: 'Qty', stated: '7.00', computed: '7.00', agrees: true },
          { column: 'Amount', stated: '35.50', computed: '35.50', agrees: true },
        ],
      },
    ]);
  });
}

test('a total that is not that of the rows is told with what they come to, and holds nothing up', async () => {
  const ana = await service.register('Ana');
  const found = await bringIn(ana, { ...ofSales, content: sales('Total,,,7,,99.00,'), is_trial: true });
  assert.deepEqual(counts(found), [2, 2, 0]);
  const [{ sums }] = found.footers;
  assert.deepEqual(sums[1], { column: 'Amount', stated: '99.00', computed: '35.50', agrees: false });
});

test('totals of groups, shorter rows and the remark below a report are no records either', async () => {
  const ana = await service.register('Ana');
  const remark = '"Sunday, November 22, 2026 08:46 PM GMT+00:00 - Accrual Basis"';
  const content = sales('Total for Ink & Co,,,3', '', 'TOTAL,,,7,,"$35.50"', remark);
  const found = await bringIn(ana, { ...ofSales, content });
  assert.deepEqual(counts(found), [2, 2, 0]);
  assert.deepEqual(
    found.footers.map(({ sums }: Wire) => sums.map(({ agrees }: Wire) => agrees)),
    [[false], [true, true], []],
  );
});

test('sums are read in the form of their column, and a sum of sales counts each sale once', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'Rechnung;Datum;Beschreibung;Menge;Preis;Tax rate;Gesamtbetrag',
    'R1;03.02.2026;Tinte;2;1.000,00;none;2.500,50',
    'R1;03.02.2026;Papier;1;500,50;none;2.500,50',
    'R2;04.02.2026;Papier;2;10,25;none;20,50',
    'Summe;;;5;;;2.521,00',
  );
  const found = await bringIn(ana, { ...ofSales, content });
  assert.deepEqual(counts(found), [2, 2, 0], JSON.stringify(await errorsOf(ana, found)));
  const [{ sums }] = found.footers;
  assert.deepEqual(sums[1], { column: 'Gesamtbetrag', stated: '2521.00', computed: '2521.00', agrees: true });
});

test('control: a company that is called Total comes in, last or not, and so does a product', async () => {
  const ana = await service.register('Ana');
  const clients = table('name,city,postal_code', 'Anker,Kiel,24103', 'Total,Paris,75001', 'Summe,,10115', 'Gesamt,,');
  const found = await bringIn(ana, { kind: 'clients', content: clients });
  assert.deepEqual([counts(found), found.footers], [[4, 4, 0], []]);
  const products = await bringIn(ana, { kind: 'products', content: table('name,price,sku', 'Total,12.50,T-1') });
  assert.deepEqual([counts(products), products.footers], [[1, 1, 0], []]);
  const balances = table('Customer,City,Balance', 'Brandt,Kiel,100.00', 'Claus,Bonn,50.00', 'TOTAL,,150.00');
  const listed = await bringIn(ana, { kind: 'clients', content: balances });
  assert.deepEqual(counts(listed), [2, 2, 0]);
  assert.deepEqual(listed.footers[0].sums, [{ column: 'Balance', stated: '150.00', computed: '150.00', agrees: true }]);
});

test('the row-error file has no rows of sums', async () => {
  const ana = await service.register('Ana');
  const found = await bringIn(ana, {
    ...ofSales,
    content: sales('1003,yesterday,Ink,1,1,1,none', 'Total,,,8,,36.50,'),
  });
  assert.deepEqual(
    (await errorsOf(ana, found)).map((row) => row['Invoice']),
    ['1003'],
  );
});

test('the answer says how the file was read, and each of it can be told', async () => {
  const ana = await service.register('Ana');
  const text = table('name;city', 'Müller;Köln', 'Größe;Zürich');
  const bytes = (encoding: 'latin1' | 'utf16le' | 'utf8', of = text) => Buffer.from(of, encoding).toString('base64');
  const trial = { kind: 'clients', is_trial: true };
  for (const [encoding, content_base64] of [
    ['windows-1252', bytes('latin1')],
    ['utf-8', bytes('utf8')],
    ['utf-16le', bytes('utf16le', `\ufeff${text}`)],
  ] as const) {
    const found = await bringIn(ana, { ...trial, content_base64 });
    assert.deepEqual([found.reading, counts(found)], [{ encoding, delimiter: 'semicolon' }, [2, 2, 0]]);
  }
  const told = await bringIn(ana, { kind: 'clients', content_base64: bytes('latin1'), encoding: 'iso-8859-15' });
  assert.equal(told.reading.encoding, 'iso-8859-15');
  const { data } = await api(ana, 'GET', '/clients?sort=created_at');
  assert.deepEqual(
    data.map(({ display_name: name }: Wire) => name),
    ['Müller', 'Größe'],
  );
  const odd = table('name|a;b;c', 'Anker|x');
  const piped = await bringIn(ana, { ...trial, content: odd, delimiter: 'pipe' });
  assert.deepEqual([piped.reading, counts(piped)], [{ encoding: 'utf-8', delimiter: 'pipe' }, [1, 1, 0]]);
  for (const [pointer, wrong] of [
    ['/encoding', { content: text, encoding: 'utf-8' }],
    ['/content', {}],
    ['/content_base64', { content: text, content_base64: bytes('utf8') }],
    ['/content_base64', { content_base64: bytes('latin1'), encoding: 'utf-8' }],
  ] as const) {
    const input = { kind: 'clients', ...wrong };
    const { status, body } = await service.api(ana.token, 'POST', '/imports', input, {
      'idempotency-key': randomUUID(),
    });
    assert.deepEqual([status, body.errors[0].pointer], [422, pointer], JSON.stringify(wrong));
  }
});
