import type { Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id, type Prefixed } from '../../../wire/index.ts';
import type { ReportRange } from '../period-input.ts';
import type { AgeStart, Basis } from '../report.ts';
import type { RevenueFilter } from '../revenue/revenue-facts.ts';
import type { RevenueGroup } from '../revenue/revenue-groups.ts';
import type { TrendMetric } from '../revenue/trend-values.ts';

/** A figure of a report: its row and its column, and what the report was asked for. */
export type FigureAsked = {
  readonly row: string;
  readonly column: string;
  readonly range: ReportRange;
  readonly asAt: Day;
  readonly ageFrom: AgeStart;
  readonly compare: 'previous_period' | 'previous_year' | 'custom' | undefined;
  readonly basis: Basis | undefined;
  readonly group: RevenueGroup | undefined;
  /** `margin` is one of comparisons alone. */
  readonly metric: TrendMetric | 'margin';
  readonly client: string | undefined;
  readonly dimension: string | undefined;
  readonly levels: number | undefined;
  readonly currency: string | undefined;
  /** What figures are narrowed by, as far as the report can be. */
  readonly filter: RevenueFilter;
};

/** The rows behind a figure: `day`, `kind` of record, its `id` and `amount`. Their sum is the figure. */
export type Behind = {
  readonly facts: Sql;
  readonly unit?: 'money' | 'quantity';
  /** Of the amounts, where that is not the base currency. */
  readonly currency?: string | undefined;
};

export type Drill = (context: Context, asked: FigureAsked) => Behind | Promise<Behind>;

/** The days that a column is about: those asked for, those compared with, or an interval by its label. */
export function daysOf({ range, column }: FigureAsked, amountColumns: readonly string[] = ['amount']): Period {
  if (amountColumns.includes(column)) return range.current;
  if (column === 'compared' && range.compared !== undefined) return range.compared;
  const interval = range.intervals.find(({ label }) => label === column);
  if (interval !== undefined) return interval;
  throw unknownColumn([...amountColumns, 'compared', 'the label of an interval']);
}

export function unknownRow(): Error {
  return fault('/row', 'unknown_row', 'Write the key of a row in this report, or the name of a total.');
}

export function unknownColumn(known: readonly string[]): Error {
  return fault('/column', 'unknown_column', `Write one of: ${known.join(', ')}.`);
}

export function required(field: string): Error {
  return fault(`/${field}`, 'required', `This report needs \`${field}\`.`);
}

/** The uuid of a row that is named by an id; undefined where it is not. */
export function uuidIn(row: string, kind: Prefixed): string | undefined {
  const parsed = Id(kind).safeParse(row);
  return parsed.success ? parsed.data : undefined;
}

/** A column by its name, from those that there are. */
export function columnOf<Value>(columns: Readonly<Record<string, Value>>, column: string): Value {
  const found = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (found === undefined) throw unknownColumn(Object.keys(columns));
  return found;
}

/** Lines of the accounts that `where` picks (account `a`, line `l`), in some days, with their sign. */
export function accountLines(
  organization: string,
  { where, amount = sql`l.amount`, from = '0001-01-01', to }: { where: Sql; amount?: Sql; from?: Day; to: Day },
): Sql {
  return sql`
    select l.entry_date as day, 'journal_entry' as kind, l.entry_id as id, ${amount} as amount
    from report_accounts as a
    join report_lines as l on l.organization_id = a.organization_id and l.account_id = a.id
      and l.entry_date between ${from} and ${to}
    where a.organization_id = ${organization} and ${where}`;
}
