/** The facts of an invoice agree in its record, pages, e-invoice, public page and mail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { senderOf } from '../../../../test/support/einvoice/sender.ts';
import { needing } from '../../../../test/support/pdf-tools.ts';
import { pageRows } from '../../../../test/support/printed-sums.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { decimalText } from '../../../einvoice/exact.ts';
import { readInvoice } from '../../../einvoice/read.ts';
import { anonymous } from '../../../operation/actor.ts';
import { eInvoiceFormats } from '../../../wire/index.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { invoiced, eInvoice } = await senderOf(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');
const vat = await shop.tax('19', { category: 'S' });
const lines = [{ name: 'Desk', quantity: '1', unit_price: '1000', tax_rate_ids: [vat] }];

const bytesOf = ({ content, encoding }: Wire) => Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
const pageOf = async ({ id }: Wire) => pageRows(bytesOf(await call('get_document_pdf', { id }))).join('\n');
const xmlFormats = eInvoiceFormats.filter((format) => format !== 'facturx');
const readAs = async (document: Wire, format: string) => readInvoice(bytesOf(await eInvoice(document, format))).invoice;

async function sharedOf({ id }: Wire): Promise<Wire> {
  const { url } = await call('share_document', { id });
  return call('get_shared_document', { token: String(url).split('/').at(-1) }, { as: anonymous });
}

const inParts = {
  lines,
  payment_schedule: [
    { due_date: '2026-03-15', kind: 'deposit', percent: '40' },
    { due_date: '2026-04-30', kind: 'balance' },
  ],
};

test('parts that an invoice is paid in, with their days', needing('pdftotext'), async () => {
  const invoice = await invoiced({}, inParts);
  const page = await pageOf(invoice);
  assert.match(page, /Due 15 March 2026 · 40% +€476\.00\n+Due 30 April 2026 +€714\.00/);
  for (const format of xmlFormats) {
    const { due, payment, totals } = await readAs(invoice, format);
    assert.equal(due, '2026-03-15');
    assert.equal(payment.terms, '2026-03-15: 476.00 EUR (40 %)\n2026-04-30: 714.00 EUR');
    assert.equal(decimalText(totals.due, 2), '1190.00');
  }
  const shared = await sharedOf(invoice);
  assert.deepEqual(
    shared.payment_schedule.map((part: Wire) => [part.due_date, part.amount_due]),
    [
      ['2026-03-15', '476.00'],
      ['2026-04-30', '714.00'],
    ],
  );
  assert.deepEqual([shared.amount_due, shared.payment.amount], ['1190.00', '476.00']);
  assert.match(shared.payment.qr, /\nEUR476\.00\n/);
  const { mails } = await shop.keyed('send_document', { id: invoice.id, to: [{ email: 'buyer@example.com' }] });
  assert.match(mails[0].message, /due on 15 March 2026 \(€476\.00\) and 30 April 2026 \(€714\.00\)\./);
});

test('parts as far as they are left to pay', needing('pdftotext'), async () => {
  const invoice = await invoiced({}, inParts);
  await shop.keyed('pay_sale', { id: invoice.sale_id, amount: '500', method: 'Bank transfer' });
  const shared = await sharedOf(invoice);
  assert.deepEqual([shared.amount_due, shared.payment.amount], ['690.00', '690.00']);
  await shop.keyed('pay_sale', { id: invoice.sale_id, amount: '690', method: 'Bank transfer' });
  assert.doesNotMatch(await pageOf(invoice), /Due 15 Mar 2026 ·/);
});

test(
  'tax of an invoice in another currency in that of the seller too, as the books have it',
  needing('pdftotext'),
  async () => {
    const invoice = await invoiced({}, { lines, currency: 'USD', exchange_rate: '0.91237' });
    const note = await shop.keyed('credit_document', { id: invoice.id });
    for (const document of [invoice, note]) {
      assert.match(await pageOf(document), /Tax at the rate of 1 USD = 0\.91237 EUR.*: €173\.35/);
      for (const format of xmlFormats) {
        const { taxCurrency, totals } = await readAs(document, format);
        assert.deepEqual([taxCurrency, totals.taxInTaxCurrency], ['EUR', { units: 17_335n, scale: 2 }]);
      }
      const { tax_in_base_currency: told } = await sharedOf(document);
      assert.deepEqual([told.currency, told.exchange_rate, told.tax], ['EUR', '0.91237', '173.35']);
    }
    await shop.booksAgree();
  },
);

test(
  'no tax in another currency of an invoice that has none, or is in that of the seller',
  needing('pdftotext'),
  async () => {
    const untaxed = lines.map((line) => ({ ...line, tax_rate_ids: [] }));
    const [free, own] = [
      await invoiced({}, { lines: untaxed, currency: 'USD', exchange_rate: '0.9' }),
      await invoiced(),
    ];
    for (const document of [free, own]) {
      assert.doesNotMatch(await pageOf(document), /at the rate of/);
      assert.equal((await sharedOf(document)).tax_in_base_currency, null);
    }
  },
);

test('references: order, project, what is corrected and why', needing('pdftotext'), async () => {
  const invoice = await invoiced({}, { lines, po_number: 'PO-77', project: 'Harbour' });
  const note = await shop.keyed('credit_document', { id: invoice.id, correction_reason: 'Wrong desk' });
  const [page, credited] = [await pageOf(invoice), await pageOf(note)];
  assert.match(page, /PO-77[^]*Harbour/);
  assert.match(credited, new RegExp(`${invoice.number}[^]*Wrong desk`));
  for (const format of xmlFormats) {
    const { references } = await readAs(invoice, format);
    assert.deepEqual([references.order, references.project], ['PO-77', 'Harbour']);
    const { corrects, notes } = await readAs(note, format);
    assert.deepEqual(corrects, [{ number: invoice.number, issued: '2026-03-02' }]);
    assert.match(notes.join(), /Wrong desk/);
  }
  const [shared, sharedNote] = [await sharedOf(invoice), await sharedOf(note)];
  assert.deepEqual([shared.po_number, shared.project, sharedNote.corrects.reason], ['PO-77', 'Harbour', 'Wrong desk']);
});

test('a tax number is called what it is', needing('pdftotext'), async () => {
  const invoice = await invoiced({ tax_ids: [{ type: 'other', value: '771' }] }, { lines });
  assert.match(await pageOf(invoice), /Tax no\.\s+771/i);
});

test('discounts for paying early, with their days and amounts', needing('pdftotext'), async () => {
  const invoice = await invoiced({}, { lines, due_date: '2026-04-01', early_discounts: [{ percent: '2', days: 10 }] });
  const early = /2% discount if paid within 10 days \(12 March 2026: €1,166\.20\)/;
  assert.match((await pageOf(invoice)).replaceAll('\n', ' ').replaceAll(/ +/g, ' '), early);
  const shared = await sharedOf(invoice);
  assert.deepEqual(
    shared.early_discounts.map((one: Wire) => [one.until, one.payable]),
    [['2026-03-12', '1166.20']],
  );
  const { mails } = await shop.keyed('send_document', { id: invoice.id, to: [{ email: 'buyer@example.com' }] });
  assert.match(mails[0].message, early);
});
