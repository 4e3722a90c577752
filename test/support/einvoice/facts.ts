import type { Decimal } from '../../../src/core/decimal.ts';
import type { DocumentFacts, DocumentLine, LineTax, Party, TaxTotal, Totals } from '../../../src/render/facts.ts';
import type { PaymentMeans } from '../../../src/render/payment-facts.ts';

export function decimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

export const vat19: LineTax = { category: 'S', percent: decimal('19'), name: 'USt' };
export const vat7: LineTax = { category: 'S', percent: decimal('7'), name: 'USt' };

const nordlicht: Party = {
  legalName: 'Nordlicht Möbel GmbH',
  tradingName: 'Nordlicht',
  ids: [{ scheme: '0088', value: '4012345000009' }],
  registration: { scheme: null, value: 'HRB 123456' },
  legalNote: 'Amtsgericht Hamburg, Geschäftsführerin: Ada Brandt',
  taxIds: [
    { scheme: 'vat', value: 'DE123456788', label: null },
    { scheme: 'local', value: '22/815/0815/4', label: null },
  ],
  electronicAddress: { scheme: '9930', value: 'DE123456788' },
  address: address({ line1: 'Kaistraße 4', city: 'Hamburg', postalCode: '20457', country: 'DE' }),
  contact: { name: 'Ada Brandt', phone: '+49 40 123456', email: 'ada@nordlicht.example' },
  website: 'https://nordlicht.example',
  accountNumber: null,
};

const amt: Party = {
  legalName: 'Bezirksamt Mitte',
  tradingName: null,
  ids: [],
  registration: null,
  legalNote: null,
  taxIds: [{ scheme: 'vat', value: 'DE987654328', label: null }],
  electronicAddress: { scheme: '0204', value: '991-01234-44' },
  address: address({ line1: 'Klosterwall 8', line2: 'Haus B', city: 'Hamburg', postalCode: '20095', country: 'DE' }),
  contact: { name: 'Einkauf', phone: null, email: 'einkauf@amt.example' },
  website: null,
  accountNumber: 'K-1007',
};

export const transfer: Extract<PaymentMeans, { kind: 'transfer' }> = {
  kind: 'transfer',
  code: '58',
  account: 'DE02 1203 0000 0000 2020 51',
  accountIsIban: true,
  accountName: 'Nordlicht Möbel GmbH',
  bic: 'BYLADEM1001',
  bankName: 'DKB',
  details: [],
};

export function address(given: Partial<Party['address']>): Party['address'] {
  return { line1: null, line2: null, line3: null, city: null, postalCode: null, region: null, country: null, ...given };
}

export function line(given: Partial<DocumentLine> = {}): DocumentLine {
  return {
    id: '1',
    name: 'Oak table',
    description: null,
    sellerItemId: null,
    buyerItemId: null,
    gtin: null,
    originCountry: null,
    classifications: [],
    quantity: decimal('1'),
    unit: { code: 'C62', label: null },
    unitPrice: decimal('100'),
    unitPriceWithTax: null,
    grossUnitPrice: null,
    adjustments: [],
    net: 100_00n,
    tax: 19_00n,
    taxes: [vat19],
    period: null,
    orderLine: null,
    tracking: [],
    section: null,
    optional: false,
    outstanding: null,
    ...given,
  };
}

export function taxTotal(tax: LineTax, base: bigint, amount: bigint): TaxTotal {
  return { ...tax, base, amount, exemption: null, withheld: false };
}

export function totals(net: bigint, tax: bigint, given: Partial<Totals> = {}): Totals {
  const gross = net + tax;
  const none = { discounts: 0n, charges: 0n, withheld: 0n, rounding: 0n, prepaid: 0n };
  return { lines: net, net, tax, gross, due: gross, ...none, ...given };
}

/** An invoice for two things at two rates from a company in Hamburg, with nothing wrong in any of the profiles. */
export function sampleFacts(given: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    type: 'invoice',
    number: '2026-0042',
    marks: [],
    language: 'de',
    currency: 'EUR',
    dates: {
      issued: '2026-03-02',
      supplied: '2026-02-27',
      period: null,
      due: '2026-03-16',
      validUntil: null,
      taxPoint: null,
    },
    seller: nordlicht,
    buyer: amt,
    deliverTo: null,
    references: {
      buyer: '04011000-1234512345-06',
      order: 'PO-77',
      sale: null,
      contract: null,
      project: null,
      despatch: null,
      quote: null,
      corrects: [],
      buyerAccounting: null,
    },
    pricesWithTax: false,
    lines: [
      line({ description: 'Solid, oiled', sellerItemId: 'T-1', quantity: decimal('2'), net: 200_00n, tax: 38_00n }),
      line({ id: '2', name: 'Book <on> oak & ash', unitPrice: decimal('30'), net: 30_00n, tax: 2_10n, taxes: [vat7] }),
    ],
    adjustments: [],
    taxes: [taxTotal(vat19, 200_00n, 38_00n), taxTotal(vat7, 30_00n, 2_10n)],
    totals: totals(230_00n, 40_10n),
    payment: {
      terms: 'Zahlbar in 14 Tagen',
      earlyPayment: [],
      means: [transfer],
      remittance: '2026-0042',
      link: null,
    },
    payments: [],
    taxCurrency: null,
    statement: null,
    texts: { subject: null, intro: null, note: 'Danke für Ihren Auftrag.', terms: null, footer: null },
    ...given,
  };
}
