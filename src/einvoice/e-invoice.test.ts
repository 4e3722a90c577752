import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { longTest } from '../../test/support/dose.ts';
import { anyFacts } from '../../test/support/einvoice/any-facts.ts';
import { sampleFacts, vat7 } from '../../test/support/einvoice/facts.ts';
import { secondOpinion } from '../../test/support/einvoice/second-opinion.ts';
import { faultsByXsd } from '../../test/support/einvoice/xsd.ts';
import type { DocumentFacts } from '../render/facts.ts';
import type { DocumentType } from '../render/document-type.ts';
import { ciiOf } from './cii.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { rounded } from './exact.ts';
import { type ExpenseFacts, expenseOf } from './expense-of.ts';
import { invoiceOf } from './invoice-of.ts';
import { profileFacts, profiles } from './profile.ts';
import { readInvoice } from './read.ts';
import { ublOf } from './ubl.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { parseXml } from './xml-tree.ts';

const types: readonly DocumentType[] = ['invoice', 'credit_note', 'deposit_invoice', 'debit_note'];

test('an invoice passes all rules of every profile, in every syntax that the profile has', () => {
  for (const type of types) {
    for (const profile of profiles) {
      for (const syntax of profileFacts[profile].syntaxes) {
        const { xml, findings } = eInvoiceOf(sampleFacts({ type }), { profile, syntax });
        assert.deepEqual(findings, []);
        assert.ok(xml !== null);
      }
    }
  }
});

test('whatever a sale can come to passes the rules, and its CII the schema of Factur-X', longTest, () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...profiles), (facts, profile) => {
      fc.pre(profile !== 'facturx_basic' || facts.totals.rounding === 0n);
      const { xml, findings } = eInvoiceOf(facts, { profile });
      assert.deepEqual(findings, []);
      assert.ok(xml !== null);
      const { invoice } = invoiceOf(facts, { profile });
      assert.deepEqual(faultsByXsd(ciiOf(invoice), profile === 'facturx_basic' ? 'BASIC' : 'EN16931'), []);
    }),
    { numRuns: 300 },
  );
});

test('what was written is read as it was meant, from both syntaxes', longTest, () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...profiles), (facts, profile) => {
      const { invoice } = invoiceOf(facts, { profile });
      assert.deepEqual(readInvoice(Buffer.from(ublOf(invoice))), {
        invoice,
        syntax: 'ubl',
        isHybrid: false,
        warnings: [],
      });
      assert.deepEqual(readInvoice(Buffer.from(ciiOf(invoice))), {
        invoice,
        syntax: 'cii',
        isHybrid: false,
        warnings: [],
      });
    }),
    { numRuns: 300 },
  );
});

test('another implementation takes our UBL, element for element, and makes the same of it', longTest, async () => {
  await fc.assert(
    fc.asyncProperty(anyFacts.map(withRoundPrices), async (facts) => {
      const { invoice } = invoiceOf(facts, { profile: 'peppol' });
      const ubl = ublOf(invoice);
      const ours = leavesIn(ubl).filter((leaf) => !leaf.includes('PaymentDueDate'));
      assert.deepEqual(leavesIn(await secondOpinion(ubl, 'UBL')).filter(isInPlace), ours.filter(isInPlace));
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('another implementation makes no other CII of our UBL than we do, and it books the same', longTest, async () => {
  await fc.assert(
    fc.asyncProperty(anyFacts.map(withRoundPrices).map(withoutPapers), async (facts) => {
      const { invoice } = invoiceOf(facts, { profile: 'peppol' });
      const ours = new Set(leavesIn(ciiOf(invoice)).map(asInSchema));
      const theirXml = await secondOpinion(ublOf(invoice), 'CII');
      assert.deepEqual(bookedFrom(theirXml), bookedFrom(ciiOf(invoice)));
      const theirs = leavesIn(theirXml).map(asInSchema);
      assert.deepEqual(
        theirs.filter((leaf) => !ours.has(leaf)),
        [],
      );
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

/** CII names the currency once, and spells the holder of a card another way: its schema says so, not that library. */
function asInSchema(leaf: string): string {
  return leaf.replaceAll(/\["currencyID","[A-Z]{3}"\]/g, '').replace('CardHolderName', 'CardholderName');
}

/** That implementation has prices of two decimals only, where the standard has as many as it takes. */
function withRoundPrices(facts: DocumentFacts): DocumentFacts {
  const lines = facts.lines.map((line) => ({ ...line, unitPrice: rounded(line.unitPrice, 2) }));
  return { ...facts, lines };
}

/** Its CII has another place for the project, for the account of the buyer, and none for the invoices before. */
function withoutPapers(facts: DocumentFacts): DocumentFacts {
  return { ...facts, references: sampleFacts().references, deposits: [] };
}

/** It has credit notes in the order of invoices, where these two have another place. */
function isInPlace(leaf: string): boolean {
  return !leaf.includes('cbc:DueDate') && !leaf.includes('cbc:TaxPointDate');
}

/** Its CII names currencies where there should be none, which is no fault of the invoice. */
function bookedFrom(xml: string): ExpenseFacts {
  return expenseOf(readInvoice(Buffer.from(xml)));
}

function leavesIn(xml: string): string[] {
  return leavesOf(parseXml(Buffer.from(xml)));
}

/** Each element that has a text, with its path and its attributes, in order. */
function leavesOf(element: XmlElement, path = ''): string[] {
  const here = `${path}/${element.name}${JSON.stringify([...element.attributes])}`;
  if (element.children.length === 0) return [`${here} ${element.text}`];
  return element.children.flatMap((child) => leavesOf(child, here));
}

test('what is wrong is not written, and the field to put right is named', () => {
  const { xml, findings } = eInvoiceOf(sampleFacts({ number: null }), { profile: 'xrechnung' });
  assert.equal(xml, null);
  assert.deepEqual(
    findings.map(({ rule, pointer }) => [rule, pointer]),
    [['BR-02', '/number']],
  );
});

test('a quote is no e-invoice', () => {
  const { xml, findings } = eInvoiceOf(sampleFacts({ type: 'quote' }), { profile: 'en16931' });
  assert.equal(xml, null);
  assert.deepEqual(
    findings.map(({ rule, pointer }) => [rule, pointer]),
    [['BR-04', '/type']],
  );
});

test('a discount on lines of two taxes has to say which of them it has', () => {
  const one = { reason: 'Loyalty', reasonCode: null, percent: null, base: null, amount: 0n, tax: null };
  for (const [kind, rule] of [
    ['discount', 'BR-32'],
    ['charge', 'BR-37'],
  ] as const) {
    const { findings } = eInvoiceOf(sampleFacts({ adjustments: [{ ...one, kind }] }), { profile: 'en16931' });
    assert.ok(findings.some((finding) => finding.rule === rule && finding.pointer === '/adjustments/0/tax'));
    const sure = eInvoiceOf(sampleFacts({ adjustments: [{ ...one, kind, tax: vat7 }] }), { profile: 'en16931' });
    assert.deepEqual(sure.findings, []);
  }
});

test('a row that the e-invoice leaves out does not move the field that is named', () => {
  const held = { ...vat7, name: 'Held', base: 0n, amount: 0n, exemption: null, withheld: true };
  const facts = sampleFacts();
  const taxes: DocumentFacts['taxes'] = [held, ...facts.taxes.map((row) => ({ ...row, base: row.base + 1n }))];
  const { findings } = eInvoiceOf({ ...facts, taxes }, { profile: 'en16931' });
  assert.deepEqual(
    findings.map(({ rule, pointer }) => [rule, pointer]),
    [
      ['BR-S-08', '/taxes/1/base'],
      ['BR-S-08', '/taxes/2/base'],
    ],
  );
});

test('a profile is only written in a syntax that it has', () => {
  assert.throws(() => eInvoiceOf(sampleFacts(), { profile: 'peppol', syntax: 'cii' }), RangeError);
});
