import type { Period } from '../../core/period.ts';
import { type Afterwards, afterwards } from '../../operation/afterwards.ts';
import type { Context } from '../../operation/operation.ts';
import { asRefusal } from '../../operation/pages-refused.ts';
import { type Format, formatFor } from '../../render/format.ts';
import { reportJob } from '../../render/report.ts';
import type { ReportFacts, ReportRow } from '../../render/report-facts.ts';
import { plainTemplate } from '../../render/template.ts';
import type { FileOutput } from '../../wire/index.ts';
import type { Cell } from '../ledger/index.ts';
import type { ReportMeta } from './report.ts';
import type { Table } from './report-file.ts';

/** What every report says of itself, which its pages repeat. */
export type Dated = {
  readonly meta: Omit<ReportMeta, 'basis'> & { readonly basis?: ReportMeta['basis'] };
  readonly period?: Period;
  readonly compared_period?: Period | null;
  readonly as_at?: string;
};

/** A report as pages, made of the same table as its other files: in English, with figures as people write them. */
export function reportPdf(context: Context, report: Dated, table: Table): Afterwards<FileOutput> {
  const facts = reportFacts(context, report, table);
  const createdAt = Math.floor(Date.parse(report.meta.generated_at) / 1_000);
  return afterwards(async ({ press, organization }) => {
    const output = { kind: 'pdf', standard: 'ua-1', createdAt } as const;
    try {
      const { bytes } = await press.render(reportJob({ organization, facts, template: plainTemplate, output }));
      const content = Buffer.from(bytes).toString('base64');
      return { filename: `${table.name}.pdf`, content_type: 'application/pdf', content, encoding: 'base64' };
    } catch (error) {
      throw asRefusal(error);
    }
  });
}

function reportFacts({ actor }: Context, report: Dated, table: Table): ReportFacts {
  const { meta } = report;
  const format = formatFor(actor.organization?.locale ?? 'en', meta.currency, 'medium');
  const lines = shaped(table);
  const used = lines.header.map((_, column) => column === 0 || lines.rows.some(({ cells }) => !isEmpty(cells[column])));
  const kept = <Item>(items: readonly Item[]): Item[] => items.filter((_, column) => used[column] === true);
  return {
    organization: actor.organization?.name ?? '',
    language: 'en',
    title: worded(table.name.replace(/-\d{4}-\d{2}-\d{2}.*$/, '')),
    subtitle: daysOf(report, format),
    remarks: remarksOf(report, format),
    figures: [],
    chart: null,
    columns: kept(lines.header).map((name) => {
      const column = lines.header.indexOf(name);
      const isNumber = lines.rows.some(({ cells }) => isNumeric(cells[column]));
      return {
        label: /^\d/.test(name) ? written(name, format) : worded(name),
        kind: isNumber && column > 0 ? 'number' : 'text',
      };
    }),
    rows: lines.rows.map(({ kind, level, cells }) => {
      return { kind, level, cells: kept(cells).map((cell) => written(cell, format)) };
    }),
    made: `Made on ${meta.generated_at.slice(0, 16).replace('T', ' at ')} UTC by ${actor.name}, with Daybook`,
  };
}

function daysOf({ period, as_at: asAt }: Dated, format: Format): string | null {
  if (period !== undefined) return format.days(period);
  return asAt === undefined ? null : `As at ${format.day(asAt)}`;
}

function remarksOf({ meta, compared_period: compared }: Dated, format: Format): string[] {
  return [
    `Amounts in ${meta.currency}`,
    ...(meta.basis === undefined ? [] : [meta.basis === 'cash' ? 'Cash basis' : 'Accrual basis']),
    ...(compared === null || compared === undefined ? [] : [`Compared with ${format.days(compared)}`]),
    ...(meta.locked_through === null ? [] : [`Books closed through ${format.day(meta.locked_through)}`]),
    ...meta.warnings,
  ];
}

type Line = Pick<ReportRow, 'kind' | 'level'> & { readonly cells: readonly Cell[] };
type Lines = { readonly header: readonly string[]; readonly rows: readonly Line[] };

/** The table as people read it: sections become headings, an account is one thing with its code, totals stand out. */
function shaped({ header, rows }: Table): Lines {
  const hasSections = header[0] === 'section';
  const codeAt = header.indexOf('code');
  const joins = codeAt >= 0 && header[codeAt + 1] === 'account';
  const lines: Line[] = [];
  let section: Cell = null;
  for (const row of rows) {
    const isTotal = row
      .slice(0, header.length)
      .some((cell, column) => cell === 'total' && !isNumeric(rows[0]?.[column]));
    const cells = row.map((cell, column) => (isTotal || isToken(header[column]) ? wordedToken(cell) : cell));
    const inner = joins ? joined(cells, codeAt) : cells;
    if (hasSections && cells[0] !== section && !isTotal) {
      section = cells[0] ?? null;
      lines.push({ kind: 'heading', level: 0, cells: [section, ...inner.slice(2).map(() => null)] });
    }
    const shown = hasSections ? inner.slice(1) : inner;
    lines.push({ kind: isTotal ? 'subtotal' : 'row', level: hasSections && !isTotal ? 1 : 0, cells: shown });
  }
  const names = joins ? header.toSpliced(codeAt, 1) : header;
  const end = lines.findLastIndex(({ kind }) => kind === 'subtotal');
  return {
    header: hasSections ? names.slice(1) : names,
    rows: lines.map((line, at) => (at === end ? { ...line, kind: 'total' } : line)),
  };
}

function joined(cells: readonly Cell[], at: number): Cell[] {
  const both = [cells[at], cells[at + 1]].flatMap((cell) => (typeof cell === 'string' ? [cell] : [])).join(' ');
  return [...cells.slice(0, at), both, ...cells.slice(at + 2)];
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === '';
}

function isNumeric(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || typeof cell === 'bigint' || (typeof cell === 'object' && cell !== null);
}

function written(cell: Cell, format: Format): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(cell) ? format.day(cell) : cell;
  if (typeof cell !== 'object') return String(cell);
  if ('digits' in cell) return cell.digits;
  return format.amount(cell.minor);
}

/** Columns that hold a word of ours, and never one that somebody chose. */
const tokenColumns: ReadonlySet<string> = new Set([
  ...['section', 'figure', 'kind', 'activity', 'class', 'source', 'type', 'status', 'direction', 'age'],
]);

function isToken(column: string | undefined): boolean {
  return column !== undefined && tokenColumns.has(column);
}

function wordedToken(cell: Cell): Cell {
  return typeof cell === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(cell) ? worded(cell) : cell;
}

/** `gross_profit` → `Gross profit`. */
function worded(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
