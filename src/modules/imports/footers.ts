import { type Decimal, parseDecimal } from '../../core/decimal.ts';
import { inDigits } from './amounts.ts';
import { folded } from '../../core/fold.ts';
import { type NumberFormat, numberFormats, numberWritten } from '../../core/written.ts';
import type { Table, TableRow } from './table.ts';
import { groupedBy, type Kind, numberFields } from './fields.ts';
import type { Formats } from './formats.ts';
import { mapInSlices } from './in-slices.ts';
import type { Mapping } from './mapping.ts';

/** A sum that a row at the end of a file states, and what the rows above it come to. */
export type FooterSum = {
  readonly column: string;
  readonly stated: string;
  readonly computed: string | null;
  readonly agrees: boolean;
};
export type Footer = { readonly line: number; readonly label: string; readonly sums: FooterSum[] };

type Plan = { readonly kind: Kind; readonly mapping: Mapping; readonly formats: Formats };

/** Labels of the row of totals in spreadsheets and other software, folded, in every language of the headings. */
const words = [
  'totals?',
  '(?:grand|sub) ?totals?',
  'sum',
  'summen?',
  'gesamt(?:summe)?',
  'endsumme',
  '(?:eind)?totaal',
  'totaux',
  'tota(?:l|ux) general',
  'somme',
  'totale',
  'totali',
  'sumas?',
  'razem',
  'summa',
  'totalt',
  'soma',
  'totais',
];
const whose = 'for|of|fur|pour|de|der|van|voor';
const labels = new RegExp(`^(?:${words.join('|')})(?: (?:${whose}) .*)?$`);
/** Footers of reports: time of creation, and basis of accounting. */
const note = /(?:\b(?:accrual|cash) basis\b)|(?:\b\d{4}\b.*\b\d{1,2}:\d{2}\b)/i;

/** True for a row that may be of totals or a remark, by its first non-empty cell. */
export function mayBeFooter(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell.trim() !== '');
  const [first = ''] = said;
  return isLabel(first) || (said.length === 1 && note.test(first));
}

function isLabel(text: string): boolean {
  return labels.test(
    folded(text.trim())
      .replace(/\s*:?$/, '')
      .replaceAll(/\s+/g, ' '),
  );
}

export type Parted = { readonly table: Table; readonly footers: readonly TableRow[] };

/**
 * The rows of a table without those at its end that state sums of the others. A company may be called Total: a row that
 * says anything else of a record, which is not a number of its column, is that record.
 */
export function withoutFooters(table: Table, { kind, mapping }: Pick<Plan, 'kind' | 'mapping'>): Parted {
  const { header, rows } = table;
  const fieldOf = new Map(Object.entries(mapping).map(([field, column]) => [column, field]));
  const isFooter = ({ cells }: TableRow): boolean => {
    if (!mayBeFooter(cells)) return false;
    const [label, ...others] = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, at }]));
    if (label !== undefined && note.test(label.cell)) return true;
    const isSum = others.every(({ cell, at }) => {
      const field = fieldOf.get(header[at] ?? '');
      return (field === undefined || numberFields.has(field)) && isAmount(cell);
    });
    // Of a client or a category a name alone says enough.
    return isSum && (others.length > 0 || (kind !== 'clients' && kind !== 'product_categories'));
  };
  const last = rows.findLastIndex((row) => !isFooter(row));
  return { table: { header, rows: rows.slice(0, last + 1) }, footers: rows.slice(last + 1) };
}

const currencySigns = /\p{Sc}|^[A-Z]{3}\s|\s[A-Z]{3}$/gu;

function isAmount(cell: string): boolean {
  return numberFormats.some((format) => numberWritten(bare(cell), format) !== undefined);
}

/** Without the sign of a currency; in parentheses is below zero. */
function bare(cell: string): string {
  const text = cell.trim().replaceAll(currencySigns, '').trim();
  const [, inner] = /^\((.*)\)$/.exec(text) ?? [];
  return inner === undefined ? text : `-${inner}`;
}

/** Totals stated in footers, to compare with the rows above. */
export async function footersOf(sources: readonly Table[], plan: Plan): Promise<Footer[]> {
  const found: Footer[] = [];
  for (const source of sources) {
    const { table, footers } = withoutFooters(source, plan);
    for (const { line, cells } of footers) {
      const at = cells.findIndex((cell) => cell.trim() !== '');
      const sums: FooterSum[] = [];
      for (const [index, column] of table.header.entries()) {
        const stated = cells[index]?.trim() ?? '';
        if (index !== at && stated !== '') sums.push(await sumOf(table, { column, index, stated }, plan));
      }
      found.push({ line, label: cells[at]?.trim() ?? '', sums });
    }
  }
  return found;
}

type Stated = { readonly column: string; readonly index: number; readonly stated: string };

/** Of a column that says the same in all rows of one sale, the sum may count each sale once. */
async function sumOf(
  { header, rows }: Table,
  { column, index, stated }: Stated,
  { kind, mapping, formats }: Plan,
): Promise<FooterSum> {
  const known = formats[column] as NumberFormat | undefined;
  const format = known ?? (await formatOf([...rows.map(({ cells }) => cells[index] ?? ''), stated]));
  const said = format && amountIn(stated, format);
  const sale = header.indexOf(mapping[groupedBy[kind] ?? ''] ?? '');
  const once = sale < 0 ? rows : [...new Map(rows.toReversed().map((row) => [row.cells[sale], row])).values()];
  const sums = format && [await sumIn(rows, index, format), await sumIn(once, index, format)];
  if (said === undefined) return { column, stated, computed: null, agrees: false };
  const written = (sums ?? []).flatMap((one) => one ?? []).map(inDigits);
  const agreeing = written.find((one) => one === inDigits(said));
  return { column, stated: inDigits(said), computed: agreeing ?? written[0] ?? null, agrees: agreeing !== undefined };
}

/** The first in which every cell is written. */
async function formatOf(cells: readonly string[]): Promise<NumberFormat | undefined> {
  const fitting = new Set(numberFormats);
  await mapInSlices(cells, (cell) => {
    if (cell.trim() === '') return;
    for (const format of fitting) if (numberWritten(bare(cell), format) === undefined) fitting.delete(format);
  });
  return [...fitting][0];
}

function amountIn(cell: string, format: NumberFormat): Decimal | undefined {
  return parseDecimal(numberWritten(bare(cell), format) ?? '');
}

/** Undefined where a cell is no number. */
async function sumIn(rows: readonly TableRow[], index: number, format: NumberFormat): Promise<Decimal | undefined> {
  let total: Decimal | undefined = { units: 0n, scale: 0 };
  await mapInSlices(rows, ({ cells }) => {
    const cell = cells[index] ?? '';
    if (cell.trim() !== '') total = total && added(total, amountIn(cell, format));
  });
  return total;
}

function added(total: Decimal, amount: Decimal | undefined): Decimal | undefined {
  if (amount === undefined) return undefined;
  const scale = Math.max(total.scale, amount.scale);
  const at = ({ units, scale: own }: Decimal) => units * 10n ** BigInt(scale - own);
  return { units: at(total) + at(amount), scale };
}
