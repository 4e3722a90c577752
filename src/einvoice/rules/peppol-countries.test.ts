import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '../../../test/support/einvoice/facts.ts';
import { changed, richFacts, richOptions } from '../../../test/support/einvoice/rich.ts';
import { invoiceOf } from '../invoice-of.ts';
import { checkInvoice } from './check.ts';

const whole = invoiceOf(richFacts(), { profile: 'peppol', ...richOptions }).invoice;

function both(country: string): Readonly<Record<string, string>> {
  return { 'seller/address/country': country, 'buyer/address/country': country };
}

const fSkatt = 'Godkänd för F-skatt';

/** All at one rate, as far as the rate itself goes: the sums are those of the others. */
function taxed(percent: string): Readonly<Record<string, unknown>> {
  const tax = { category: 'S', percent: decimal(percent) };
  return {
    'lines/0/tax': tax,
    'lines/1/tax': tax,
    'adjustments/0/tax': tax,
    'adjustments/1/tax': tax,
    taxes: [{ ...tax, base: decimal('270'), amount: decimal('67.5'), exemptionReason: null, exemptionCode: null }],
    'totals/tax': decimal('67.5'),
    'totals/gross': decimal('337.5'),
    'totals/due': decimal('319.82'),
  };
}

test('a seller in a country with rules of its own can keep them', () => {
  const [seller, buyer] = ['seller/registration', 'buyer/registration'];
  const countries = [
    { ...both('DK'), [seller]: { scheme: '0184', value: 'DK13585628' }, 'buyer/ids': [] },
    { ...both('IS'), [seller]: { scheme: '0196', value: '1' }, [buyer]: { scheme: '0196', value: '2' } },
    { ...both('NL'), [seller]: { scheme: '0106', value: '12345678' } },
    { 'seller/address/country': 'NO', 'seller/vatId': 'NO974760673MVA' },
    { 'seller/vatId': 'IT12345670017', 'seller/taxNumber': '12345670017' },
    { ...taxed('25'), 'seller/address/country': 'SE', 'seller/vatId': 'SE556732170701', 'seller/taxNumber': fSkatt },
    { 'buyer/ids': [{ scheme: '0007', value: '5567321707' }] },
    { 'buyer/ids': [{ scheme: '0151', value: '51824753556' }] },
    { 'buyer/ids': [{ scheme: '0192', value: '974760673' }] },
    { 'buyer/ids': [{ scheme: '0208', value: '0202239951' }] },
  ];
  for (const changes of countries) assert.deepEqual(checkInvoice(changed(whole, changes), 'peppol'), []);
});
