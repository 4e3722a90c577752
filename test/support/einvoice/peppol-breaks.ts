import type { Break } from './break.ts';
import { decimal } from './facts.ts';

const minusOne = decimal('-1');
const danish = { 'seller/address/country': 'DK', 'buyer/address/country': 'DK' };
const icelandic = { 'seller/address/country': 'IS', 'buyer/address/country': 'IS' };
const italian = { 'seller/vatId': 'IT12345670017', 'seller/taxNumber': null };
const swedish = { 'seller/address/country': 'SE', 'seller/vatId': 'SE556732170701' };
const dutch = { 'seller/address/country': 'NL', 'buyer/address/country': 'NL' };

function exempted(code: string): Break[2] {
  return { 'taxes/0/category': 'E', 'taxes/0/exemptionCode': code };
}

/** Each rule of Peppol, and what of the invoice that says everything breaks it. */
export const peppol: readonly Break[] = [
  [
    'PEPPOL-COMMON-R042',
    '/seller/electronicAddress/value',
    { 'seller/electronicAddress': { scheme: '0184', value: '12345678' } },
  ],
  ['PEPPOL-COMMON-R049', '/buyer/ids/0/value', { 'buyer/ids': [{ scheme: '0007', value: '5567321708' }] }],
  ['PEPPOL-COMMON-R050', '/buyer/ids/0/value', { 'buyer/ids': [{ scheme: '0151', value: '51824753557' }] }],
  ['DK-R-002', '/seller/registration', { ...danish, 'seller/registration': null }],
  ['DK-R-005', '/payment/means/0/code', { ...danish, 'payment/means/0/code': '30' }],
  ['DK-R-013', '/buyer/ids', { ...danish, 'buyer/ids': [{ scheme: null, value: '1' }] }],
  ['DK-R-014', '/seller/registration/scheme', danish],
  ['IS-R-002', '/seller/registration', icelandic],
  ['IS-R-003', '/seller/address/postalCode', { ...icelandic, 'seller/address/postalCode': null }],
  ['IS-R-004', '/buyer/registration', icelandic],
  ['IS-R-005', '/buyer/address/line1', { ...icelandic, 'buyer/address/line1': null }],
  ['NL-R-001', '/references/corrects', { ...dutch, typeCode: '381', corrects: [] }],
  ['NL-R-002', '/seller/address/city', { ...dutch, 'seller/address/city': null }],
  ['NL-R-003', '/seller/registration/scheme', dutch],
  ['NL-R-004', '/buyer/address/line1', { ...dutch, 'buyer/address/line1': null }],
  ['NL-R-005', '/buyer/registration/scheme', { ...dutch, 'buyer/registration': { scheme: null, value: '1' } }],
  ['NL-R-007', '/payment/means', { ...dutch, 'payment/means': [] }],
  ['NL-R-008', '/payment/means/0/code', { ...dutch, 'payment/means/0/code': '10' }],
  ['NL-R-009', '/references/order', { ...dutch, 'references/order': null }],
  ['NO-R-001', '/seller/taxIds', { 'seller/address/country': 'NO', 'seller/vatId': 'NO974760673' }],
  ['PEPPOL-COMMON-R040', '/seller/ids/0/value', { 'seller/ids/0/value': '4012345000008' }],
  [
    'PEPPOL-COMMON-R041',
    '/buyer/electronicAddress/value',
    { 'buyer/electronicAddress': { scheme: '0192', value: '974760674' } },
  ],
  [
    'PEPPOL-COMMON-R043',
    '/buyer/registration/value',
    { 'buyer/registration': { scheme: '0208', value: '0202239952' } },
  ],
  ['PEPPOL-EN16931-R002', '/texts/note', { notes: ['one', 'two'] }],
  ['PEPPOL-EN16931-R003', '/references/buyer', { 'references/buyer': null, 'references/order': null }],
  ['PEPPOL-EN16931-R005', '/taxCurrency', { taxCurrency: 'EUR' }],
  ['PEPPOL-EN16931-R010', '/buyer/electronicAddress', { 'buyer/electronicAddress': null }],
  ['PEPPOL-EN16931-R020', '/seller/electronicAddress', { 'seller/electronicAddress': null }],
  ['PEPPOL-EN16931-R040', '/adjustments/0/amount', { 'adjustments/0/percent': decimal('6') }],
  ['PEPPOL-EN16931-R041', '/adjustments/0/base', { 'adjustments/0/base': null }],
  ['PEPPOL-EN16931-R042', '/lines/0/adjustments/0/percent', { 'lines/0/adjustments/0/percent': null }],
  ['PEPPOL-EN16931-R046', '/lines/0/grossUnitPrice', { 'lines/0/price/gross': decimal('1') }],
  ['PEPPOL-EN16931-R055', '/taxCurrency/tax', { 'totals/taxInTaxCurrency': minusOne }],
  ['PEPPOL-EN16931-R061', '/payment/means/0/mandate', { 'payment/means/0/code': '59' }],
  ['PEPPOL-EN16931-R110', '/lines/0/period/from', { 'lines/0/period/from': '2026-01-31' }],
  ['PEPPOL-EN16931-R111', '/lines/0/period/to', { 'lines/0/period/to': '2026-03-01' }],
  ['PEPPOL-EN16931-R120', '/lines/0/net', { 'lines/0/quantity': decimal('3') }],
  ['PEPPOL-EN16931-R121', '/lines/0/unitPrice', { 'lines/0/price/per': decimal('0') }],
  [
    'PEPPOL-EN16931-CL008',
    '/buyer/electronicAddress/scheme',
    { 'buyer/electronicAddress': { scheme: 'AS', value: 'someone' } },
  ],
  ['PEPPOL-EN16931-P0100', '/type', { typeCode: '751' }],
  ['PEPPOL-EN16931-P0104', '/taxes/0/exemption/code', exempted('VATEX-EU-G')],
  ['PEPPOL-EN16931-P0105', '/taxes/0/exemption/code', exempted('VATEX-EU-O')],
  ['PEPPOL-EN16931-P0106', '/taxes/0/exemption/code', exempted('VATEX-EU-IC')],
  ['PEPPOL-EN16931-P0107', '/taxes/0/exemption/code', exempted('VATEX-EU-AE')],
  ['PEPPOL-EN16931-P0108', '/taxes/0/exemption/code', { ...exempted('VATEX-EU-D'), 'taxes/0/category': 'AE' }],
  ['PEPPOL-EN16931-P0109', '/taxes/0/exemption/code', { ...exempted('VATEX-EU-F'), 'taxes/0/category': 'AE' }],
  ['PEPPOL-EN16931-P0110', '/taxes/0/exemption/code', { ...exempted('VATEX-EU-I'), 'taxes/0/category': 'AE' }],
  ['PEPPOL-EN16931-P0111', '/taxes/0/exemption/code', { ...exempted('VATEX-EU-J'), 'taxes/0/category': 'AE' }],
  ['GR-R-001-1', '/number', { 'seller/vatId': 'EL123456783' }],
  ['GR-R-004-1', '/attachments', { 'seller/vatId': 'EL123456783', 'seller/address/country': 'GR' }],
  ['IT-R-001', '/seller/taxIds', { ...italian, 'seller/taxNumber': '22/815/0815/4' }],
  ['IT-R-002', '/seller/address/line1', { ...italian, 'seller/address/line1': null }],
  ['IT-R-003', '/seller/address/city', { ...italian, 'seller/address/city': null }],
  ['IT-R-004', '/seller/address/postalCode', { ...italian, 'seller/address/postalCode': null }],
  ['NO-R-001', '/seller/taxIds', { 'seller/vatId': 'NO974760673' }],
  ['SE-R-001', '/seller/taxIds', { ...swedish, 'seller/vatId': 'SE5567321707' }],
  ['SE-R-002', '/seller/taxIds', { ...swedish, 'seller/vatId': 'SE55673217070A' }],
  ['SE-R-005', '/seller/taxIds', swedish],
  ['SE-R-006', '/lines/0/taxes/0/percent', swedish],
];
