import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-10T12:00:00Z');
const shop = shopOf(world);
const formula = '=HYPERLINK("http://evil.example","Open")';
const client = await world.call('create_client', { type: 'individual', display_name: formula });
const variant = await shop.product({ name: '+1+1', price: '19.99' });
await shop.receive(variant, '10', '3.00');
const sold = { lines: [{ variant_id: variant.id, quantity: '2' }], client_id: client.id };
await shop.pay(await shop.keyed('create_sale', { ...sold, confirm: true }), { amount: '10.00' });

const reports: readonly (readonly [name: string, input: object])[] = [
  ['get_business_overview', {}],
  ['get_profit_and_loss', { compare: 'previous_year', interval: 'week' }],
  ['get_profit_and_loss', { basis: 'cash' }],
  ['get_revenue', { group_by: 'client' }],
  ['get_revenue', { group_by: 'product' }],
  ['get_trends', {}],
  ['get_product_margin', {}],
  ['compare_periods', {}],
  ['compare_periods', { group_by: 'product', metric: 'margin' }],
  ['get_expenses_by_category', {}],
  ['get_payments_report', {}],
  ['get_receivables_aging', {}],
  ['get_client_statement', { client_id: client.id }],
  ['get_tax_summary', {}],
  ['get_cash_flow', { interval: 'week' }],
  ['get_inventory_valuation', {}],
  ['get_balance_sheet', { compare: 'previous_year' }],
  ['get_balance_sheet', { layout: 'hgb', include_zero: true }],
  ['get_profit_and_loss', { layout: 'us', interval: 'week' }],
  ['get_trial_balance', {}],
  ['get_general_ledger', {}],
  ['get_journal', {}],
];

/** The cells of a sheet, row by row: a number, a text, or nothing. */
function cellsOf(file: Wire): (string | number | null)[][] {
  assert.equal(file.encoding, 'base64');
  const parts = unzipSync(Buffer.from(file.content, 'base64'));
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(
    ([, text = '']) => text,
  );
  const sheet = part('xl/worksheets/sheet1.xml');
  assert.doesNotMatch(sheet, /<f[ >]/, 'no cell is a formula');
  return [...sheet.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/g)].map(([, row = '']) => {
    const cells: (string | number | null)[] = [];
    for (const [, column = '', attributes = '', value] of row.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|><v>([^<]*)<\/v><\/c>)/g,
    )) {
      const place = Array.from(column).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (cells.length < place) cells.push(null);
      if (value === undefined) cells.push(null);
      else cells.push(attributes.includes('t="s"') ? decoded(texts[Number(value)] ?? '') : Number(value));
    }
    return cells;
  });
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

test('every report has the same table as CSV and as a spreadsheet, in which numbers are numbers', async () => {
  for (const [name, input] of reports) {
    const file = await world.call(name, { ...input, format: 'csv' });
    assert.match(file.filename, /^[a-z0-9-]+\.csv$/);
    const rows: string[][] = parse(file.content);
    const sheet = await world.call(name, { ...input, format: 'xlsx' });
    assert.equal(sheet.filename, file.filename.replace('.csv', '.xlsx'));
    const cells = cellsOf(sheet);
    assert.equal(cells.length, rows.length, name);
    assert.ok(rows.length > 1 && cells.flat().some((cell) => typeof cell === 'number'), name);
    for (const [index, row] of rows.entries()) {
      for (const [place, text] of row.entries()) {
        const cell = cells[index]?.[place] ?? null;
        if (typeof cell === 'number') assert.equal(cell, Number(text), `${name}: ${text}`);
        else assert.equal(cell ?? '', text.startsWith("'") ? text.slice(1) : text, name);
      }
    }
  }
});

test('columns stay where they are whatever is in a report, and a table of nothing has its header', async () => {
  for (const [name, input] of reports) {
    if (name === 'get_client_statement') continue;
    const header = async (as = world.ana): Promise<string[] | undefined> =>
      parse((await world.call(name, { ...input, format: 'csv' }, { as })).content)[0];
    assert.deepEqual(await header(world.rival), await header(), name);
  }
});

test('text that a spreadsheet would take for a formula is none, in either format', async () => {
  const csv = await world.call('get_revenue', { group_by: 'client', format: 'csv' });
  assert.ok(csv.content.includes(`"'=HYPERLINK(""http`));
  const cells = cellsOf(await world.call('get_revenue', { group_by: 'client', format: 'xlsx' }));
  assert.equal(cells[1]?.[0], formula);
  const margins = await world.call('get_product_margin', { format: 'csv' });
  assert.match(margins.content, /"'\+1\+1"/);
});
