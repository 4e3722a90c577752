import { z } from 'zod';
import { absolute } from '../../../core/absolute.ts';
import { ascending, descending } from '../../../core/order.ts';
import { sum } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { cutField, cutOf, withLimit } from '../../../operation/cut.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { othersLabel } from '../../../render/report-locale.ts';
import { Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import type { Cell } from '../../ledger/index.ts';
import { percentOf } from '../figure.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, basisInput, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { dimensionOf, levelsInput } from './dimension-asked.ts';
import { type DimensionResult, dimensionResults } from './dimension-results.ts';
import { eachFigure, profitFigures, profitSums, type Section, sectionNames } from './profit-sections.ts';

const rowsMax = 1_000;
const rowsDefault = 100;

const Results = z.object({
  revenue: Money,
  cost_of_sales: Money,
  gross_profit: Money,
  operating_expenses: Money,
  operating_profit: Money,
  other_income: Money,
  other_expenses: Money,
  net_profit: Money,
  net_margin_percent: Decimal.nullable().describe('Net profit in percent of revenue; null without revenue.'),
});

const AccountResult = z.object({
  section: z.enum(sectionNames),
  account_id: Id('account'),
  code: z.string(),
  name: z.string(),
  amount: Money,
});
type AccountResult = z.output<typeof AccountResult>;

const Row = Results.extend({
  kind: z
    .enum(['group', 'others', 'none'])
    .describe('`group`: one value. `others`: those beyond `limit`. `none`: what names no value of the dimension.'),
  value_id: Id('dimension_value').nullable(),
  parent_id: Id('dimension_value').nullable(),
  code: z.string().nullable(),
  name: z.string().nullable(),
  accounts: z.array(AccountResult).describe('With `by_account` only.'),
});

const ProfitByDimension = z.object({
  dimension: z
    .object({ id: Id('dimension'), name: z.string() })
    .nullable()
    .describe('Null while there is none.'),
  period: ReportPeriod,
  rows: z.array(Row),
  totals: Results.describe('The whole profit and loss of the period.'),
  cut: cutField,
  meta: ReportMeta,
});
type ProfitByDimension = z.output<typeof ProfitByDimension>;

export const getProfitByDimension = operation({
  name: 'get_profit_by_dimension',
  summary: 'Get profit and loss by the values of a dimension, such as projects or cost centres.',
  guidance: 'What names no value is a row of its own, so that all rows together are the profit and loss.',
  http: 'GET /reports/profit-by-dimension',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    dimension_id: Id('dimension').optional().describe('Default: the oldest dimension in use.'),
    ...rangeInput,
    by_account: z.boolean().default(false).describe('With the accounts of each row; files have them always.'),
    levels: levelsInput,
    limit: z.int().min(1).max(rowsMax).default(rowsDefault).describe('Number of values; the rest is one row.'),
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(ProfitByDimension),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const { limit, levels, by_account: byAccount, format } = input;
    const [{ current }, dimension] = await Promise.all([
      rangeOf(context, input),
      dimensionOf(context, input.dimension_id),
    ]);
    if (dimension === undefined && input.dimension_id !== undefined) throw missing('/dimension_id', 'dimension');
    const [values, each, meta] = await Promise.all([
      dimension === undefined ? [] : valueNames(context, dimension.id),
      dimensionResults(context, dimension?.id, current),
      metaOf(context),
    ]);
    const found = rolledUp(each, values, levels);
    const groups = groupsOf(found, values, limit);
    const others = groups.find(({ kind }) => kind === 'others');
    const keepsAccounts = byAccount || format === 'csv' || format === 'xlsx';
    const rows = groups.map((group) => rowOf(context, group, keepsAccounts));
    const report: ProfitByDimension = {
      dimension: dimension ?? null,
      period: current,
      rows,
      totals: resultsOf(context, found),
      cut: cutOf({
        list: 'rows',
        shown: groups.filter(({ kind }) => kind === 'group').length,
        left: others?.values ?? 0,
        rest: rows.find(({ kind }) => kind === 'others')?.net_profit ?? null,
        how: withLimit(rowsMax),
      }),
      meta,
    };
    if (format === 'pdf') return inFormat(context, input, report, asPage);
    return inFormat(context, input, report, (made) => asTable({ ...made, accounts: accountsOf(context, found) }));
  },
});

type Named = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly ancestor_ids: readonly string[];
};

function valueNames({ db, organization }: Context, dimension: string): Promise<Named[]> {
  return db.many<Named>(sql`
    select id, code, name, parent_id, ancestor_ids from report_dimension_values
    where organization_id = ${organization} and dimension_id = ${dimension} order by code_key`);
}

/** What values below the last level asked for came to, as that of the value above them. */
function rolledUp(
  found: readonly DimensionResult[],
  names: readonly Named[],
  levels: number | undefined,
): readonly DimensionResult[] {
  if (levels === undefined) return found;
  const above = new Map(names.map(({ id, ancestor_ids: path }) => [id, path[levels - 1] ?? id]));
  return found.map((one) => ({ ...one, value: one.value === null ? null : (above.get(one.value) ?? one.value) }));
}

type Group = {
  readonly kind: 'group' | 'others' | 'none';
  readonly value?: Named;
  readonly results: readonly DimensionResult[];
  /** How many values are in it. */
  readonly values: number;
};

/** Values in the order of their codes, those that move most where there are too many, and last what names none. */
function groupsOf(found: readonly DimensionResult[], names: readonly Named[], limit: number): Group[] {
  const byValue = Map.groupBy(found, ({ value }) => value);
  const all = names.flatMap((value) => {
    const own = byValue.get(value.id);
    return own === undefined ? [] : [{ kind: 'group' as const, value, results: own, values: 1 }];
  });
  const kept = new Set(all.toSorted(descending(movedBy)).slice(0, limit));
  const rest = all.filter((group) => !kept.has(group));
  const none = byValue.get(null) ?? [];
  return [
    ...all.filter((group) => kept.has(group)),
    ...(rest.length === 0
      ? []
      : [{ kind: 'others' as const, results: rest.flatMap((group) => group.results), values: rest.length }]),
    ...(none.length === 0 ? [] : [{ kind: 'none' as const, results: none, values: 0 }]),
  ];
}

function movedBy(group: Pick<Group, 'results'>): bigint {
  return sum(group.results.map(({ amount }) => absolute(amount)));
}

function rowOf(context: Context, { kind, value, results: found }: Group, keepsAccounts: boolean) {
  return {
    kind,
    value_id: value?.id ?? null,
    parent_id: value?.parent_id ?? null,
    code: value?.code ?? null,
    name: value?.name ?? null,
    ...resultsOf(context, found),
    accounts: keepsAccounts ? accountsOf(context, found) : [],
  };
}

function resultsOf(context: Context, found: readonly DimensionResult[]): z.output<typeof Results> {
  const money = baseMoney(context);
  const of = (names: readonly Section[]) =>
    sum(found.filter(({ section }) => names.includes(section)).map(({ amount }) => amount));
  const sums = profitSums((plus, minus) => of(plus) - of(minus));
  return {
    ...eachFigure((name) => money(sums[name])),
    net_margin_percent: percentOf(sums.net_profit, sums.revenue),
  };
}

/** In the order of sections and codes; the values beyond the limit may have an account in common. */
function accountsOf(context: Context, found: readonly DimensionResult[]): AccountResult[] {
  const money = baseMoney(context);
  const byAccount = Map.groupBy(found, ({ account }) => account);
  const rows = [...byAccount.values()].flatMap((all) => {
    const [about] = all;
    return about === undefined ? [] : [{ ...about, amount: sum(all.map(({ amount }) => amount)) }];
  });
  return sectionNames.flatMap((name) =>
    rows
      .filter(({ section }) => section === name)
      .toSorted(ascending(({ code }) => code))
      .map(({ section, account, code, name: title, amount }) => {
        return { section, account_id: account, code, name: title, amount: money(amount) };
      }),
  );
}

function fileName({ period: { from, to } }: ProfitByDimension): string {
  return `profit-by-dimension-${from}-${to}`;
}

/** Of a column: what has no value is named by a word that files translate. */
function headOf({ kind, code, name }: ProfitByDimension['rows'][number], left: number): string {
  if (kind === 'group') return `${code} ${name}`;
  return kind === 'none' ? 'unassigned' : `${othersLabel} (${left})`;
}

/** Of a row, as reports call the rest of a group and what is in none. */
function labelOf(row: ProfitByDimension['rows'][number]): string {
  if (row.kind === 'others') return othersLabel;
  return row.kind === 'none' ? 'No dimension' : headOf(row, 0);
}

/** A row for each value: as many columns as a page has room for. */
function asPage(report: ProfitByDimension): Table {
  const { dimension, rows, totals } = report;
  const fields = { dimension: z.string(), ...Results.shape };
  const made = recordTable(fileName(report), { fields }, [
    ...rows.map((one) => ({ ...one, dimension: labelOf(one) })),
    { ...totals, dimension: 'total' },
  ]);
  return dimension === null ? made : { ...made, remark: dimension.name };
}

/** A row for each account and a column for each value, as spreadsheets add them up. */
function asTable({ accounts, ...report }: ProfitByDimension & { readonly accounts: readonly AccountResult[] }): Table {
  const { rows, totals, cut } = report;
  const left = cut[0]?.left ?? 0;
  const byAccount = rows.map((row) => new Map(row.accounts.map((one) => [one.account_id, one.amount])));
  return {
    name: fileName(report),
    // By position, since a value may be called as another column is.
    header: ['section', 'code', 'account', ...rows.map((row) => headOf(row, left)), 'total'],
    rows: [
      ...accounts.map(({ section, code, name, account_id: id, amount }): Cell[] => {
        return [section, code, name, ...byAccount.map((amounts) => amounts.get(id) ?? null), amount];
      }),
      ...profitFigures.map((name): Cell[] => ['total', null, name, ...rows.map((row) => row[name]), totals[name]]),
    ],
  };
}
