import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const as = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const shop = shopOf(world, as);
const vat = await shop.tax('19');

for (const [currency, exchange_rate, later] of [
  ['EUR', '1.09', '1.095'],
  ['JPY', '0.0067', '0.0070'],
  ['KWD', '3.25', '3.2'],
]) {
  const client_id = (await shop.client()).id;
  const lines = ['99', '1', '33'].map((unit_price) => {
    return { name: 'Piece', quantity: '1', unit_price, tax_rate_ids: [vat] };
  });
  const sale = await world.call('create_sale', { currency, exchange_rate, client_id, lines, confirm: true }, { as });
  const paid = await shop.keyed('create_payment', {
    method: 'Card',
    client_id,
    currency,
    exchange_rate: later,
    amount: '200',
    fee_amount: '3',
  });
  await shop.keyed('refund_payment', { id: paid.id, amount: '50' });
  await shop.keyed('return_sale', {
    id: sale.id,
    reason: 'damaged',
    lines: [{ line_id: sale.lines[0].id, quantity: '1' }],
  });
}

const checkers = [
  ['hledger', 'hledger', 'check', '--strict', '-f'],
  ['beancount', 'bean-check'],
] as const;

for (const [format, program, ...options] of checkers) {
  test(`books with other currencies in them are sound to ${program}`, async (context) => {
    await shop.booksAgree();
    const { content } = await world.call('export_ledger', { format }, { as });
    const folder = mkdtempSync(join(tmpdir(), 'daybook-books-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, `books.${format}`);
    writeFileSync(path, content);
    const { error, status, stdout, stderr } = spawnSync(program, [...options, path], { encoding: 'utf8' });
    if (error !== undefined) return context.skip(`${program} is not installed`);
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
}
