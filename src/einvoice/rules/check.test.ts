import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Break } from '../../../test/support/einvoice/break.ts';
import { decimal, sampleFacts } from '../../../test/support/einvoice/facts.ts';
import { peppol } from '../../../test/support/einvoice/peppol-breaks.ts';
import { changed, richFacts, richOptions } from '../../../test/support/einvoice/rich.ts';
import { invoiceOf } from '../invoice-of.ts';
import type { Invoice } from '../model.ts';
import { type Profile, profiles } from '../profile.ts';
import { checkInvoice } from './check.ts';

const minusOne = decimal('-1');
const finer = decimal('1.001');
const transfer = { code: '58', label: null, account: null, card: null, debit: null };

/** Each rule of the standard, and what of the invoice that says everything breaks it. */
const standard: readonly Break[] = [
  ['BR-02', '/number', { number: null }],
  ['BR-03', '/dates/issued', { issued: null }],
  ['BR-06', '/seller/legalName', { 'seller/name': null }],
  ['BR-07', '/buyer/legalName', { 'buyer/name': null }],
  ['BR-08', '/seller/address', { 'seller/address': null }],
  ['BR-09', '/seller/address/country', { 'seller/address/country': null }],
  ['BR-10', '/buyer/address', { 'buyer/address': null }],
  ['BR-11', '/buyer/address/country', { 'buyer/address/country': null }],
  ['BR-16', '/lines', { lines: [] }],
  ['BR-17', '/payee/name', { 'payee/name': '' }],
  ['BR-17', '/payee/name', { 'payee/name': 'Nordlicht Möbel GmbH' }],
  ['BR-18', '/taxRepresentative/name', { 'taxRepresentative/name': '' }],
  ['BR-19', '/taxRepresentative/address', { 'taxRepresentative/address': null }],
  ['BR-20', '/taxRepresentative/address/country', { 'taxRepresentative/address/country': null }],
  ['BR-21', '/lines/0/id', { 'lines/0/id': '' }],
  ['BR-23', '/lines/0/unit/code', { 'lines/0/unit': null }],
  ['BR-25', '/lines/1/name', { 'lines/1/name': null }],
  ['BR-27', '/lines/1/unitPrice', { 'lines/1/price/net': minusOne }],
  ['BR-28', '/lines/1/grossUnitPrice', { 'lines/1/price/gross': minusOne }],
  ['BR-29', '/dates/period/to', { 'period/to': '2026-01-31' }],
  ['BR-30', '/lines/0/period/to', { 'lines/0/period/to': '2026-01-31' }],
  ['BR-33', '/adjustments/0/reason', { 'adjustments/0/reason': null, 'adjustments/0/reasonCode': null }],
  ['BR-38', '/adjustments/1/reason', { 'adjustments/1/reason': null, 'adjustments/1/reasonCode': null }],
  [
    'BR-42',
    '/lines/0/adjustments/0/reason',
    { 'lines/0/adjustments/0/reason': null, 'lines/0/adjustments/0/reasonCode': null },
  ],
  ['BR-44', '/lines/0/adjustments/1/reason', { 'lines/0/adjustments/1/reason': null }],
  ['BR-48', '/taxes/0/percent', { 'taxes/0/percent': null }],
  ['BR-49', '/payment/means/0/code', { 'payment/means/0/code': '' }],
  ['BR-50', '/payment/means/0/account', { 'payment/means/0/account/id': '' }],
  [
    'BR-51',
    '/payment/means/0/lastDigits',
    { 'payment/means/0/card': { lastDigits: '4242424242424242', holder: null } },
  ],
  ['BR-52', '/attachments/0/id', { 'attachments/0/id': '' }],
  ['BR-53', '/taxCurrency/tax', { 'totals/taxInTaxCurrency': null }],
  ['BR-53', '/taxCurrency/currency', { taxCurrency: 'EUR' }],
  ['BR-54', '/lines/0/properties', { 'lines/0/properties': [{ name: 'Colour', value: '' }] }],
  ['BR-55', '/references/corrects/0/number', { 'corrects/0/number': '' }],
  ['BR-56', '/taxRepresentative/vatId', { 'taxRepresentative/vatId': null }],
  ['BR-57', '/deliverTo/address/country', { 'delivery/address/country': null }],
  ['BR-61', '/payment/means/0/account', { 'payment/means/0': transfer }],
  ['BR-62', '/seller/electronicAddress/scheme', { 'seller/electronicAddress/scheme': null }],
  ['BR-63', '/buyer/electronicAddress/scheme', { 'buyer/electronicAddress/scheme': null }],
  ['BR-64', '/lines/0/gtin', { 'lines/0/standardId/scheme': null }],
  ['BR-65', '/lines/0/classifications/0/scheme', { 'lines/0/classifications/0/scheme': null }],
  ['BR-CL-08', '/texts/note', { notes: ['Read #abc# first.'] }],
  ['BR-CO-04', '/lines/0/taxes', { 'lines/0/tax': null }],
  ['BR-CO-09', '/seller/taxIds', { 'seller/vatId': '123456789' }],
  ['BR-CO-09', '/seller/taxIds', { 'seller/vatId': 'XK810123456' }],
  ['BR-CO-10', '/totals/lines', { 'totals/lines': finer }],
  ['BR-CO-11', '/totals/discounts', { 'totals/discounts': finer }],
  ['BR-CO-12', '/totals/charges', { 'totals/charges': finer }],
  ['BR-CO-13', '/totals/net', { 'totals/net': finer }],
  ['BR-CO-14', '/totals/tax', { 'totals/tax': finer }],
  ['BR-CO-15', '/totals/gross', { 'totals/gross': finer }],
  ['BR-CO-16', '/totals/due', { 'totals/due': finer }],
  ['BR-CO-17', '/taxes/0/amount', { 'taxes/0/amount': decimal('46.6') }],
  ['BR-CO-18', '/taxes', { taxes: [] }],
  ['BR-CO-25', '/dates/due', { due: null, 'payment/terms': null }],
  ['BR-CO-26', '/seller/taxIds', { 'seller/vatId': null, 'seller/registration': null, 'seller/ids': [] }],
  ['BR-CL-04', '/currency', { currency: 'EURO' }],
  ['BR-CL-05', '/taxCurrency/currency', { taxCurrency: 'XXX' }],
  ['BR-CL-10', '/seller/ids/0/scheme', { 'seller/ids/0/scheme': 'GLN' }],
  ['BR-CL-11', '/seller/registration/scheme', { 'seller/registration/scheme': 'HRB' }],
  ['BR-CL-13', '/lines/0/classifications/0/scheme', { 'lines/0/classifications/0/scheme': 'TARIC' }],
  ['BR-CL-14', '/buyer/address/country', { 'buyer/address/country': 'UK' }],
  ['BR-CL-16', '/payment/means/0/code', { 'payment/means/0/code': 'SEPA' }],
  ['BR-CL-19', '/adjustments/0/reasonCode', { 'adjustments/0/reasonCode': 'FC' }],
  ['BR-CL-20', '/adjustments/1/reasonCode', { 'adjustments/1/reasonCode': '95' }],
  ['BR-CL-21', '/lines/0/gtin', { 'lines/0/standardId/scheme': 'GTIN' }],
  ['BR-CL-22', '/taxes/0/exemption/code', { 'taxes/0/exemptionCode': 'NONE' }],
  ['BR-CL-23', '/lines/0/unit/code', { 'lines/0/unit': 'piece' }],
  ['BR-CL-24', '/attachments/0/file/type', { 'attachments/0/file/type': 'text/html' }],
  ['BR-CL-25', '/seller/electronicAddress/scheme', { 'seller/electronicAddress/scheme': 'MAIL' }],
  ['BR-CL-25', '/buyer/electronicAddress/scheme', { 'buyer/electronicAddress/scheme': '9901' }],
  ['BR-CL-26', '/deliverTo/locationId/scheme', { 'delivery/location/scheme': 'GLN' }],
  ['BR-DEC-01', '/adjustments/0/amount', { 'adjustments/0/amount': finer }],
  ['BR-DEC-02', '/adjustments/0/base', { 'adjustments/0/base': finer }],
  ['BR-DEC-05', '/adjustments/1/amount', { 'adjustments/1/amount': finer }],
  ['BR-DEC-06', '/adjustments/1/base', { 'adjustments/1/base': finer }],
  ['BR-DEC-09', '/totals/lines', { 'totals/lines': finer }],
  ['BR-DEC-10', '/totals/discounts', { 'totals/discounts': finer }],
  ['BR-DEC-11', '/totals/charges', { 'totals/charges': finer }],
  ['BR-DEC-12', '/totals/net', { 'totals/net': finer }],
  ['BR-DEC-13', '/totals/tax', { 'totals/tax': finer }],
  ['BR-DEC-14', '/totals/gross', { 'totals/gross': finer }],
  ['BR-DEC-15', '/taxCurrency/tax', { 'totals/taxInTaxCurrency': finer }],
  ['BR-DEC-16', '/totals/prepaid', { 'totals/prepaid': finer }],
  ['BR-DEC-17', '/totals/rounding', { 'totals/rounding': finer }],
  ['BR-DEC-18', '/totals/due', { 'totals/due': finer }],
  ['BR-DEC-19', '/taxes/0/base', { 'taxes/0/base': finer }],
  ['BR-DEC-20', '/taxes/0/amount', { 'taxes/0/amount': finer }],
  ['BR-DEC-23', '/lines/0/net', { 'lines/0/net': finer }],
  ['BR-DEC-24', '/lines/0/adjustments/0/amount', { 'lines/0/adjustments/0/amount': finer }],
  ['BR-DEC-25', '/lines/0/adjustments/0/base', { 'lines/0/adjustments/0/base': finer }],
  ['BR-DEC-27', '/lines/0/adjustments/1/amount', { 'lines/0/adjustments/1/amount': finer }],
  ['BR-DEC-28', '/lines/0/adjustments/1/base', { 'lines/0/adjustments/1/base': finer }],
  ['BR-O-11', '/taxes/1/category', { 'taxes/0/category': 'O' }],
  ['BR-O-12', '/lines/0/taxes/0/category', { 'taxes/0/category': 'O' }],
  ['BR-O-13', '/adjustments/0/tax/category', { 'taxes/0/category': 'O' }],
  ['BR-O-14', '/adjustments/1/tax/category', { 'taxes/0/category': 'O' }],
  ['BR-IC-11', '/dates/supplied', { 'taxes/0/category': 'K', 'delivery/day': null, period: null }],
  ['BR-IC-12', '/deliverTo/address/country', { 'taxes/0/category': 'K', 'delivery/address': null }],
];

const debit = { code: '59', label: null, account: null, card: null, debit: { mandate: 'M', account: 'DE1' } };

const german: readonly Break[] = [
  ['BR-DE-1', '/payment/means', { 'payment/means': [] }],
  ['BR-DE-2', '/seller/contact', { 'seller/contact': null }],
  ['BR-DE-3', '/seller/address/city', { 'seller/address/city': null }],
  ['BR-DE-4', '/seller/address/postalCode', { 'seller/address/postalCode': null }],
  ['BR-DE-5', '/seller/contact/name', { 'seller/contact/name': null }],
  ['BR-DE-6', '/seller/contact/phone', { 'seller/contact/phone': null }],
  ['BR-DE-7', '/seller/contact/email', { 'seller/contact/email': null }],
  ['BR-DE-8', '/buyer/address/city', { 'buyer/address/city': null }],
  ['BR-DE-9', '/buyer/address/postalCode', { 'buyer/address/postalCode': null }],
  ['BR-DE-10', '/deliverTo/address/city', { 'delivery/address/city': null }],
  ['BR-DE-11', '/deliverTo/address/postalCode', { 'delivery/address/postalCode': null }],
  ['BR-DE-14', '/taxes/0/percent', { 'taxes/0/percent': null }],
  ['BR-DE-15', '/references/buyer', { 'references/buyer': null }],
  ['BR-DE-16', '/seller/taxIds', { 'seller/vatId': null, 'seller/taxNumber': null, taxRepresentative: null }],
  ['BR-DE-17', '/type', { typeCode: '386' }],
  ['BR-DE-18', '/payment/terms', { 'payment/terms': '#SKONTO#TAGE=14#PROZENT=2#' }],
  ['BR-DE-19', '/payment/means/0/account', { 'payment/means/0/account/id': 'DE02120300000000202052' }],
  ['BR-DE-20', '/payment/means/0/debitedAccount', { 'payment/means/0': debit }],
  [
    'BR-DE-22',
    '/attachments/1/file/name',
    { 'attachments/1/file': { name: 'HOURS.csv', type: 'text/csv', content: '' } },
  ],
  ['BR-DE-23-a', '/payment/means/0/account', { 'payment/means/0': transfer }],
  ['BR-DE-23-b', '/payment/means/0', { 'payment/means/0/debit': debit.debit }],
  ['BR-DE-24-a', '/payment/means/0/lastDigits', { 'payment/means/0/code': '48' }],
  ['BR-DE-24-b', '/payment/means/0', { 'payment/means/0/code': '48' }],
  ['BR-DE-25-a', '/payment/means/0/mandate', { 'payment/means/0/code': '59' }],
  ['BR-DE-25-b', '/payment/means/0', { 'payment/means/0/code': '59' }],
  ['BR-DE-26', '/references/corrects', { typeCode: '384', corrects: [] }],
  ['BR-DE-27', '/seller/contact/phone', { 'seller/contact/phone': 'ask' }],
  ['BR-DE-28', '/seller/contact/email', { 'seller/contact/email': 'ada@.example' }],
  ['BR-DE-30', '/payment/means/0/creditorId', { 'payment/means/0': debit }],
  [
    'BR-DE-31',
    '/payment/means/0/debitedAccount',
    { 'payment/means/0': { ...debit, debit: { mandate: 'M', account: null } } },
  ],
  ['BR-TMP-2', '/attachments/1/url', { 'attachments/1/url': 'plan.pdf' }],
  ['BR-DE-TMP-32', '/dates/supplied', { 'delivery/day': null, period: null, 'lines/0/period': null }],
];

const basic: readonly Break[] = [['FX-BASIC-BT-114', '/totals/rounding', { 'totals/rounding': decimal('0.02') }]];

const breaks: readonly (readonly [Profile, readonly Break[]])[] = [
  ['en16931', standard],
  ['xrechnung', german],
  ['peppol', peppol],
  ['facturx_basic', basic],
];

function rich(profile: Profile): Invoice {
  const facts = profile === 'facturx_basic' ? sampleFacts() : richFacts();
  return invoiceOf(facts, { profile, ...(profile === 'facturx_basic' ? {} : richOptions) }).invoice;
}

test('an invoice that says everything breaks no rule', () => {
  for (const profile of profiles) assert.deepEqual(checkInvoice(rich(profile), profile), []);
});

for (const [profile, rows] of breaks) {
  test(`each rule of ${profile} is told with the field to put right, and what to write there`, () => {
    for (const [rule, pointer, changes] of rows) {
      const findings = checkInvoice(changed(rich(profile), changes), profile);
      const finding = findings.find((one) => one.rule === rule && one.pointer === pointer);
      assert.ok(
        finding !== undefined,
        `${rule} at ${pointer}, not ${JSON.stringify(findings.map((one) => [one.rule, one.pointer]))}`,
      );
      assert.ok(
        finding.message.endsWith('.') || finding.message.endsWith('".') || finding.message.endsWith('"'),
        finding.message,
      );
      assert.ok(finding.remedy.length > 0);
    }
  });
}

test('a VAT id of Greece begins with EL', () => {
  assert.deepEqual(checkInvoice(changed(rich('en16931'), { 'seller/vatId': 'EL123456789' }), 'en16931'), []);
});

test('the tax may be as far from its percentage as rounding line by line comes to', () => {
  const { taxes, totals } = rich('en16931');
  const near = { 'taxes/0/amount': decimal('46.59'), 'totals/tax': decimal('48.69') };
  const sums = { 'totals/gross': decimal('318.69'), 'totals/due': decimal('301.01') };
  assert.equal(taxes.length, 2);
  assert.equal(totals.due.units, 30_002n);
  assert.deepEqual(checkInvoice(changed(rich('en16931'), { ...near, ...sums }), 'en16931'), []);
});

test('every rule that the code names is broken by a test', () => {
  const tested = new Set(breaks.flatMap(([, rows]) => rows.map(([rule]) => rule)));
  const folder = new URL('.', import.meta.url);
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.test.ts')) continue;
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const [, rule = ''] of source.matchAll(/'((?:BR|PEPPOL|FX|DK|GR|IS|IT|NL|NO|SE)-[A-Z0-9-]+)'/g)) {
      const parts = ['BR-DE-23', 'BR-DE-24', 'BR-DE-25'].includes(rule) ? [`${rule}-a`, `${rule}-b`] : [rule];
      for (const part of parts) assert.ok(tested.has(part), `${part} of ${file} is not tested`);
    }
  }
});
