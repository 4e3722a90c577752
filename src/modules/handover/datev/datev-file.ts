import type { DatevRow } from './datev-rows.ts';

export type DatevHead = {
  readonly consultant: number;
  readonly client: number;
  readonly yearStart: string;
  readonly from: string;
  readonly to: string;
  readonly accountLength: number;
  readonly chart: '03' | '04' | null;
  readonly currency: string;
  readonly label: string;
  readonly isFinal: boolean;
  /** RFC 3339, UTC. */
  readonly now: string;
};

/** Fields of a row that come from the document behind the entry. */
export type DatevPaper = {
  readonly day: string;
  readonly number: string;
  readonly dueDate: string | null;
  readonly text: string;
  /** Of the document or file that the entry is linked to. */
  readonly paperId: string | null;
  readonly isFinal: boolean;
};

const formatVersion = 13;
const compact = (day: string): string => day.replaceAll('-', '');

/** The first line: what the batch is, for whom and of which days. */
export function datevHeader(head: DatevHead): string {
  const created = head.now.replaceAll(/\D/g, '').slice(0, 17).padEnd(17, '0');
  return line([
    '"EXTF"',
    '700',
    '21',
    '"Buchungsstapel"',
    String(formatVersion),
    created,
    '',
    '"DB"',
    '"Daybook"',
    '""',
    String(head.consultant),
    String(head.client),
    compact(head.yearStart),
    String(head.accountLength),
    compact(head.from),
    compact(head.to),
    quoted(head.label, 30),
    '""',
    '1',
    '0',
    head.isFinal ? '1' : '0',
    quoted(head.currency, 3),
    '',
    '""',
    '',
    '',
    head.chart === null ? '""' : `"${head.chart}"`,
    '',
    '',
    '""',
    '""',
  ]);
}

const extras = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`${name} - Art ${index + 1}`, `${name} - Inhalt ${index + 1}`]).flat();

const columns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...extras('Beleginfo', 8),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...extras('Zusatzinformation', 20),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
];

/** Columns of text, counted from 1: empty ones are a pair of quotes. */
const texts: ReadonlySet<number> = new Set([
  2,
  3,
  6,
  9,
  11,
  12,
  14,
  16,
  20,
  37,
  38,
  40,
  42,
  91,
  95,
  96,
  98,
  102,
  103,
  105,
  107,
  109,
  110,
  112,
  118,
  120,
  121,
  123,
  ...Array.from({ length: 16 }, (_, index) => 21 + index),
  ...Array.from({ length: 40 }, (_, index) => 48 + index),
]);

export function datevColumns(): string {
  return line(columns);
}

type Written = { readonly digits: number; readonly currency: string };

/** One row. Column numbers are those of DATEV's description of the format. */
export function datevLine(row: DatevRow, paper: DatevPaper, { digits, currency }: Written): string {
  const told = new Map<number, string>([
    [1, amount(row.minor, digits)],
    [2, '"S"'],
    [3, quoted(currency, 3)],
    [7, row.account],
    [8, row.contra],
    [9, quoted(row.key, 4)],
    [10, `${paper.day.slice(8, 10)}${paper.day.slice(5, 7)}`],
    [11, quoted(documentField(paper.number), 36)],
    [14, quoted(paper.text, 60)],
    [20, paper.paperId === null ? '""' : `"BEDI ""${paper.paperId}"""`],
    [37, quoted(row.costs?.[0] ?? '', 36)],
    [38, quoted(row.costs?.[1] ?? '', 36)],
    [114, paper.isFinal ? '1' : '0'],
    [117, paper.dueDate === null ? '' : german(paper.dueDate)],
  ]);
  if (row.foreign !== undefined) {
    told.set(1, amount(row.foreign.minor, row.foreign.digits));
    told.set(3, quoted(row.foreign.currency, 3));
    told.set(4, rate(row.foreign, row.minor, digits));
    told.set(5, amount(row.minor, digits));
    told.set(6, quoted(currency, 3));
  }
  return line(columns.map((_, index) => told.get(index + 1) ?? (texts.has(index + 1) ? '""' : '')));
}

function german(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}${month}${year}`;
}

function line(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`;
}

/** Without what would end a field or a line. */
function quoted(text: string, max: number): string {
  const flat = text.replaceAll(breaks, ' ').trim();
  return `"${Array.from(flat).slice(0, max).join('').trim().replaceAll('"', '""')}"`;
}

// oxlint-disable-next-line no-control-regex
const breaks = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** Letters, digits and the few signs that the field allows; of a longer number the end, which tells it apart. */
export function documentField(number: string): string {
  const plain = number
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '-');
  return plain.slice(-36);
}

function amount(minor: bigint, digits: number): string {
  const text = minor.toString().padStart(digits + 1, '0');
  const cut = text.length - digits;
  const cents = digits === 0 ? '00' : text.slice(cut).padEnd(2, '0');
  return `${digits === 0 ? text : text.slice(0, cut)},${cents}`;
}

const rateDecimals = 6n;

/** Foreign units for one of the base currency. */
function rate(
  { minor, digits }: { readonly minor: bigint; readonly digits: number },
  base: bigint,
  own: number,
): string {
  const scaled =
    (minor * 10n ** BigInt(own) * 10n ** rateDecimals * 2n + base * 10n ** BigInt(digits)) /
    (2n * base * 10n ** BigInt(digits));
  const text = scaled.toString().padStart(7, '0');
  return `${text.slice(0, -6)},${text.slice(-6)}`;
}
