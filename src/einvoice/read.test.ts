import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sampleFacts } from '../../test/support/einvoice/facts.ts';
import { richFacts, richOptions } from '../../test/support/einvoice/rich.ts';
import { pdfWith } from '../../test/support/einvoice/typst.ts';
import { faultsByXsd } from '../../test/support/einvoice/xsd.ts';
import type { DocumentType } from '../render/document-type.ts';
import { ciiOf } from './cii.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { invoiceOf } from './invoice-of.ts';
import type { Invoice } from './model.ts';
import { readInvoice } from './read.ts';
import { checkArithmetic } from './rules/check.ts';
import { ublOf } from './ubl.ts';
import { UnreadableInvoice, type UnreadableCode } from './unreadable.ts';
import { xmlBytesMax } from './xml-tree.ts';

const { invoice } = invoiceOf(sampleFacts(), { profile: 'en16931' });
const ubl = ublOf(invoice);
const cii = ciiOf(invoice);

function read(xml: string): ReturnType<typeof readInvoice> {
  return readInvoice(Buffer.from(xml));
}

function refuses(bytes: Uint8Array | string, code: UnreadableCode): UnreadableInvoice {
  const given = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  let refusal: unknown;
  try {
    readInvoice(given);
  } catch (error) {
    refusal = error;
  }
  assert.ok(refusal instanceof UnreadableInvoice, String(refusal));
  assert.equal(refusal.code, code);
  return refusal;
}

test('an invoice that says everything is read whole, from both syntaxes', () => {
  for (const type of ['invoice', 'credit_note', 'deposit_invoice', 'debit_note'] satisfies DocumentType[]) {
    const full = invoiceOf(richFacts({ type }), { profile: 'facturx', ...richOptions }).invoice;
    assert.deepEqual(read(ublOf(full)).invoice, full);
    assert.deepEqual(read(ciiOf(full)).invoice, full);
    assert.deepEqual(faultsByXsd(ciiOf(full), 'EN16931'), []);
  }
});

/** As ZUGFeRD 1 called it all in 2014. */
function asZugferd1(xml: string): string {
  const names = [
    ['rsm:CrossIndustryInvoice', 'rsm:CrossIndustryDocument'],
    ['rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext'],
    ['rsm:ExchangedDocument(?=[ >])', 'rsm:HeaderExchangedDocument'],
    ['rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction'],
    ['ram:ApplicableHeaderTrade', 'ram:ApplicableSupplyChainTrade'],
    ['ram:SpecifiedLineTrade', 'ram:SpecifiedSupplyChainTrade'],
    ['ram:SpecifiedTradeSettlement(Line|Header)MonetarySummation', 'ram:SpecifiedTradeSettlementMonetarySummation'],
    ['ram:RateApplicablePercent', 'ram:ApplicablePercent'],
    ['ram:IssuerAssignedID', 'ram:ID'],
    ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'urn:ferd:CrossIndustryDocument:invoice:1p0'],
    ['InformationEntity:100', 'InformationEntity:12'],
    ['UnqualifiedDataType:100', 'UnqualifiedDataType:15'],
  ] as const;
  return names.reduce((text, [from, to]) => text.replaceAll(new RegExp(from, 'g'), to), xml);
}

test('ZUGFeRD 1 is read as what came of it, with freight, and without lines that have no amount', () => {
  const old = asZugferd1(cii);
  assert.match(old, /<rsm:HeaderExchangedDocument>/);
  assert.deepEqual(read(old).invoice, read(cii).invoice);
  const item = 'ram:IncludedSupplyChainTradeLineItem';
  const note = `<${item}><ram:AssociatedDocumentLineDocument/></${item}>`;
  const freight =
    '<ram:SpecifiedLogisticsServiceCharge><ram:Description>Post</ram:Description><ram:AppliedAmount>5.80' +
    '</ram:AppliedAmount><ram:AppliedTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:ApplicablePercent>19' +
    '</ram:ApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>';
  const more = old.replace(`<${item}>`, `${note}$&`).replace('<ram:SpecifiedTradePaymentTerms>', `${freight}$&`);
  const { lines, adjustments } = read(more).invoice;
  assert.equal(lines.length, read(cii).invoice.lines.length);
  assert.deepEqual(
    adjustments.map(({ kind, amount, reason }) => [kind, amount, reason]),
    [['charge', { units: 58n, scale: 1 }, 'Post']],
  );
});

test('an invoice without lines, as the smallest profiles have it, says what was paid by what is due', () => {
  const minimum = cii
    .replaceAll(/<ram:IncludedSupplyChainTradeLineItem>.*?<\/ram:IncludedSupplyChainTradeLineItem>/gs, '')
    .replaceAll(/<ram:ApplicableTradeTax>.*?<\/ram:ApplicableTradeTax>/gs, '')
    .replace(/<ram:LineTotalAmount>[^<]*<\/ram:LineTotalAmount>/, '')
    .replace(/<ram:DuePayableAmount>[^<]*/, '<ram:DuePayableAmount>200.00');
  const { invoice: small, warnings } = read(minimum);
  assert.deepEqual([small.lines, small.taxes, warnings], [[], [], []]);
  assert.deepEqual(small.totals.prepaid, { units: 701n, scale: 1 });
  assert.deepEqual(checkArithmetic(small), []);
});

test('a way to pay by direct debit or by card is read whole', () => {
  const sample = sampleFacts().payment;
  assert.ok(sample !== null);
  const mandate = { mandate: 'M-1', creditorId: 'DE98ZZZ09999999999', debitedAccount: 'DE02 1203 0000 0000 2020 51' };
  for (const means of [
    [{ kind: 'direct_debit', code: '59', ...mandate }],
    [{ kind: 'card', code: '48', lastDigits: '4242', holder: null }],
    [{ kind: 'other', code: '10', label: 'Cash' }],
  ] as const) {
    const paid: Invoice = invoiceOf(sampleFacts({ payment: { ...sample, means } }), { profile: 'facturx' }).invoice;
    assert.deepEqual(read(ublOf(paid)).invoice, paid);
    assert.deepEqual(read(ciiOf(paid)).invoice, paid);
    assert.deepEqual(faultsByXsd(ciiOf(paid), 'EN16931'), []);
  }
});

test('prefixes are the choice of who writes, and so are comments, CDATA and instructions', () => {
  const other = ubl
    .replaceAll('cbc:', 'b:')
    .replaceAll('xmlns:cbc', 'xmlns:b')
    .replaceAll('cac:', '')
    .replace('<Invoice xmlns=', '<u:Invoice xmlns:u=')
    .replace('</Invoice>', '</u:Invoice>')
    .replace('xmlns:cac=', 'xmlns=')
    .replace('>Oak table<', '><!-- of oak --><![CDATA[Oak table]]><')
    .replace('?>', '?><?xml-stylesheet href="http://evil.example/x.xsl"?>');
  assert.notEqual(other, ubl);
  assert.deepEqual(read(other).invoice, invoice);
});

test('numbers, days and texts are read in all the forms that XML has for them', () => {
  const other = ubl
    .replaceAll('>270.10<', '> +270.1 <')
    .replaceAll('>2.10<', '>02.1<')
    .replace('>2026-03-02<', '>2026-03-02Z<')
    .replace('>2026-03-16<', '>2026-03-16+01:00<');
  assert.notEqual(other, ubl);
  assert.deepEqual(read(other).invoice, invoice);
});

test('a file is read in the encoding that it names', () => {
  const latin = Buffer.from(ubl.replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.deepEqual(readInvoice(latin).invoice, invoice);
  const wide = Buffer.from(`\ufeff${ubl.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  assert.deepEqual(readInvoice(wide).invoice, invoice);
  assert.deepEqual(read(`\ufeff${ubl}`).invoice, invoice);
  refuses(ubl.replace('UTF-8', 'EBCDIC-CP-US'), 'not_xml');
  refuses(Buffer.from(ubl, 'latin1'), 'not_xml');
});

test('a document type is refused before anything in it is read', () => {
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
  const bombs = [
    `<!DOCTYPE lolz [<!ENTITY l0 "lol">${laughs.join('')}]>`,
    '<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://evil.example/x.dtd">',
    '<!DOCTYPE Invoice>',
  ];
  for (const bomb of bombs) {
    const started = performance.now();
    refuses(ubl.replace('?>', `?>${bomb}`).replace('Oak table', '&l9;'), 'has_doctype');
    assert.ok(performance.now() - started < 10_000);
  }
});

test('an entity that XML does not know is refused', () => {
  refuses(ubl.replace('Oak table', '&l9;'), 'not_xml');
  refuses(ubl.replace('Oak table', '&#0;'), 'not_xml');
});

test('a file that is too large, too deep or too wide is refused', () => {
  refuses(Buffer.alloc(xmlBytesMax + 1, 32), 'too_large');
  refuses('<a>'.repeat(100_000), 'too_deep');
  refuses(`<a>${'<b/>'.repeat(300_000)}</a>`, 'too_deep');
  const attributes = Array.from({ length: 100 }, (_, index) => `a${index}="1"`).join(' ');
  refuses(`<a ${attributes}/>`, 'too_deep');
});

test('a file that is made to be slow is refused in time', () => {
  const row = /<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/.exec(ubl)?.[0] ?? '';
  const slow = [
    ubl.replace(row, row.repeat(10_000)),
    `%PDF-1.7\n${'1 0 obj % '.repeat(300_000)}`,
    `%PDF-1.7\n${'1 0 obj ('.repeat(300_000)}`,
    `%PDF-1.7\n${'1 0 obj <<'.repeat(300_000)}`,
    `%PDF-1.7\n1 0 obj ${'['.repeat(300_000)}`,
    `%PDF-1.7\n${' '.repeat(3_000_000)}1${' '.repeat(3_000_000)}`,
  ];
  for (const text of slow) {
    const started = performance.now();
    assert.throws(() => readInvoice(Buffer.from(text)), UnreadableInvoice);
    assert.ok(performance.now() - started < 60_000, text.slice(0, 40));
  }
});

test('blanks by the megabyte are refused in a process that no longer optimizes patterns, as after weeks', () => {
  const script = `
    import { readInvoice } from '${new URL('read.ts', import.meta.url).href}';
    const blanks = ' '.repeat(3_000_000);
    for (const text of ['%PDF-1.7 ' + blanks + '1' + blanks, '%PDF-1.7 /Encrypt' + blanks + '1' + blanks]) {
      try { readInvoice(Buffer.from(text)); } catch (error) { console.log(error.constructor.name); }
    }`;
  const given = ['--no-regexp-optimization', '--input-type=module', '--eval', script];
  const said = execFileSync(process.execPath, given, { encoding: 'utf8' });
  assert.deepEqual(said.trim().split('\n'), ['UnreadableInvoice', 'UnreadableInvoice']);
});

test('what is no invoice is refused with what it is', () => {
  refuses('', 'not_xml');
  refuses('hello', 'not_xml');
  refuses('<html><body/></html>', 'not_an_invoice');
  assert.match(
    refuses('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', 'not_an_invoice').message,
    /Order/,
  );
  refuses('<Invoice/>', 'not_an_invoice');
  refuses(ubl.slice(0, -20), 'not_xml');
});

test('what is missing or wrong is named by its element', () => {
  const noCurrency = ubl.replace(/<cbc:DocumentCurrencyCode>.*?<\/cbc:DocumentCurrencyCode>/, '');
  assert.equal(refuses(noCurrency, 'field_missing').place, 'cbc:DocumentCurrencyCode');
  assert.equal(refuses(ubl.replaceAll('>270.10<', '>270,10<'), 'field_wrong').place, 'cbc:TaxInclusiveAmount');
  assert.equal(refuses(ubl.replaceAll('>270.10<', '>1e3<'), 'field_wrong').place, 'cbc:TaxInclusiveAmount');
  assert.equal(refuses(ubl.replace('2026-03-02', '2026-02-30'), 'field_wrong').place, 'cbc:IssueDate');
  const noDue = cii.replace(/<ram:DuePayableAmount>.*?<\/ram:DuePayableAmount>/, '');
  assert.equal(refuses(noDue, 'field_missing').place, 'ram:DuePayableAmount');
  refuses(cii.replace('>20260302<', '>20261302<'), 'field_wrong');
});

test('a category of tax that the standard does not know is read by its rate, with a warning', () => {
  const { invoice: lower, warnings } = read(ubl.replaceAll('<cbc:ID>S<', '<cbc:ID>AA<'));
  assert.deepEqual(lower, invoice);
  assert.deepEqual([...new Set(warnings.map(({ code }) => code))], ['tax_category_unknown']);
  assert.equal(read(cii.replaceAll('>S</ram:CategoryCode>', '>B</ram:CategoryCode>')).warnings.length, 4);
});

test('an amount in another currency is a warning, and so is a proforma', () => {
  const other = read(ubl.replace('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="TRY">'));
  assert.deepEqual(
    other.warnings.map(({ code, place }) => [code, place]),
    [['other_currency', '/ubl:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount']],
  );
  const draft = read(ubl.replace('>380<', '>325<'));
  assert.deepEqual(
    draft.warnings.map(({ code }) => code),
    ['proforma'],
  );
});

test('a PDF without an e-invoice is refused, and one that is encrypted', () => {
  refuses(pdfWith(cii, 'notes.txt'), 'no_attachment');
  const pdf = Buffer.from(pdfWith(cii)).toString('latin1');
  refuses(Buffer.from(pdf.replace('/Size', '/Encrypt 9 0 R /Size'), 'latin1'), 'encrypted');
  refuses('%PDF-1.7\n', 'no_attachment');
});

test('an attachment has the name of an e-invoice, in any case, or is the only XML', () => {
  for (const name of ['factur-x.xml', 'ZUGFeRD-invoice.xml', 'xrechnung.xml', '2026-0042.xml']) {
    assert.deepEqual(readInvoice(pdfWith(cii, name)).invoice, invoice);
  }
});

test('whatever is done to a file, it is read or refused, and nothing else', () => {
  const files = [Buffer.from(ubl), Buffer.from(cii), Buffer.from(pdfWith(cii))];
  const edit = fc.record({ at: fc.nat(), remove: fc.nat(40), insert: fc.uint8Array({ maxLength: 12 }) });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 4 }), (file, edits) => {
      let bytes: Buffer = file;
      for (const { at, remove, insert } of edits) {
        const place = at % bytes.length;
        bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
      }
      try {
        readInvoice(bytes);
      } catch (error) {
        assert.ok(error instanceof UnreadableInvoice, String(error));
      }
    }),
    { numRuns: 1_500 },
  );
});

test('a VAT number with a wrong check digit is read, with a warning', () => {
  const { xml } = eInvoiceOf(sampleFacts(), { profile: 'en16931', syntax: 'ubl' });
  const slipped = (xml ?? '').replaceAll('DE123456788', 'DE123456789');
  const { invoice: received, warnings } = readInvoice(Buffer.from(slipped));
  assert.equal(received.seller.vatId, 'DE123456789');
  assert.deepEqual(
    warnings.map(({ code, place }) => [code, place]),
    [['wrong_check_digit', '/seller/vat_id']],
  );
});
