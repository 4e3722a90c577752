import * as fc from 'fast-check';
import type { DocumentFacts, DocumentLine } from '../../../src/render/facts.ts';
import type { PaymentMeans } from '../../../src/render/payment-facts.ts';
import { address, decimal, sampleFacts, transfer } from './facts.ts';

const otherAccount = { ...transfer, account: 'DE02500105170137075030', bic: null };
const card = { kind: 'card', code: '48', lastDigits: '4242', holder: 'A. Brandt' } as const;
const debit = {
  kind: 'direct_debit',
  code: '59',
  mandate: 'M-1',
  creditorId: 'DE98ZZZ09999999999',
  debitedAccount: 'DE02120300000000202051',
} as const;
const wallet = { kind: 'other', code: '68', label: 'PayPal' } as const;

/** Facts of a document beside its lines and amounts. */
export const anyDetails = fc.record({
  means: fc.constantFrom<readonly PaymentMeans[]>(
    [transfer],
    [transfer, otherAccount, card],
    [debit],
    [debit, { ...debit, mandate: 'M-2' }],
    [card],
    [card, { ...card, lastDigits: '1881' }],
    [wallet, { ...wallet, label: 'Wero' }],
  ),
  told: fc.subarray([
    ...(['due', 'tax point', 'period', 'corrects', 'deposits', 'early payment'] as const),
    ...(['references', 'delivery', 'place', 'items', 'reason', 'tax currency'] as const),
  ]),
  buyerCountry: fc.constantFrom('DE', 'FR', 'GR', 'XK', 'GB', 'US'),
  isSmall: fc.boolean(),
});

export type Details = typeof anyDetails extends fc.Arbitrary<infer Value> ? Value : never;

const period = { from: '2026-02-01', to: '2026-02-28' } as const;

/** Days, places, other papers and ways to pay. What is sold within the Union says where it goes. */
export function detailsOf(
  { told, means }: Details,
  { isDelivered, terms }: { readonly isDelivered: boolean; readonly terms: string },
): Partial<DocumentFacts> {
  const { dates, references } = sampleFacts();
  const others = { sale: 'S-12', contract: 'C-1', project: 'P-8', despatch: 'LS-5', buyerAccounting: '4711' };
  const isPlaced = told.includes('place');
  return {
    dates: {
      ...dates,
      due: told.includes('due') ? dates.due : null,
      taxPoint: told.includes('tax point') ? '2026-02-28' : null,
      period: told.includes('period') ? period : null,
    },
    deliverTo:
      isDelivered || told.includes('delivery')
        ? {
            name: isPlaced ? 'Lager Ost' : null,
            locationId: isPlaced ? { scheme: '0088', value: '4012345000023' } : null,
            address: address({ city: 'Wien', postalCode: '1010', country: 'AT' }),
          }
        : null,
    references: {
      ...references,
      ...(told.includes('references') ? others : {}),
      corrects: told.includes('corrects') ? [{ number: '2026-0001', issued: '2026-01-05', reason: 'Wrong price' }] : [],
    },
    ...(told.includes('deposits') ? { deposits } : {}),
    payment: {
      terms,
      means,
      remittance: 'R-1',
      link: null,
      earlyPayment: told.includes('early payment') ? earlyPayment : [],
    },
  };
}

const deposits: NonNullable<DocumentFacts['deposits']> = [
  { number: '2026-0007', issued: '2026-01-20', tax: 19n, total: 119n },
  { number: '2026-0009', issued: '2026-01-27', tax: 19n, total: 119n },
];
const earlyPayment = [
  { days: 7, percent: decimal('3'), until: '2026-02-08', base: 119n, payable: 115n },
  { days: 14, percent: decimal('2.25'), until: '2026-02-15', base: 119n, payable: 116n },
];

/** Description of the item on a line. */
export function itemOf({ told, buyerCountry }: Details): Partial<DocumentLine> {
  if (!told.includes('items')) return {};
  return {
    sellerItemId: 'T-1',
    buyerItemId: 'B-9',
    gtin: '04012345000016',
    originCountry: buyerCountry,
    classifications: [{ scheme: 'HS', value: '940360' }],
    orderLine: '10',
    tracking: ['SN-1'],
    period: told.includes('period') ? period : null,
  };
}
