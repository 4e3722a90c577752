import { addDays } from '../core/calendar.ts';
import { parseDecimal } from '../core/decimal.ts';
import { swissReference } from '../core/swiss-reference.ts';
import type { Adjustment, DocumentFacts, DocumentLine, Party, TaxTotal } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import type { StatementEntry } from './statement-facts.ts';
import { type Words, wordsOf } from './samples-words.ts';

/** A document to look at and to measure with: `lines` lines, in a language, of a type. */
export function sampleFacts(type: DocumentType, language: string, count = 3): DocumentFacts {
  const words = wordsOf(language);
  const lines = Array.from({ length: count }, (_, index) => sampleLine(words, index));
  const taxes = taxesOf(lines);
  const net = lines.reduce((sum, line) => sum + line.net, 0n);
  const tax = taxes.reduce((sum, row) => sum + row.amount, 0n);
  const isAsked = type === 'invoice' || type === 'proforma' || type === 'deposit_invoice' || type === 'statement';
  return {
    type,
    number: '2026-0401',
    marks: [],
    language,
    currency: words.currency,
    pricesWithTax: false,
    dates: {
      issued: '2026-11-20',
      supplied: null,
      period: null,
      taxPoint: null,
      due: isAsked && type !== 'statement' ? '2026-12-04' : null,
      validUntil: type === 'quote' ? '2026-12-20' : null,
    },
    seller: sampleSeller,
    buyer: words.buyer,
    deliverTo: null,
    references: {
      buyer: null,
      order: 'PO-88213',
      sale: null,
      contract: null,
      project: null,
      despatch: null,
      quote: null,
      buyerAccounting: null,
      corrects: type === 'credit_note' ? [{ number: '2026-0387', issued: '2026-11-02', reason: null }] : [],
    },
    lines,
    adjustments: [],
    taxes,
    totals: {
      lines: net,
      discounts: 0n,
      charges: 0n,
      net,
      tax,
      gross: net + tax,
      withheld: 0n,
      rounding: 0n,
      prepaid: 0n,
      due: net + tax,
    },
    payment: isAsked ? samplePayment(words) : null,
    payments: [],
    taxCurrency: null,
    statement: type === 'statement' ? sampleStatement(count) : null,
    texts: { subject: null, intro: null, note: words.note, terms: null, footer: null },
  };
}

/** An invoice whose account is a Swiss one, which is paid with the bill at its foot. */
export function swissSample(language: string, count = 3): DocumentFacts {
  const facts = sampleFacts('invoice', language, count);
  const at = (line1: string, postalCode: string): Party['address'] => {
    return { line1, line2: null, line3: null, city: 'Zürich', postalCode, region: null, country: 'CH' };
  };
  const account = 'CH5800791123000889012';
  return {
    ...facts,
    currency: 'CHF',
    seller: {
      ...sampleSeller,
      legalName: 'Atelier Brunner GmbH',
      registration: null,
      legalNote: null,
      taxIds: [{ scheme: 'vat', value: 'CHE-116.281.710 MWST', label: null }],
      address: at('Langstrasse 120', '8004'),
    },
    buyer: facts.buyer && {
      ...facts.buyer,
      legalName: 'Verein Kulturhaus Rotfabrik',
      tradingName: null,
      contact: null,
      taxIds: [],
      address: at('Seestrasse 395', '8038'),
    },
    payment: facts.payment && {
      ...facts.payment,
      remittance: swissReference(account, facts.number ?? ''),
      means: facts.payment.means.map((means) => {
        return means.kind === 'transfer' ? { ...means, code: '30', account, bic: null } : means;
      }),
    },
  };
}

function sampleLine(words: Words, index: number): DocumentLine {
  const [name = '', description = '', price = '0', quantity = '1', percent = '0'] =
    words.items[index % words.items.length] ?? [];
  const net = BigInt(price) * BigInt(quantity) * words.factor;
  return {
    id: String(index + 1),
    name,
    description,
    sellerItemId: null,
    buyerItemId: null,
    gtin: null,
    originCountry: null,
    classifications: [],
    quantity: decimal(quantity),
    unit: { code: 'C62', label: null },
    unitPrice: { units: BigInt(price) * words.factor, scale: words.currency === 'JPY' ? 0 : 2 },
    unitPriceWithTax: null,
    grossUnitPrice: null,
    adjustments: [] as Adjustment[],
    net,
    tax: (net * BigInt(percent)) / 100n,
    taxes: [{ category: 'S', percent: decimal(percent), name: words.tax }],
    period: null,
    orderLine: null,
    tracking: [],
    section: null,
    optional: false,
    outstanding: null,
  };
}

function taxesOf(lines: readonly DocumentLine[]): TaxTotal[] {
  const rows = new Map<string, TaxTotal>();
  for (const { taxes, net } of lines) {
    for (const tax of taxes) {
      const key = `${tax.category} ${tax.percent.units}`;
      const base = (rows.get(key)?.base ?? 0n) + net;
      const amount = (base * tax.percent.units + 50n) / 100n;
      rows.set(key, { ...tax, base, amount, exemption: null, withheld: false });
    }
  }
  return [...rows.values()];
}

function samplePayment(words: Words): DocumentFacts['payment'] {
  const account = { account: 'DE89370400440532013000', accountIsIban: true, bic: 'COBADEFFXXX' };
  return {
    terms: words.terms,
    earlyPayment: [],
    means: [{ kind: 'transfer', code: '58', ...account, accountName: null, bankName: null, details: [] }],
    remittance: '2026-0401',
    link: null,
  };
}

function sampleStatement(count: number): DocumentFacts['statement'] {
  const opening = 120_000n;
  let balance = opening;
  const entries = Array.from({ length: count }, (_, index): StatementEntry => {
    const isPayment = index % 3 === 2;
    const [charge, credit] = isPayment ? [0n, 95_000n] : [48_000n + BigInt(index) * 1_250n, 0n];
    balance += charge - credit;
    const day = addDays('2026-10-01', Math.floor((index * 50) / count));
    const number = isPayment ? null : `2026-${String(300 + index).padStart(4, '0')}`;
    const due = isPayment ? null : addDays(day, 14);
    return { day, type: isPayment ? 'payment' : 'invoice', number, description: null, due, charge, credit, balance };
  });
  const [half, quarter] = [balance / 2n, balance / 4n];
  const ageing = [
    { bucket: 'current', amount: half },
    { bucket: 'days_1_30', amount: quarter },
    { bucket: 'days_31_60', amount: balance - half - quarter },
    { bucket: 'days_61_90', amount: 0n },
    { bucket: 'over_90_days', amount: 0n },
  ] as const;
  return { from: '2026-10-01', to: '2026-11-20', opening, closing: balance, entries, ageing };
}

export function decimal(text: string): { readonly units: bigint; readonly scale: number } {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new RangeError(`"${text}" is no number`);
  return parsed;
}

const sampleSeller: Party = {
  legalName: 'Studio Lindqvist GmbH',
  tradingName: null,
  ids: [],
  website: 'lindqvist.example',
  accountNumber: null,
  registration: { scheme: null, value: 'HRB 218 744 B' },
  legalNote: 'Amtsgericht Charlottenburg',
  taxIds: [{ scheme: 'vat', value: 'DE123456788', label: null }],
  electronicAddress: { scheme: 'EM', value: 'accounts@lindqvist.example' },
  address: {
    line1: 'Oranienstraße 185',
    line2: null,
    line3: null,
    city: 'Berlin',
    postalCode: '10999',
    region: null,
    country: 'DE',
  },
  contact: { name: null, phone: '+49 30 5550 1420', email: 'accounts@lindqvist.example' },
};

/** A logo of shapes only, as most are. */
export const sampleLogo = Buffer.from(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">',
    '<path d="M20 2a18 18 0 1 0 18 18h-9a9 9 0 1 1-9-9z" fill="#0b5d4e"/><circle cx="31" cy="9" r="7" fill="#0b5d4e"/>',
    '<path d="M52 8h5v20h12v4H52zM72 15h5v17h-5zM72 8h5v4h-5zM82 15h5v3c3-5 14-5 14 4v10h-5v-9c0-6-9-5-9 1v8h-5z',
    'M119 8h-5v9c-5-4-12 0-12 7s7 11 12 7v1h5zM114 24c0 6-7 6-7 0s7-6 7 0z" fill="#16202a" fill-rule="evenodd"/></svg>',
  ].join(''),
);
