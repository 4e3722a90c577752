import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { contentIn, pdfOf } from '../../../../test/support/uploading.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { contraCodes } from './paper.ts';

const world = await createWorld();
world.setNow('2026-07-10T12:00:00Z');
const { call, ana, rival } = world;
const shop = shopOf(world);
const odd = 'Müller; "Söhne"\nund | Co, Λ: ünit';
const client = await shop.client({ display_name: odd });
const rate = await shop.tax('19', { code: 'DE19' });
const invoice = await call('create_document', {
  type: 'invoice',
  client_id: client.id,
  lines: [{ name: 'Work', quantity: '1', unit_price: '1000.00', tax_rate_ids: [rate] }],
  issue: true,
});
const sale = await call('get_sale', { id: invoice.sale_id });
const payment = await shop.keyed('pay_sale', { id: sale.id, method: 'Bank transfer' });
await call('create_client', { type: 'business', display_name: 'Paper Mill', roles: ['supplier'] });
const bill = await shop.keyed('create_expense', {
  supplier: 'Paper Mill',
  supplier_invoice_number: 'PM/2026-000000000000000000000000000000000042',
  post: true,
  lines: [{ category: 'Office and software', amount: '119.00', tax_rate_ids: [rate] }],
});
const { id: fileId } = await call('create_expense_receipt', {
  id: bill.id,
  sha256: await contentIn(world, ana, pdfOf('bill')),
});

const entriesOf = async (source_id: string): Promise<Wire[]> =>
  (await call('list_journal_entries', { source_id })).data;

test('an entry names its paper: document, dates, whose it is and the tax of each line', async () => {
  const [found] = await entriesOf(sale.id);
  const entry = await call('get_journal_entry', { id: found.id });
  assert.deepEqual(entry.paper, {
    number: sale.number,
    document_number: invoice.number,
    document_date: '2026-07-10',
    due_date: sale.due_date,
    supplier_number: null,
    document_type: 'invoice',
    document_id: invoice.id,
    file_id: null,
    party_type: 'client',
    party_id: client.id,
    party_number: client.number,
    party_name: client.display_name,
  });
  const tax = entry.lines.find(({ tax_code: code }: Wire) => code !== null);
  assert.deepEqual([tax.tax_code, tax.amount, tax.contra_accounts], ['DE19', '190.00', ['1100']]);
  const owed = entry.lines.find(({ side }: Wire) => side === 'debit');
  assert.deepEqual(owed.contra_accounts, ['2200', '4000']);
});

test('a payment names the only invoice that it pays, a bill the number of its supplier and its file', async () => {
  const paid = await entriesOf(payment.id);
  assert.deepEqual(
    paid.map(({ paper }) => paper.document_number),
    [invoice.number],
  );
  const [billed] = await entriesOf(bill.id);
  assert.deepEqual(
    [billed.paper.document_number, billed.paper.supplier_number, billed.paper.file_id, billed.paper.party_name],
    [bill.number, bill.supplier_invoice_number, fileId, 'Paper Mill'],
  );
});

test('from a document or a file to its entries it is one step, and another organisation finds none', async () => {
  const numbers = (found: Wire[]) => found.map(({ number }) => number);
  assert.deepEqual(numbers(await entriesOf(invoice.id)), numbers(await entriesOf(sale.id)));
  assert.deepEqual(numbers(await entriesOf(fileId)), numbers(await entriesOf(bill.id)));
  await assert.rejects(
    call('list_journal_entries', { source_id: invoice.id }, { as: rival }),
    refused('validation_failed'),
  );
});

test('journal, general ledger and their files carry the same facts, whatever a name has in it', async () => {
  const range = { from: '2026-07-01', to: '2026-07-31' };
  const journal = await call('get_journal', range);
  const row = journal.rows.find(({ source }: Wire) => source.id === sale.id);
  assert.equal(row.paper.document_number, invoice.number);
  assert.equal(row.author, ana.name);
  assert.equal(row.lines.find(({ code }: Wire) => code === '2200').tax_code, 'DE19');
  const ledger = await call('get_general_ledger', range);
  const owed = ledger.rows.find(({ source, code }: Wire) => source === sale.id && code === '1100');
  assert.deepEqual([owed.paper.document_id, owed.contra_accounts], [invoice.id, ['2200', '4000']]);
  for (const [name, input] of [
    ['get_journal', { ...range, format: 'csv' }],
    ['get_general_ledger', { ...range, format: 'csv' }],
    ['export_ledger', { format: 'csv' }],
  ] as const) {
    const rows: Wire[] = parse((await call(name, input)).content, { columns: true });
    const told = rows.filter(({ source }) => source === sale.id);
    assert.ok(told.length >= 3, name);
    for (const one of told) {
      assert.deepEqual(
        [one.document_number, one.party_number, one.party],
        [invoice.number, client.number, client.display_name],
      );
      assert.equal(one.author, ana.name);
      assert.match(one.posted_at, /^2026-07-10T12:00/);
    }
  }
});

test('the text formats carry them as tags and metadata, each on a line of its own', async () => {
  const hledger = (await call('export_ledger', { format: 'hledger' })).content;
  assert.ok(hledger.includes(`    ; document_number: ${invoice.number}\n`));
  assert.ok(hledger.includes('        ; party: Müller "Söhne" und Co Λ ünit\n'), hledger);
  const beancount = (await call('export_ledger', { format: 'beancount' })).content;
  assert.ok(beancount.includes(`  document_id: "${invoice.id}"\n`));
  assert.ok(beancount.includes('    tax_code: "DE19"\n'));
});

test('a reversal keeps the paper of what it reverses, and names it', async () => {
  const sold = await shop.sold('5.00');
  await shop.keyed('void_sale', { id: sold.id });
  const rows: Wire[] = parse((await call('export_ledger', { format: 'csv' })).content, { columns: true });
  const own = rows.filter(({ source }) => source === sold.id);
  const first = own.find(({ kind }) => kind === 'system');
  const back = own.find(({ kind }) => kind === 'reversal');
  assert.equal(back?.reverses, first?.number);
  assert.equal(back?.document_number, sold.number);
});

test('the accounts on the other side are each told once, in order', () => {
  const lines = [
    { code: '1100', amount: 119n },
    { code: '4000', amount: -60n },
    { code: '2200', amount: -19n },
    { code: '4000', amount: -40n },
  ];
  assert.deepEqual(contraCodes(lines, { amount: 119n }), ['2200', '4000']);
  assert.deepEqual(contraCodes(lines, { amount: -19n }), ['1100']);
});
