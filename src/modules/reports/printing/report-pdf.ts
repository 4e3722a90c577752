import type { Period } from '../../../core/period.ts';
import { type Afterwards, afterwards } from '../../../operation/afterwards.ts';
import type { CutList } from '../../../operation/cut.ts';
import type { Context } from '../../../operation/operation.ts';
import { asRefusal } from '../../../operation/pages-refused.ts';
import { formatFor } from '../../../render/format.ts';
import { reportJob } from '../../../render/report.ts';
import type { ReportFacts, ReportRow } from '../../../render/report-facts.ts';
import { type ReportLocale, getReportLocale } from '../../../render/report-locale.ts';
import { plainTemplate } from '../../../render/template.ts';
import type { FileOutput } from '../../../wire/index.ts';
import type { Cell } from '../../ledger/index.ts';
import type { NarrowedTo } from '../books/dimension-filter.ts';
import { chartOf } from './report-chart.ts';
import type { ReportMeta } from '../report.ts';
import type { Table } from './report-table.ts';
import { type ReportStyle, written } from './report-style.ts';

/** Facts of every report, repeated on its pages. */
export type Dated = {
  readonly meta: Omit<ReportMeta, 'basis'> & { readonly basis?: ReportMeta['basis'] };
  readonly period?: Period;
  readonly compared_period?: Period | null;
  readonly cut?: readonly CutList[];
  readonly as_at?: string;
  /** Said of a balance sheet in the order of a standard alone: its plain form stays as it was. */
  readonly compared_as_at?: string | null;
  readonly statement?: object | undefined;
  /** Dimension that its lines are narrowed by. */
  readonly narrowed_to?: NarrowedTo;
  /** Client of a report about one client. */
  readonly client?: string;
};

type PagesOrder = { readonly report: Dated; readonly table: Table; readonly language?: string | undefined };

/** A report as pages, made of the same table as its other files, with figures as people write them. */
export function reportPdf(context: Context, order: PagesOrder): Afterwards<FileOutput> {
  const { report, table } = order;
  const facts = reportFacts(context, order);
  const createdAt = Math.floor(Date.parse(report.meta.generated_at) / 1_000);
  return afterwards(async ({ renderer, organization, signal }) => {
    const output = { kind: 'pdf', standard: 'ua-1', createdAt } as const;
    try {
      const { bytes } = await renderer.render(
        reportJob({ organization, facts, template: plainTemplate, output }),
        signal,
      );
      const content = Buffer.from(bytes).toString('base64');
      return { filename: `${table.name}.pdf`, content_type: 'application/pdf', content, encoding: 'base64' };
    } catch (error) {
      throw asRefusal(error);
    }
  });
}

/** Ids, which say something to programs alone, and what a page has no room for: tables have it. */
export const hidden: ReadonlySet<string> = new Set([
  'key',
  'source',
  'document_date',
  'supplier_number',
  'party_number',
  'party',
  'tax_code',
  'posted_at',
  'author',
]);

const spans: ReadonlySet<string> = new Set(['interval', 'period']);
const sides: ReadonlySet<string> = new Set(['debit', 'credit']);

function reportFacts({ actor }: Context, { report, table, language }: PagesOrder): ReportFacts {
  const { meta } = report;
  const locale = language ?? actor.organization?.locale ?? 'en';
  const name = table.name.replace(/-\d{4}-\d{2}-\d{2}.*$/, '');
  const reportLocale = getReportLocale(locale, name);
  const format = formatFor(locale, meta.currency, 'medium');
  const lines =
    table.shape !== undefined
      ? asShaped(table, table.shape)
      : shaped(table, reportLocale, name === 'cash-flow' ? new Set(['method', ...tokenColumns]) : tokenColumns);
  const used = lines.header.map((title, column) => {
    return column === 0 || (!hidden.has(title) && lines.rows.some(({ cells }) => !isEmpty(cells[column])));
  });
  const isTwoSided = lines.header.includes('debit');
  const textOf = (cell: Cell, title: string): string => {
    if (spans.has(title) && typeof cell === 'string') return isolated(format.span(cell));
    // A two-sided account leaves its other side blank.
    return isTwoSided && sides.has(title) && isZero(cell) ? '' : written(cell, format);
  };
  const kept = <Item>(items: readonly Item[]): Item[] => items.filter((_, column) => used[column] === true);
  return {
    organization: actor.organization?.name ?? '',
    language: reportLocale.language,
    title: table.title ?? reportLocale.title,
    subtitle: subtitleOf(report, { reportLocale, format }),
    remarks: [...(table.remark === undefined ? [] : [table.remark]), ...remarksOf(report, { reportLocale, format })],
    figures: [],
    chart: chartOf(name, table, { reportLocale, format }),
    columns: kept(lines.header).map((title) => {
      const column = lines.header.indexOf(title);
      const isNumber = lines.rows.some(({ cells }) => isNumeric(cells[column]));
      return {
        label: /^\d/.test(title) ? isolated(format.span(title)) : reportLocale.word(title),
        kind: isNumber && column > 0 ? 'number' : 'text',
        grows: title === (lines.header.includes('memo') ? 'memo' : lines.header[0]),
      };
    }),
    rows: lines.rows.map(({ kind, level, cells }) => {
      const texts = cells.map((cell, column) => textOf(cell, lines.header[column] ?? ''));
      return { kind, level, cells: kept(texts) };
    }),
    made: reportLocale.phrase('made', {
      day: meta.generated_at.slice(0, 10),
      time: meta.generated_at.slice(11, 16),
      name: actor.name,
    }),
  };
}

function subtitleOf({ client, period, as_at: asAt }: Dated, { reportLocale, format }: ReportStyle): string | null {
  const at = asAt === undefined ? undefined : reportLocale.phrase('asAt', { day: format.day(asAt) });
  const days = period === undefined ? at : format.days(period);
  const parts = [client === undefined ? undefined : isolated(client), days].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' · ');
}

function remarksOf(
  { meta, cut = [], compared_period: compared, statement, compared_as_at: before, narrowed_to: narrowed }: Dated,
  { reportLocale, format }: ReportStyle,
): string[] {
  const { phrase } = reportLocale;
  return [
    ...(narrowed === null || narrowed === undefined ? [] : [dimensionRemark(narrowed, phrase)]),
    phrase('amountsIn', { currency: meta.currency }),
    ...(meta.basis === undefined ? [] : [phrase(meta.basis === 'cash' ? 'cashBasis' : 'accrualBasis')]),
    ...(compared === null || compared === undefined ? [] : [phrase('comparedWith', { days: format.days(compared) })]),
    ...(statement === undefined || before === null || before === undefined
      ? []
      : [phrase('comparedWith', { days: format.day(before) })]),
    ...(meta.locked_through === null ? [] : [phrase('closedThrough', { day: format.day(meta.locked_through) })]),
    ...cut
      .filter(({ list }) => list === 'rows')
      .map(({ shown, left }) => phrase('cutRows', { shown: String(shown), all: String(shown + left) })),
    ...meta.warnings.map(reportLocale.warning),
  ];
}

/** `Project: P-17 Roof`, or `No Project`. */
function dimensionRemark({ dimension, code, name }: NonNullable<NarrowedTo>, phrase: ReportLocale['phrase']): string {
  return code === null ? phrase('none', { group: dimension }) : `${dimension}: ${code} ${name ?? ''}`;
}

/** Rows that say themselves how they stand: a line is one thing with its number, and its accounts are noted below. */
function asShaped({ header, rows, notes }: Table, shape: readonly Pick<ReportRow, 'kind' | 'level'>[]): Lines {
  const lines = rows.map((row, at): Line => {
    return { ...(shape[at] ?? { kind: 'row', level: 0 }), cells: joined(row.slice(0, -1), 0) };
  });
  const blanks = header.slice(2, -1).map(() => null);
  const heading = (text: string, level: number): Line => ({ kind: 'heading', level, cells: [text, ...blanks] });
  const noted = notes?.lines.flatMap(({ line, accounts }): Line[] => [
    heading(line, 1),
    ...accounts.map(({ code, name, figures }): Line => {
      return { kind: 'row', level: 2, cells: joined([code, name, ...figures], 0) };
    }),
  ]);
  const below = notes === undefined || noted === undefined ? [] : [heading(notes.heading, 0), ...noted];
  return { header: header.slice(1, -1), rows: [...lines, ...below] };
}

type Line = Pick<ReportRow, 'kind' | 'level'> & { readonly cells: readonly Cell[] };
type Lines = { readonly header: readonly string[]; readonly rows: readonly Line[] };

/** The table as people read it: sections become headings, an account is one thing with its code, totals stand out. */
function shaped({ header, rows }: Table, reportLocale: ReportLocale, tokens: ReadonlySet<string>): Lines {
  const hasSections = header[0] === 'section';
  const codeAt = header.indexOf('code');
  const joins = codeAt >= 0 && (header[codeAt + 1] === 'account' || header[codeAt + 1] === 'category');
  // Beside entries, which have numbers, stand balances that are called by us.
  const [memoAt, numberAt] = [header.indexOf('memo'), header.indexOf('number')];
  const lines: Line[] = [];
  let section: Cell = null;
  for (const row of rows) {
    const isTotal = row
      .slice(0, header.length)
      .some((cell, column) => cell === 'total' && !isNumeric(rows[0]?.[column]));
    const cells = row.map((cell, column) => {
      const isOurs = isTotal || tokens.has(header[column] ?? '') || (column === memoAt && row[numberAt] === null);
      if (isOurs) return wordedToken(cell, reportLocale);
      if (joins && column === codeAt + 1 && row[codeAt] === null) return counted(cell, reportLocale);
      return typeof cell === 'string' ? reportLocale.restOf(cell, header[column] ?? '') : cell;
    });
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
  return [...cells.slice(0, at), isolated(both), ...cells.slice(at + 2)];
}

/** In the direction of its own words, whatever stands around it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Rows on no account, such as `Retained earnings`, are named by us. */
function counted(cell: Cell, reportLocale: ReportLocale): Cell {
  return typeof cell === 'string' ? reportLocale.earnings(cell) : cell;
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === '';
}

function isZero(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && 'minor' in cell && cell.minor === 0n;
}

function isNumeric(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || typeof cell === 'bigint' || (typeof cell === 'object' && cell !== null);
}

/** Columns that hold a word of ours, and never one that somebody chose. */
const tokenColumns: ReadonlySet<string> = new Set([
  'section',
  'figure',
  'kind',
  'activity',
  'class',
  'source',
  'type',
  'status',
  'direction',
  'age',
  'side',
  'is_partial',
  'is_dead',
]);

const token = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

function wordedToken(cell: Cell, reportLocale: ReportLocale): Cell {
  if (typeof cell !== 'string') return cell;
  // Such as `total EUR`, beside the sum of all.
  const [, currency] = /^total ([A-Z]{3})$/.exec(cell) ?? [];
  if (currency !== undefined) return `${reportLocale.word('total')} ${currency}`;
  return token.test(cell) ? reportLocale.word(cell) : cell;
}
