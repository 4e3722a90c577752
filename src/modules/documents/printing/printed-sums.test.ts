/**
 * Pages and e-invoices of invoices of every shape add up, and so do those of all corrections: credit notes of parts, of
 * the rest and of everything, until nothing is left to the cent.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsBySchematron, findSchematron } from '../../../../test/support/einvoice/schematron.ts';
import { senderOf } from '../../../../test/support/einvoice/sender.ts';
import { needing } from '../../../../test/support/pdf-tools.ts';
import { eInvoiceFaults, pageFaults, pageRows, rowFaults } from '../../../../test/support/printed-sums.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { readInvoice } from '../../../einvoice/read.ts';
import { designNames } from '../../../render/designs.ts';
import { labelLanguages } from '../../../render/labels.ts';
import { plainTemplate } from '../../../render/template.ts';
import { eInvoiceFormats } from '../../../wire/index.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, eInvoice } = await senderOf(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const full = await shop.tax('19', { category: 'S' });
const reduced = await shop.tax('7', { category: 'S' });
const free = await shop.tax('0', { category: 'E', exemption_reason: 'Insurance.' });
const reverse = await shop.tax('19', { kind: 'reverse_charge', exemption_reason: 'Reverse charge.' });
const kept = await shop.tax('10', { kind: 'withholding' });
const upon = await shop.tax('5', { compound: true, sequence: 1 });
const long = await shop.tax('19', { name: 'Tax on furniture and on what is made of wood', category: 'S' });
const excise = await shop.tax('0', { percentage: undefined, fixed_amount: '0.125' });

const fixture = { name: 'Desk', quantity: '3', unit_price: '1119.99', tax_rate_ids: [full] };
const book = { name: 'Book', quantity: '7', unit_price: '3.33', tax_rate_ids: [reduced] };
const lamp = { name: 'Lamp', quantity: '1', unit_price: '65.55', tax_rate_ids: [full] };
const crates = { name: 'Crate, returned', quantity: '-4', unit_price: '15.55', tax_rate_ids: [full] };
const bottles = { name: 'Bottle, returned', quantity: '-120', unit_price: '0.0825', tax_rate_ids: [reduced] };
const off = { discount: { type: 'percent', value: '12.5' } };
const fourPercent = { type: 'percent', value: '4', name: 'Loyal' };
const tenOff = { type: 'amount', value: '10.01', name: 'Spring' };
const coupon = { type: 'amount', value: '5', name: 'Coupon', applies: 'after_tax' };
const courier = { kind: 'shipping', name: 'Courier', amount: '49', tax_rate_ids: [full] };
const tip = { kind: 'tip', amount: '3', tax_rate_ids: [free] };
const service = { kind: 'service', name: 'Service', amount: '7.77', tax_rate_ids: [reduced] };

type Shape = {
  readonly sale: object;
  /** Taxes that EN 16931 cannot tell: such an invoice has pages only. */
  readonly pagesOnly?: boolean;
};

const shapes: Readonly<Record<string, Shape>> = {
  'a percentage off all, and freight': {
    sale: { lines: [fixture, lamp], discounts: [fourPercent], charges: [courier] },
  },
  'an amount off all, of several rates': { sale: { lines: [fixture, book, lamp], discounts: [tenOff] } },
  'discounts on lines and on discounts': {
    sale: { lines: [{ ...fixture, ...off }, book], discounts: [fourPercent, tenOff, { ...tenOff, lines: [2] }] },
  },
  'a discount off one line': { sale: { lines: [fixture, book, lamp], discounts: [{ ...fourPercent, lines: [3] }] } },
  'a coupon after tax': { sale: { lines: [fixture, book], discounts: [fourPercent, coupon] } },
  'freight, tip and service': { sale: { lines: [fixture, book], charges: [courier, tip, service] } },
  'prices with tax': {
    sale: {
      prices_include_tax: true,
      lines: [{ ...fixture, ...off }, book, lamp],
      discounts: [fourPercent, tenOff, coupon],
      charges: [courier],
    },
  },
  'a tax whose name takes two rows, in prices with it': {
    sale: { prices_include_tax: true, lines: [{ ...fixture, tax_rate_ids: [long] }, book], discounts: [coupon] },
  },
  'reverse charge': {
    sale: {
      lines: [
        { ...fixture, tax_rate_ids: [reverse] },
        { ...book, tax_rate_ids: [reverse] },
      ],
      discounts: [fourPercent],
    },
  },
  'exempt, in prices with tax': {
    sale: {
      prices_include_tax: true,
      lines: [{ ...fixture, tax_rate_ids: [free] }, book],
      discounts: [fourPercent, coupon],
      charges: [courier],
    },
  },
  exempt: {
    sale: { lines: [{ ...fixture, tax_rate_ids: [free] }, book], discounts: [tenOff], charges: [tip] },
  },
  'tax that the buyer keeps back': {
    sale: { lines: [{ ...fixture, tax_rate_ids: [full, kept] }, book], discounts: [fourPercent] },
  },
  'fractions of hours': {
    sale: { lines: [{ ...fixture, quantity: '0.33', unit_price: '99.995' }, book], discounts: [fourPercent] },
  },
  'empties that are taken back': {
    sale: { lines: [fixture, book, crates, bottles, lamp], discounts: [fourPercent, tenOff], charges: [courier] },
  },
  'empties of a tax that nothing else has, in prices with tax': {
    sale: { prices_include_tax: true, lines: [fixture, lamp, bottles, crates], discounts: [fourPercent, coupon] },
  },
  dollars: { sale: { currency: 'USD', exchange_rate: '0.9', lines: [fixture, book], discounts: [fourPercent] } },
  yen: {
    sale: {
      currency: 'JPY',
      exchange_rate: '0.006',
      discounts: [fourPercent],
      lines: [
        { ...fixture, unit_price: '11199' },
        { ...book, unit_price: '333' },
      ],
    },
  },
  'parts on days of their own': {
    sale: {
      lines: [fixture, book],
      discounts: [fourPercent],
      payment_schedule: [
        { due_date: '2026-03-15', kind: 'deposit', percent: '40' },
        { due_date: '2026-04-30', percent: '33.333333' },
        { due_date: '2026-05-31', kind: 'balance' },
      ],
    },
  },
  instalments: { sale: { lines: [fixture, book], instalments: 3, discounts: [fourPercent] } },
  'a tax on a tax, and one by the unit': {
    pagesOnly: true,
    sale: {
      discounts: [fourPercent, tenOff],
      charges: [courier],
      lines: [
        { ...fixture, tax_rate_ids: [full, upon] },
        { ...book, tax_rate_ids: [excise] },
      ],
    },
  },
};

const readable = needing('pdftotext');
const bytesOf = ({ content, encoding }: Wire) => Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
const schematron = findSchematron(process.env['DAYBOOK_SCHEMATRON']);

const written = new Map<string, Buffer>();

/** Faults of a document in each of its forms; Factur-X, whose XML is that of its pages, for a few only. */
async function faultsOf(document: Wire, { pagesOnly = false, formats = xmlFormats }: How = {}): Promise<string[]> {
  const faults = pageFaults(await pagesOf(document));
  if (pagesOnly) return faults;
  for (const format of formats) {
    // One after the other, since all make pages of the same few renderers.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const bytes = bytesOf(await eInvoice(document, format));
    if (format !== 'facturx') written.set(`${document.number}-${format}`, bytes);
    const { invoice, warnings } = readInvoice(bytes);
    faults.push(...[...eInvoiceFaults(invoice), ...warnings.map(String)].map((said) => `${format}: ${said}`));
  }
  return faults;
}

type How = Partial<Shape> & { readonly formats?: readonly string[] };

const pagesOf = async ({ id }: Wire) => bytesOf(await call('get_document_pdf', { id }));
const xmlFormats = eInvoiceFormats.filter((format) => format !== 'facturx');
const cents = (amount: string) => Math.round(Number(amount) * 100);
const discountsOf = ({ discounts }: Wire) => discounts.map((one: Wire) => [one.name, one.amount, one.type]);

describe('what corrects an invoice adds up as the invoice does, of', readable, () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, async () => {
      const about = { allow_duplicate: true, tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }] };
      const invoice = await invoiced(about, { ...shape.sale });
      assert.deepEqual(await faultsOf(invoice, shape), [], 'the invoice');
      const credit = (more: object = {}) => keyed('credit_document', { id: invoice.id, ...more });
      const some = { position: 1, quantity: name === 'fractions of hours' ? '0.1' : '1' };
      const charges = invoice.charges.length > 1 ? [1] : [];
      const notes = [
        await credit({ lines: [some, { position: 2, quantity: '1' }], charges }),
        await credit({ lines: [some] }),
        await credit(),
      ];
      const faults = notes.map((note) => faultsOf(note, shape));
      assert.deepEqual(await Promise.all(faults), [[], [], []], 'the credit notes');
      assert.equal(
        notes.reduce((total, { total: part }) => total + cents(part), 0),
        cents(invoice.total),
      );
      const again = await invoiced(about, { ...shape.sale });
      const whole = await keyed('credit_document', { id: again.id });
      assert.equal(whole.total, again.total);
      assert.deepEqual(discountsOf(whole), discountsOf(again));
      assert.deepEqual(await faultsOf(whole, { ...shape, formats: ['facturx'] }), [], 'all at once');
    });
  }
});

test('all designs print the same amounts, of every type that prices something', readable, async () => {
  const template = await call('create_document_template', { name: 'Own', is_default: true });
  const { client_id } = await invoiced({}, { lines: [lamp] });
  const priced = { lines: [{ ...fixture, ...off }, book], discounts: [fourPercent, tenOff], charges: [courier] };
  const printed = new Map<string, Set<string>>();
  for (const design of designNames) {
    // One after the other, since each design is that of one template.
    /* oxlint-disable eslint/no-await-in-loop */
    await call('update_document_template', { id: template.id, layout: { design } });
    await keyed('publish_document_template', { id: template.id });
    const documents = [
      ...(await documentsOf({ ...priced, client_id })),
      ...(await correctedOf({ ...priced, client_id, prices_include_tax: true })),
    ];
    const pages = await Promise.all(documents.map(pagesOf));
    /* oxlint-enable eslint/no-await-in-loop */
    for (const [index, { type, prices_include_tax: withTax }] of documents.entries()) {
      const name = `${type}${withTax ? ' with tax' : ''}`;
      const bytes = pages[index] ?? Buffer.alloc(0);
      if (design === plainTemplate.design) assert.deepEqual(pageFaults(bytes), [], name);
      printed.set(name, (printed.get(name) ?? new Set()).add(amountsOf(bytes)));
    }
  }
  assert.equal(printed.size, 8);
  for (const [name, amounts] of printed) assert.equal(amounts.size, 1, `${name}: ${[...amounts].join('\n')}`);
  await call('archive_document_template', { id: template.id });
});

const issuedOf = (type: string, about: object): Promise<Wire> =>
  call('create_document', { type, issue: true, ...about });

/** An invoice in two parts, and a credit note of some of it. */
async function correctedOf(sale: object): Promise<[Wire, Wire]> {
  const parts = [{ due_date: '2026-03-15', percent: '40' }, { due_date: '2026-04-30' }];
  const invoice = await issuedOf('invoice', { ...sale, payment_schedule: parts });
  return [invoice, await keyed('credit_document', { id: invoice.id, lines: [{ position: 1, quantity: '2' }] })];
}

/** A document of each type that prices something, of the same lines where it may have them. */
async function documentsOf(sale: object): Promise<Wire[]> {
  const [invoice, note] = await correctedOf(sale);
  const { client_id } = invoice;
  return [
    invoice,
    note,
    await issuedOf('debit_note', { ...sale, client_id: undefined, corrects_document_id: invoice.id }),
    await issuedOf('deposit_invoice', { lines: [lamp], client_id }),
    await issuedOf('quote', sale),
    await issuedOf('proforma', sale),
  ];
}

test('every language prints the same amounts, in figures of its own, and each type in several', readable, async () => {
  const { client_id } = await invoiced({}, { lines: [lamp] });
  const priced = { lines: [{ ...fixture, ...off }, book], discounts: [fourPercent, coupon], charges: [courier] };
  const parts = [{ due_date: '2026-03-15', percent: '40' }, { due_date: '2026-04-30' }];
  const raised = await issuedOf('invoice', { ...priced, client_id });
  const types: Readonly<Record<string, (language: string) => Promise<Wire>>> = {
    invoice: (language) => issuedOf('invoice', { ...priced, client_id, language, payment_schedule: parts }),
    quote: (language) => issuedOf('quote', { ...priced, client_id, language }),
    proforma: (language) => issuedOf('proforma', { ...priced, client_id, language }),
    deposit_invoice: (language) => issuedOf('deposit_invoice', { lines: [lamp], client_id, language }),
    debit_note: (language) => issuedOf('debit_note', { ...priced, corrects_document_id: raised.id, language }),
    credit_note: async (language) =>
      keyed('credit_document', { id: (await issuedOf('invoice', { ...priced, client_id })).id, language }),
  };
  const [, ...others] = Object.keys(types);
  const inEnglish = new Map<string, string[]>();
  for (const [index, language] of ['en', ...labelLanguages].entries()) {
    // English first of all types, then the invoice and one of the others.
    const asked = index === 0 ? Object.keys(types) : ['invoice', others[index % others.length] ?? ''];
    for (const type of asked) {
      // One after the other: an organisation has a few turns at the renderers.
      // oxlint-disable-next-line eslint/no-await-in-loop
      const document = await types[type]?.(language);
      assert.ok(document);
      // oxlint-disable-next-line eslint/no-await-in-loop
      const pages = await pagesOf(document);
      if (index === 0) assert.deepEqual(pageFaults(pages), [], type);
      const known = inEnglish.get(type) ?? figuresIn(pages);
      inEnglish.set(type, known);
      assert.ok(known.length >= (type === 'deposit_invoice' ? 3 : 12), `${type}: ${known.join(' ')}`);
      assert.deepEqual(figuresIn(pages), known, `${type} in ${language}`);
    }
  }
});

/** Amounts of cents without what parts and points them, which each language does in its own way. */
function figuresIn(pages: Uint8Array): string[] {
  const text = pageRows(pages)
    .join('\n')
    .replaceAll(/(?<=[0-9])[ \u00a0\u202f.,'’](?=[0-9]{3}(?![0-9]))/g, '');
  const figures = text.match(/(?<![0-9.,])[0-9]+[.,][0-9]{2}(?![0-9.,]*[0-9]|[\s\u00a0\u202f]?%)/g) ?? [];
  return [...new Set(figures.map((figure) => figure.replace(',', '.')))].toSorted();
}

/** Each amount once: a design may say the total twice, and where it likes. */
function amountsOf(pages: Uint8Array): string {
  const amounts =
    pageRows(pages)
      .join('\n')
      .match(/-?€[0-9,]+\.[0-9]{2}/g) ?? [];
  return [...new Set(amounts)].toSorted().join(' ');
}

test(
  'an invoice that took deposits off, one in cash and a debit note add up, and so do their credit notes',
  readable,
  async () => {
    const about = { discounts: [fourPercent], charges: [courier] };
    const first = await invoiced({}, { lines: [fixture] });
    const advance = await call('create_document', {
      type: 'deposit_invoice',
      client_id: first.client_id,
      lines: [lamp],
      issue: true,
    });
    await shop.pay({ id: advance.sale_id });
    const last = await call('create_document', {
      type: 'invoice',
      client_id: first.client_id,
      lines: [fixture, book],
      deposit_ids: [advance.id],
      issue: true,
      ...about,
    });
    const raised = await call('create_document', {
      type: 'debit_note',
      corrects_document_id: first.id,
      lines: [lamp, book],
      issue: true,
      ...about,
    });
    await call('update_organization', { cash_rounding_increment: '0.05' });
    const inCash = await invoiced({}, { ...about, lines: [fixture, book], cash_rounding: true });
    await call('update_organization', { cash_rounding_increment: null });
    assert.notEqual(inCash.totals.rounding, '0.00');
    for (const bill of [advance, last, raised, inCash]) {
      assert.deepEqual(await faultsOf(bill), [], bill.type);
      if (bill === advance) continue;
      const part = await keyed('credit_document', { id: bill.id, lines: [{ position: 1, quantity: '1' }] });
      const rest = await keyed('credit_document', { id: bill.id });
      assert.deepEqual([await faultsOf(part), await faultsOf(rest)], [[], []], `credit notes of ${bill.type}`);
      assert.equal(cents(part.total) + cents(rest.total), cents(bill.total));
    }
    await shop.booksAgree();
  },
);

const electronic = { address: { scheme: '0204', value: '991-01234-44' }, buyer_reference: '991-01234-44' };

describe('an invoice to a client that takes e-invoices', () => {
  test('with a discount is credited in every format', async () => {
    for (const format of eInvoiceFormats) {
      const invoice = await invoiced(
        { e_invoicing: { ...electronic, format } },
        { lines: [fixture, book], discounts: [fourPercent] },
      );
      const note = await keyed('credit_document', { id: invoice.id });
      assert.equal(note.snapshot.e_invoice_format, format);
      const { invoice: read } = readInvoice(bytesOf(await eInvoice(note)));
      assert.deepEqual([read.typeCode, eInvoiceFaults(read)], ['381', []]);
    }
  });

  test('can be corrected as pages alone where its e-invoice cannot be written', async () => {
    const taxes = [full, upon];
    const invoice = await invoiced({}, { lines: [{ ...fixture, tax_rate_ids: taxes }], discounts: [fourPercent] });
    await call('update_client', { id: invoice.client_id, e_invoicing: { format: 'peppol' } });
    const incomplete = refused('e_invoice_incomplete', ({ hint, errors }) => {
      assert.match(String(hint), /without_e_invoice/);
      assert.ok(errors?.length);
    });
    await assert.rejects(keyed('credit_document', { id: invoice.id }), incomplete);
    const note = await keyed('credit_document', { id: invoice.id, without_e_invoice: true });
    assert.deepEqual([note.total, note.snapshot.e_invoice_format], [invoice.total, null]);

    const other = await invoiced({}, { lines: [fixture] });
    await call('update_client', { id: other.client_id, e_invoicing: { format: 'peppol' } });
    const back = await keyed('return_sale', { id: other.sale_id });
    await call('update_client', { id: other.client_id, billing_address: null });
    const draft = await call('create_document', { type: 'credit_note', sale_id: back.id });
    await assert.rejects(keyed('issue_document', { id: draft.id }), incomplete);
    const issued = await keyed('issue_document', { id: draft.id, without_e_invoice: true });
    assert.deepEqual([issued.status, issued.snapshot.e_invoice_format], ['applied', null]);
  });
});

test('a calculator finds what is left out', readable, async () => {
  const invoice = await invoiced({}, { lines: [fixture], discounts: [fourPercent] });
  const text = pageRows(await pagesOf(invoice));
  assert.deepEqual(rowFaults(text), []);
  const without = text.filter((row) => !row.startsWith('Loyal'));
  assert.match(rowFaults(without)[0] ?? '', /^Total before tax is /);
  const vouched = pageRows(await pagesOf(await invoiced({}, { lines: [fixture], discounts: [coupon] })));
  assert.deepEqual(rowFaults(vouched), []);
  const unvouched = vouched.filter((row) => !row.startsWith('Coupon'));
  assert.match(rowFaults(unvouched)[0] ?? '', /^Amount due is /);
});

test('the official rules of EN 16931 have nothing against any of these', (context) => {
  if (typeof schematron === 'string') {
    context.skip(schematron);
    return;
  }
  for (const syntax of ['ubl', 'cii'] as const) {
    const files = [...written].filter(
      ([name]) => name.endsWith(syntax) || (syntax === 'ubl' && name.endsWith('peppol')),
    );
    assert.ok(files.length > 0);
    const texts = new Map(files.map(([name, bytes]) => [name, bytes.toString('utf8')]));
    assert.deepEqual(faultsBySchematron(schematron[syntax], texts), []);
  }
});
