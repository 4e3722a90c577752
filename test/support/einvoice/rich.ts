import type { InvoiceOptions } from '../../../src/einvoice/invoice-of.ts';
import type { Invoice } from '../../../src/einvoice/model.ts';
import type { DocumentFacts } from '../../../src/render/facts.ts';
import { address, decimal, line, sampleFacts, taxTotal, totals, vat19, vat7 } from './facts.ts';

/** An invoice that says all that can be said, and nothing wrong. */
export function richFacts(given: Partial<DocumentFacts> = {}): DocumentFacts {
  const sample = sampleFacts();
  const table = line({
    description: 'Solid, oiled',
    sellerItemId: 'T-1',
    buyerItemId: 'B-9',
    gtin: '04012345000016',
    originCountry: 'PL',
    classifications: [{ scheme: 'HS', value: '940360' }],
    quantity: decimal('2.5'),
    unit: { code: 'MTR', label: 'm' },
    unitPrice: decimal('99.996'),
    grossUnitPrice: decimal('111.1'),
    adjustments: [
      {
        kind: 'discount',
        reason: 'Scratch',
        reasonCode: '60',
        percent: decimal('10'),
        base: 249_99n,
        amount: 25_00n,
        tax: null,
      },
      { kind: 'charge', reason: 'Oil', reasonCode: null, percent: null, base: null, amount: 5_01n, tax: null },
    ],
    net: 230_00n,
    tax: 43_70n,
    period: { from: '2026-02-01', to: '2026-02-14' },
    orderLine: '10',
    tracking: ['SN-1', 'SN-2'],
  });
  return {
    ...sample,
    dates: { ...sample.dates, period: { from: '2026-02-01', to: '2026-02-28' }, taxPoint: '2026-02-28' },
    deliverTo: {
      name: 'Lager Ost',
      locationId: { scheme: '0088', value: '4012345000023' },
      address: address({
        line1: 'Hafen 1',
        line2: 'Tor 3',
        line3: 'Links',
        city: 'Kiel',
        postalCode: '24103',
        region: 'SH',
        country: 'DE',
      }),
    },
    references: {
      buyer: '04011000-1234512345-06',
      order: 'PO-77',
      sale: 'S-12',
      contract: 'C-1',
      project: 'P-8',
      despatch: 'LS-5',
      quote: 'Q-3',
      corrects: [{ number: '2026-0001', issued: '2026-01-05', reason: 'Wrong price' }],
      buyerAccounting: '4711',
    },
    lines: [table, line({ id: '2', name: 'Book', unitPrice: decimal('30'), net: 30_00n, tax: 2_10n, taxes: [vat7] })],
    adjustments: [
      {
        kind: 'discount',
        reason: 'Loyalty',
        reasonCode: '95',
        percent: decimal('5'),
        base: 200_00n,
        amount: 10_00n,
        tax: vat19,
      },
      { kind: 'charge', reason: 'Freight', reasonCode: 'FC', percent: null, base: null, amount: 20_00n, tax: vat19 },
    ],
    taxes: [taxTotal(vat19, 240_00n, 45_60n), taxTotal(vat7, 30_00n, 2_10n)],
    totals: totals(270_00n, 47_70n, {
      lines: 260_00n,
      discounts: 10_00n,
      charges: 20_00n,
      prepaid: 17_70n,
      rounding: 2n,
      due: 300_02n,
    }),
    taxCurrency: { currency: 'SEK', rate: decimal('11.3'), day: '2026-03-02', tax: 539_01n },
    ...given,
  };
}

export const richOptions: Omit<InvoiceOptions, 'profile'> = {
  payee: {
    name: 'Factoring AG',
    id: { scheme: '0088', value: '4012345000030' },
    registration: { scheme: '0002', value: '123456789' },
  },
  taxRepresentative: {
    name: 'Steuerhilfe GmbH',
    vatId: 'DE111111111',
    address: address({ line1: 'Weg 1', city: 'Bonn', postalCode: '53111', country: 'DE' }),
  },
  attachments: [
    {
      id: 'timesheet',
      description: 'Hours',
      url: null,
      file: { name: 'hours.csv', type: 'text/csv', content: Buffer.from('a;b').toString('base64') },
    },
    { id: 'plan', description: null, url: 'https://nordlicht.example/plan.pdf', file: null },
  ],
};

/** The invoice with other values at those places. */
export function changed(invoice: Invoice, changes: Readonly<Record<string, unknown>>): Invoice {
  const copy = structuredClone(invoice);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let place: unknown = copy;
    for (const name of names) place = Reflect.get(Object(place), name);
    Reflect.set(Object(place), last, value);
  }
  return copy;
}
