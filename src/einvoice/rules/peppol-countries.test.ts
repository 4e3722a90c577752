import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, richFacts, richOptions } from '../../../test/support/einvoice/rich.ts';
import { invoiceOf } from '../invoice-of.ts';
import { checkInvoice } from './check.ts';

const whole = invoiceOf(richFacts(), { profile: 'peppol', ...richOptions }).invoice;

function both(country: string): Readonly<Record<string, string>> {
  return { 'seller/address/country': country, 'buyer/address/country': country };
}

test('a seller in a country with rules of its own can keep them', () => {
  const [seller, buyer] = ['seller/registration', 'buyer/registration'];
  const countries = [
    { ...both('DK'), [seller]: { scheme: '0184', value: 'DK13585628' }, 'buyer/ids': [] },
    { ...both('IS'), [seller]: { scheme: '0196', value: '1' }, [buyer]: { scheme: '0196', value: '2' } },
    { ...both('NL'), [seller]: { scheme: '0106', value: '12345678' } },
    { 'seller/address/country': 'NO', 'seller/vatId': 'NO974760673MVA' },
    { 'buyer/ids': [{ scheme: '0007', value: '5567321707' }] },
    { 'buyer/ids': [{ scheme: '0151', value: '51824753556' }] },
    { 'buyer/ids': [{ scheme: '0192', value: '974760673' }] },
    { 'buyer/ids': [{ scheme: '0208', value: '0202239951' }] },
  ];
  for (const changes of countries) assert.deepEqual(checkInvoice(changed(whole, changes), 'peppol'), []);
});
