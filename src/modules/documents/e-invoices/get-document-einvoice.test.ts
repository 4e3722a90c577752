import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hybridXml, pdfFaults } from '../../../../test/support/einvoice/hybrid.ts';
import { senderOf } from '../../../../test/support/einvoice/sender.ts';
import { faultsByXsd } from '../../../../test/support/einvoice/xsd.ts';
import { needing, pdfText } from '../../../../test/support/pdf-tools.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, operationNamed, type Wire } from '../../../../test/support/world.ts';
import { readConfig } from '../../../config.ts';
import { folderStore } from '../../../storage/content-store.ts';
import { openDocumentRenderer } from '../../../doors/document-renderer.ts';
import { readInvoice } from '../../../einvoice/read.ts';
import { run } from '../../../operation/run.ts';
import { eInvoiceFormats } from '../../../wire/index.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { invoiced, drafted, eInvoice } = await senderOf(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const pointers = ({ errors }: Wire): string[] => errors.map(({ pointer }: Wire) => pointer);
const bytesOf = ({ content }: Wire) => Buffer.from(content, 'base64');
const issue = ({ id }: Wire) => shop.keyed('issue_document', { id });

describe('an issued invoice', () => {
  test('is an e-invoice in every format, which says what the invoice says', async () => {
    const invoice = await invoiced({ display_name: 'Bezirksamt Mitte' }, { po_number: 'PO-7' });
    for (const profile of eInvoiceFormats) {
      const file = await eInvoice(invoice, profile);
      const isPdf = profile === 'facturx';
      assert.equal(file.content_type, isPdf ? 'application/pdf' : 'application/xml');
      assert.equal(file.filename, `invoice-${invoice.number}.${isPdf ? 'pdf' : 'xml'}`);
      const read = readInvoice(isPdf ? bytesOf(file) : Buffer.from(file.content)).invoice;
      assert.deepEqual(
        [read.number, read.issued, read.seller.name, read.buyer.name, read.references.order],
        [invoice.number, '2026-03-02', 'Nordlicht Möbel GmbH', 'Bezirksamt Mitte', 'PO-7'],
      );
      assert.deepEqual([read.totals.net.units, read.totals.gross.units], [100n, 119n]);
      assert.equal(read.payment.means[0]?.account?.id, 'DE02120300000000202051');
      assert.equal(read.buyer.electronicAddress?.value, '991-01234-44');
      assert.equal(read.references.buyer, '991-01234-44');
    }
  });

  test('has the same e-invoice for good, whatever is changed later', async () => {
    const client = await shop.client({ ...frenchBuyer, display_name: 'Before' });
    const invoice = await invoiceTo(client.id);
    const first = await eInvoice(invoice, 'peppol');
    await call('update_client', { id: client.id, e_invoicing: { buyer_reference: 'other', address: null } });
    assert.deepEqual(await eInvoice(invoice, 'peppol'), first);
    const answers = await Promise.all([1, 2, 3].map(() => eInvoice(invoice, 'en16931-cii')));
    assert.equal(new Set(answers.map(({ content }) => content)).size, 1);
  });

  test('is told where it goes by its client as it is today, as long as nobody said so before', async () => {
    const client = await shop.client({ ...frenchBuyer, e_invoicing: {} });
    const invoice = await invoiceTo(client.id);
    const missing = refused('e_invoice_incomplete', (details) => {
      assert.deepEqual(pointers(details), ['/client/e_invoicing/address', '/client/e_invoicing/buyer_reference']);
      assert.ok(details['errors'].every(({ change_with }: Wire) => change_with === 'update_client'));
      assert.deepEqual([details['format'], details['client_id']], ['peppol', client.id]);
    });
    await assert.rejects(eInvoice(invoice, 'peppol'), missing);
    await call('update_client', { id: client.id, e_invoicing: frenchBuyer.e_invoicing });
    assert.match((await eInvoice(invoice, 'peppol')).content, /FR-REF-1/);
  });

  test('without the country of its client is refused, since its page says none either', async () => {
    const client = await shop.client({ billing_address: null });
    const invoice = await invoiceTo(client.id);
    const missing = refused('e_invoice_incomplete', (details) => {
      const error = details['errors'].find(({ pointer }: Wire) => pointer === '/client/billing_address');
      assert.equal(error.code, 'BR-10');
      assert.match(error.hint, /credit it, make the change/);
    });
    await assert.rejects(eInvoice(invoice, 'en16931-ubl'), missing);
    await call('update_client', { id: client.id, billing_address: frenchBuyer.billing_address });
    await assert.rejects(eInvoice(invoice, 'en16931-ubl'), missing);
  });

  test('says what to write where nobody said what its client takes', async () => {
    const isMissing = refused('validation_failed', ({ errors }) => assert.equal(errors?.[0]?.pointer, '/profile'));
    await assert.rejects(eInvoice(await invoiced()), isMissing);
  });

  test('of another organisation is not there, and neither a draft nor a quote nor what is void is sent', async () => {
    const invoice = await invoiced();
    const asked = { id: invoice.id, profile: 'en16931-ubl' };
    await assert.rejects(call('get_document_einvoice', asked, { as: world.rival }), refused('not_found'));
    await eInvoice(invoice, 'en16931-ubl');
    await assert.rejects(call('get_document_einvoice', asked, { as: world.rival }), refused('not_found'));
    const isDraft = refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['issue_document']));
    await assert.rejects(eInvoice(await drafted(), 'en16931-ubl'), isDraft);
    const client_id = (await shop.client()).id;
    const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
    const quote = await call('create_document', { type: 'quote', client_id, lines, issue: true });
    const isQuote = refused('e_invoice_incomplete', (details) =>
      assert.ok(pointers(details).includes('/document/type')),
    );
    await assert.rejects(eInvoice(quote, 'en16931-ubl'), isQuote);
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    await shop.keyed('void_document', { id: invoice.id, reason: 'By mistake.' });
    await assert.rejects(eInvoice(invoice, 'en16931-ubl'), refused('invalid_state_transition'));
  });

  test('tells discounts after tax and what was paid before as what is paid', async () => {
    const discounts = [{ type: 'amount', value: '5', name: 'Coupon', applies: 'after_tax' }];
    const invoice = await invoiced({}, { discounts });
    const { invoice: read } = readInvoice(Buffer.from((await eInvoice(invoice, 'xrechnung-ubl')).content));
    assert.deepEqual([read.totals.gross.units, read.totals.prepaid.units, read.totals.due.units], [119n, 5n, 114n]);
    assert.match(read.notes[0] ?? '', /Coupon: −5.00 EUR/);
  });
});

describe('a credit note', () => {
  test('is an e-invoice in every format, which names what it corrects', async () => {
    const invoice = await invoiced({}, { po_number: 'PO-9' });
    const note = await shop.keyed('credit_document', { id: invoice.id, correction_reason: 'Given back.' });
    for (const profile of eInvoiceFormats) {
      const file = await eInvoice(note, profile);
      const read = readInvoice(file.encoding === 'base64' ? bytesOf(file) : Buffer.from(file.content)).invoice;
      assert.deepEqual([read.typeCode, read.number, read.totals.gross.units], ['381', note.number, 119n]);
      assert.deepEqual(read.corrects, [{ number: invoice.number, issued: '2026-03-02' }]);
    }
  });

  test('of a client that takes Factur-X has it inside of its pages', needing('pdfdetach'), async () => {
    const invoice = await invoiced({ e_invoicing: { format: 'facturx' } });
    const note = await shop.keyed('credit_document', { id: invoice.id, correction_reason: 'Given back.' });
    const xml = hybridXml(bytesOf(await call('get_document_pdf', { id: note.id })));
    assert.match(xml, new RegExp(`<ram:ID>${note.number}</ram:ID><ram:TypeCode>381<`));
  });
});

test('whatever an invoice is made of passes the rules of every format, to the cent', async () => {
  const [full, half, kept] = await Promise.all([
    shop.tax('19', { category: 'S' }),
    shop.tax('7', { category: 'S' }),
    shop.tax('10', { kind: 'withholding' }),
  ]);
  const free = await shop.tax('0', { category: 'E', exemption_reason: 'Insurance.' });
  const discount = { type: 'percent', value: '3.5', name: 'Loyal', applies: 'before_tax' };
  const sales = [
    {
      prices_include_tax: true,
      lines: [
        { name: 'Desk', quantity: '3', unit_price: '119.99', tax_rate_ids: [full] },
        {
          name: 'Book',
          quantity: '7',
          unit_price: '3.33',
          tax_rate_ids: [half],
          discount: { type: 'percent', value: '10' },
        },
      ],
      discounts: [discount, { ...discount, type: 'amount', value: '5', applies: 'after_tax', name: 'Coupon' }],
      charges: [{ kind: 'shipping', name: 'Courier', amount: '12.34', tax_rate_ids: [full] }],
    },
    {
      lines: [
        { name: 'Hour', quantity: '0.33', unit_price: '99.995', tax_rate_ids: [full, kept] },
        { name: 'Cover', quantity: '1', unit_price: '17.77', tax_rate_ids: [free] },
        { name: 'Page', quantity: '1000', unit_price: '0.0123', tax_rate_ids: [half] },
      ],
      discounts: [discount],
    },
  ];
  for (const sale of sales) {
    const invoice = await invoiced({}, sale);
    for (const profile of eInvoiceFormats) {
      const file = await eInvoice(invoice, profile);
      const { invoice: read, warnings } = readInvoice(
        file.encoding === 'base64' ? bytesOf(file) : Buffer.from(file.content),
      );
      assert.deepEqual(warnings, []);
      assert.equal(Number(read.totals.due.units) / 10 ** read.totals.due.scale, Number(invoice.amount_due), profile);
    }
  }
});

describe('a client that takes e-invoices', () => {
  test('is sent none that its format refuses: the invoice is not issued, and no number is lost', async () => {
    const before = await invoiced();
    const draft = await drafted({
      billing_address: { city: 'Bonn' },
      e_invoicing: { format: 'xrechnung-ubl', address: { scheme: '0204', value: '1' } },
    });
    const incomplete = refused('e_invoice_incomplete', (details) => {
      assert.deepEqual(pointers(details).toSorted(), [
        '/client/billing_address/country',
        '/client/billing_address/postal_code',
        '/client/e_invoicing/buyer_reference',
      ]);
      assert.doesNotMatch(JSON.stringify(details['errors']), /credit it, make the change/);
    });
    await assert.rejects(issue(draft), incomplete);
    assert.equal((await call('get_document', { id: draft.id })).status, 'draft');
    await call('update_client', { id: draft.client_id, billing_address: frenchBuyer.billing_address });
    await call('update_client', { id: draft.client_id, e_invoicing: { buyer_reference: '04011000-1' } });
    const issued = await issue(draft);
    const step = (number: string) => Number(/[0-9]+$/.exec(number)?.[0]);
    assert.equal(step(issued.number), step(before.number) + 1);
    assert.equal(issued.snapshot.e_invoice_format, 'xrechnung-ubl');
    const file = await eInvoice(issued);
    assert.match(file.content, /xrechnung_3.0/);
    assert.deepEqual(await eInvoice(issued, 'xrechnung-ubl'), file);
  });

  test('takes what its organisation sends where it says nothing itself', async () => {
    await call('update_organization', { e_invoicing: { format: 'en16931-cii' } });
    const invoice = await invoiced();
    const other = await invoiced({ e_invoicing: { format: 'en16931-ubl' } });
    await call('update_organization', { e_invoicing: { format: null } });
    assert.deepEqual(faultsByXsd((await eInvoice(invoice)).content, 'EN16931'), []);
    assert.match((await eInvoice(other)).content, /<ubl:Invoice|<Invoice/);
  });

  test('of Factur-X gets one file that is page and e-invoice', needing('qpdf', 'pdfdetach'), async () => {
    const invoice = await invoiced({ e_invoicing: { format: 'facturx' } });
    const file = await call('get_document_pdf', { id: invoice.id });
    assert.deepEqual(pdfFaults(bytesOf(file)), []);
    const xml = hybridXml(bytesOf(file));
    assert.deepEqual(faultsByXsd(xml, 'EN16931'), []);
    assert.match(xml, new RegExp(`<ram:ID>${invoice.number}</ram:ID>`));
    assert.deepEqual(await call('get_document_pdf', { id: invoice.id }), file);
    assert.deepEqual(await eInvoice(invoice), file);
    await shop.pay({ id: invoice.sale_id });
    const paid = await call('get_document_pdf', { id: invoice.id });
    assert.notEqual(paid.content, file.content);
    assert.equal(hybridXml(bytesOf(paid)), xml);
    const plain = await invoiced();
    assert.equal(hybridXml(bytesOf(await call('get_document_pdf', { id: plain.id }))), '');
  });
});

const frenchBuyer = {
  billing_address: { line1: '1 rue de Rivoli', city: 'Paris', postal_code: '75001', country: 'FR' },
  e_invoicing: { address: { scheme: '0009', value: '55204944776279' }, buyer_reference: 'FR-REF-1' },
};

/** Another of 100.00 without tax on the lines themselves. */
async function invoiceTo(client_id: string): Promise<Wire> {
  const tax = await shop.tax('19');
  const lines = [{ name: 'Beratung', quantity: '2', unit_price: '50', tax_rate_ids: [tax] }];
  return call('create_document', { type: 'invoice', client_id, lines, issue: true });
}

test('a file whose pages cannot be made is refused as pages_refused, with the reason', async () => {
  const { render } = readConfig({ DAYBOOK_RENDER_PROCESSES: '1', DAYBOOK_RENDER_PAGES_MAX: '1' });
  const renderer = openDocumentRenderer({
    render,
    store: folderStore(join(tmpdir(), randomUUID())),
    newId: randomUUID,
  });
  after(() => renderer.close());
  const rate = await shop.tax('19');
  const lines = Array.from({ length: 120 }, (_, index) => {
    return { name: `Line ${index}`, quantity: '1', unit_price: '1', tax_rate_ids: [rate] };
  });
  const { id } = await invoiced({}, { lines });
  const small = run({ ...world.runtime, renderer }, operationNamed('get_document_einvoice'), {
    actor: world.ana,
    input: { id, profile: 'facturx' },
    origin: { door: 'rest', requestId: randomUUID() },
  });
  await assert.rejects(
    small,
    refused('pages_refused', ({ fault }) => assert.equal(fault, 'too_many_pages')),
  );
});

test('an e-invoice names the reference of the Swiss QR-bill on its pages', needing('pdftotext'), async () => {
  const iban = 'CH5800791123000889012';
  await call('update_organization', { bank_account: { iban } });
  const invoice = await invoiced({});
  const { reference, problem } = invoice.qr_bill;
  assert.deepEqual([invoice.qr_bill.reference_type, problem], ['SCOR', null]);
  const file = await eInvoice(invoice, 'facturx');
  const { payment } = readInvoice(bytesOf(file)).invoice;
  assert.deepEqual([payment.means[0]?.account?.id, payment.remittance], [iban, reference]);
  assert.match(pdfText(bytesOf(file)), /Payment part|Zahlteil/);
});
