import { decimal, sampleFacts } from './samples.ts';
import type { DocumentFacts, DocumentLine, Party } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import type { PaymentMeans } from './payment-facts.ts';

/**
 * A document with all that records of real businesses have: two names and tax numbers, long numbers of registers and
 * orders, three accounts, descriptions, long units, a deposit, a discount, parts to pay, terms of a page.
 */
export function fullFacts(type: DocumentType, language: string, count = 3): DocumentFacts {
  const facts = sampleFacts(type, language, count);
  const { lines, totals } = facts;
  const asksFor = facts.payment !== null && type !== 'statement';
  return {
    ...facts,
    number: '2026-DE-HAM-0004017',
    seller: fullSeller,
    buyer: facts.buyer && fullBuyer(facts.buyer),
    deliverTo: type === 'statement' ? null : elsewhere,
    dates: { ...facts.dates, supplied: '2026-11-18' },
    references: {
      ...facts.references,
      buyer: '04011000-1234512345-06/2026-11/KST-77-114',
      order: 'PO-4500-0088213-2026/REV-B/LOT-0017-HAMBU',
      contract: 'RV-2024-000117/4',
      project: 'Neubau Lager Süd, zweiter Bauabschnitt',
      sale: 'S-2026-0009117',
    },
    lines: lines.map(fullLine),
    payment: facts.payment && {
      ...facts.payment,
      terms: null,
      means: accounts,
      remittance: '2026-DE-HAM-0004017',
      earlyPayment: asksFor
        ? [
            {
              days: 10,
              percent: decimal('2'),
              until: '2026-11-30',
              base: totals.due,
              payable: totals.due - totals.due / 50n,
            },
          ]
        : [],
    },
    instalments: asksFor
      ? [
          { due: '2026-12-04', amount: (totals.due * 2n) / 5n, percent: decimal('40') },
          { due: '2027-01-15', amount: totals.due - (totals.due * 2n) / 5n, percent: decimal('60') },
        ]
      : [],
    texts: {
      ...facts.texts,
      subject: 'Lager Süd, zweiter Bauabschnitt',
      terms: Array.from({ length: 6 }, () => clause).join('\n\n'),
      footer: 'Es gelten unsere Allgemeinen Geschäftsbedingungen in der Fassung vom 1. Januar 2026.',
    },
  };
}

const clause =
  'Die gelieferte Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Mängel sind innerhalb von sieben Tagen ' +
  'nach Empfang schriftlich anzuzeigen; versteckte Mängel unverzüglich nach ihrer Entdeckung. Erfüllungsort und ' +
  'Gerichtsstand ist Hamburg, soweit das Gesetz nichts anderes bestimmt.';

const fullSeller: Party = {
  legalName: 'Nordlicht Möbelwerkstätten und Innenausbau GmbH & Co. KG',
  tradingName: 'Nordlicht Möbel',
  ids: [],
  registration: { scheme: null, value: 'HRA 127 744, Amtsgericht Hamburg' },
  legalNote: 'Persönlich haftend: Nordlicht Verwaltungs-GmbH, HRB 99 102\nGeschäftsführung: Dr. Ada Brandt-Wenzel',
  taxIds: [
    { scheme: 'vat', value: 'DE123456788', label: null },
    { scheme: 'local', value: '43/749/01842', label: null },
  ],
  electronicAddress: { scheme: '9930', value: 'DE123456788' },
  address: {
    line1: 'Großer Grasbrook 112–118',
    line2: 'Speicher M, Aufgang 4',
    line3: null,
    city: 'Hamburg',
    postalCode: '20457',
    region: null,
    country: 'DE',
  },
  contact: {
    name: 'Ada Brandt',
    phone: '+49 40 5550 1420-117',
    email: 'rechnungswesen@nordlicht-moebelwerkstaetten.example',
  },
  website: 'www.nordlicht-moebelwerkstaetten.example',
  accountNumber: null,
};

function fullBuyer(buyer: Party): Party {
  return {
    ...buyer,
    tradingName: 'Rösterei Hafenkante',
    legalName: 'Hafenkante Kaffee- und Tee-Importgesellschaft mbH',
    accountNumber: 'K-0009-117-22',
    taxIds: [...buyer.taxIds, { scheme: 'other', value: '771-118/22', label: null }],
  };
}

const elsewhere: DocumentFacts['deliverTo'] = {
  name: 'Lager Ost, Tor 7',
  locationId: null,
  address: {
    line1: 'Amsinckstraße 57',
    line2: null,
    line3: null,
    city: 'Hamburg',
    postalCode: '20097',
    region: null,
    country: 'DE',
  },
};

const accounts: readonly PaymentMeans[] = (
  [
    ['DE89370400440532013000', 'COBADEFFXXX', 'Commerzbank Hamburg'],
    ['DE02120300000000202051', 'BYLADEM1001', 'DKB'],
    ['DE02500105170137075030', 'INGDDEFFXXX', 'ING'],
  ] as const
).map(([account, bic, bankName]) => {
  return { kind: 'transfer', code: '58', account, accountIsIban: true, bic, bankName, accountName: null, details: [] };
});

const units = ['Laufende Meter', 'hours', 'kg'];

function fullLine(line: DocumentLine, index: number): DocumentLine {
  const isLong = index % 3 === 0;
  return {
    ...line,
    description: isLong
      ? `${line.description ?? ''}\nEiche massiv, geölt, Kanten gefast; Aufmaß vom 4. November, Montage vor Ort.`
      : line.description,
    sellerItemId: isLong ? 'NL-TI-220-EICHE-GEÖLT-4017' : 'NL-118',
    unit: { code: 'C62', label: units[index % units.length] ?? null },
  };
}
