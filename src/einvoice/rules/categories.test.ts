import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '../../../test/support/einvoice/facts.ts';
import { changed, richFacts, richOptions } from '../../../test/support/einvoice/rich.ts';
import type { TaxCategory } from '../../render/facts.ts';
import { invoiceOf } from '../invoice-of.ts';
import type { Invoice } from '../model.ts';
import { laws, ruleOf } from './categories.ts';
import { checkInvoice } from './check.ts';

const minusOne = decimal('-1');
const categories: readonly TaxCategory[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];
const one = decimal('1');

/** An invoice of one line, one discount and one charge, all of one category, with nothing wrong. */
function invoiceIn(category: TaxCategory): Invoice {
  const law = laws[category];
  const percent = law.rate === 'none' ? null : decimal(law.rate === 'zero' ? '0' : '10');
  const tax = { category, percent };
  const amount = decimal(law.rate === 'zero' || law.rate === 'none' ? '0' : '10');
  const base = invoiceOf(richFacts(), { profile: 'en16931', ...richOptions }).invoice;
  const hundred = decimal('100');
  const reason = law.exemption ? 'Because' : null;
  const isOutOfScope = category === 'O';
  return {
    ...base,
    seller: { ...base.seller, vatId: isOutOfScope ? null : base.seller.vatId },
    buyer: { ...base.buyer, vatId: isOutOfScope ? null : base.buyer.vatId },
    taxRepresentative: null,
    taxCurrency: null,
    lines: base.lines
      .slice(1)
      .map((line) => ({ ...line, net: hundred, price: { net: hundred, gross: null, per: null }, tax })),
    adjustments: base.adjustments.map((adjustment) => ({ ...adjustment, amount: one, base: null, percent: null, tax })),
    taxes: [{ ...tax, base: hundred, amount, exemptionReason: reason, exemptionCode: null }],
    totals: {
      lines: hundred,
      discounts: one,
      charges: one,
      net: hundred,
      tax: amount,
      taxInTaxCurrency: null,
      gross: decimal(amount.units === 0n ? '100' : '110'),
      prepaid: decimal('0'),
      rounding: decimal('0'),
      due: decimal(amount.units === 0n ? '100' : '110'),
    },
  };
}

function categoryBreaks(category: TaxCategory): readonly (readonly [number, Readonly<Record<string, unknown>>])[] {
  const law = laws[category];
  const wrongRate = { positive: decimal('0'), zero: one, none: decimal('0'), any: minusOne }[law.rate];
  const unknown = category === 'O' ? { 'seller/vatId': 'DE1' } : { 'seller/vatId': null, 'seller/taxNumber': null };
  return [
    [1, { taxes: [] }],
    [2, unknown],
    [3, unknown],
    [4, unknown],
    [5, { 'lines/0/tax/percent': wrongRate }],
    [6, { 'adjustments/0/tax/percent': wrongRate }],
    [7, { 'adjustments/1/tax/percent': wrongRate }],
    [8, { 'taxes/0/base': one }],
    [9, { 'taxes/0/amount': decimal('20') }],
    [10, { 'taxes/0/exemptionReason': law.exemption ? null : 'Because' }],
  ];
}

test('each category of tax has its ten rules, and an invoice that keeps them all', () => {
  for (const category of categories) {
    assert.deepEqual(checkInvoice(invoiceIn(category), 'en16931'), [], category);
    for (const [number, changes] of categoryBreaks(category)) {
      const rule = ruleOf(laws[category], number);
      const found = checkInvoice(changed(invoiceIn(category), changes), 'en16931').map((finding) => finding.rule);
      assert.ok(found.includes(rule), `${rule}, not ${found.join(' ')}`);
    }
  }
});

test('two rates of a category are two rows, but of zero percent only one', () => {
  for (const category of categories) {
    const invoice = invoiceIn(category);
    const rows = [...invoice.taxes, ...invoice.taxes];
    const rules = checkInvoice({ ...invoice, taxes: rows }, 'en16931').map(({ rule }) => rule);
    assert.equal(rules.includes(ruleOf(laws[category], 1)), !laws[category].perRate, category);
  }
});

test('reverse charge and intra-community supplies need the VAT id of the client', () => {
  for (const category of ['AE', 'K'] as const) {
    const nobody = { 'buyer/vatId': null, 'buyer/registration': null };
    const findings = checkInvoice(changed(invoiceIn(category), nobody), 'en16931');
    const finding = findings.find(({ rule }) => rule === ruleOf(laws[category], 2));
    assert.equal(finding?.pointer, '/buyer/taxIds');
  }
});
