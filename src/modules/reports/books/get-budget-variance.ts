import { z } from 'zod';
import { addDays, addMonths, type Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import { type AccountMovement, type AccountType, resultOf } from '../../ledger/index.ts';
import { percentOf } from '../figure.ts';
import { rangeInput, rangeOf } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { baseMoney, basisInput, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import {
  eachFigure,
  type ProfitFigure,
  profitFigures,
  profitSums,
  type Section,
  sectionNames,
  sectionOf,
} from './profit-sections.ts';
import { narrowedTo, valuesAsked } from './dimension-filter.ts';
import { narrowedMovements } from './narrowed-sums.ts';

const Compared = z.object({
  budget: Money,
  actual: Money,
  variance: Money.describe('Above zero where it is better than planned: more income or less cost.'),
  budget_used_percent: Decimal.nullable().describe('Actual in percent of the budget; null without one.'),
});

const AccountRow = Compared.extend({
  section: z.enum(sectionNames),
  account_id: Id('account'),
  code: z.string(),
  name: z.string(),
});

const BudgetVariance = z.object({
  budget: z
    .object({ id: Id('budget'), name: z.string() })
    .nullable()
    .describe('Null while there is none.'),
  period: ReportPeriod,
  rows: z.array(AccountRow).describe('Accounts with a budget or an amount.'),
  totals: z.object({
    revenue: Compared,
    cost_of_sales: Compared,
    gross_profit: Compared,
    operating_expenses: Compared,
    operating_profit: Compared,
    other_income: Compared,
    other_expenses: Compared,
    net_profit: Compared,
  }),
  meta: ReportMeta,
});
type BudgetVariance = z.output<typeof BudgetVariance>;

export const getBudgetVariance = operation({
  name: 'get_budget_variance',
  summary: 'Get budget against actual: planned and actual income and costs by account, with the variance.',
  guidance: 'Whole months of the budget. Of a value of a dimension, what is planned for it and what names it.',
  http: 'GET /reports/budget-variance',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({
    budget_id: Id('budget').optional().describe('Default: the newest in use of today, else the newest.'),
    ...rangeInput,
    period: rangeInput.period.describe('Instead of `from` and `to`. Default: the budget up to this month.'),
    dimension_value_id: Id('dimension_value').optional(),
    basis: basisInput,
    ...fileInput,
  }),
  output: OrFile(BudgetVariance),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const { dimension_value_id: value } = input;
    const [budget] = await Promise.all([
      budgetAsked(context, input),
      narrowedTo(context, { dimension_value_id: value }),
    ]);
    const period = await monthsAsked(context, input, budget);
    const [planned, moved, meta] = await Promise.all([
      budget === undefined ? [] : plannedIn(context, { budget: budget.id, value, ...period }),
      narrowedMovements(context, { dimension_value_id: value }, [period]),
      metaOf(context),
    ]);
    const rows = rowsOf(planned, moved);
    const report: BudgetVariance = {
      budget: budget === undefined ? null : { id: budget.id, name: budget.name },
      period,
      rows: rows.map((row) => {
        const { section, account_id, code, name } = row;
        return { section, account_id, code, name, ...compared(context, row, isSpent(section)) };
      }),
      totals: totalsOf(context, rows),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

type Budget = { readonly id: string; readonly name: string; readonly starts_on: Day; readonly months: number };

type Input = Parameters<typeof rangeOf>[1] & { readonly budget_id?: string | undefined };

async function budgetAsked(context: Context, { budget_id: id }: Input): Promise<Budget | undefined> {
  const { db, organization, today } = context;
  const which = id === undefined ? sql`not is_archived` : sql`id = ${id}`;
  const budget = await db.maybe<Budget>(sql`
    select id, name, starts_on, months from report_budgets where organization_id = ${organization} and ${which}
    order by starts_on <= ${today} and ${today} < starts_on + make_interval(months => months) desc, id desc limit 1`);
  if (budget === undefined && id !== undefined) throw missing('/budget_id', 'budget');
  return budget;
}

/** The days of the report as it reads them. */
export async function varianceRange(context: Context, input: Input): Promise<Period> {
  const { period, from, to } = input;
  return monthsAsked(context, { period, from, to }, await budgetAsked(context, input));
}

/** Of a budget only whole months can be compared. */
async function monthsAsked(context: Context, input: Input, budget: Budget | undefined): Promise<Period> {
  const { period, from, to } = input;
  const isOpen = period === undefined && from === undefined && to === undefined;
  if (budget === undefined) return (await rangeOf(context, input)).current;
  const whole = { from: budget.starts_on, to: addDays(addMonths(budget.starts_on, budget.months), -1) };
  if (isOpen) return soFar(whole, context.today);
  const { current } = await rangeOf(context, input);
  const field = period === undefined ? (isFirst(current.from) && current.from >= whole.from ? 'to' : 'from') : 'period';
  if (current.from < whole.from || current.to > whole.to) {
    throw fault(`/${field}`, 'outside_budget', `The budget is for ${whole.from} to ${whole.to}. Write months of it.`);
  }
  if (!isFirst(current.from) || !isFirst(addDays(current.to, 1))) {
    throw fault(`/${field}`, 'not_whole_months', 'Write whole months: a budget has one amount for each.');
  }
  return current;
}

const isFirst = (day: Day): boolean => day.endsWith('-01');

/** Up to the end of the month that it is, or all of a budget that is over or has not begun. */
function soFar({ from, to }: Period, today: Day): Period {
  if (today < from || today > to) return { from, to };
  return { from, to: periodOf('month', today).to };
}

type Planned = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly amount: bigint;
};
type Of = Period & { readonly budget: string; readonly value: string | undefined };

function plannedIn({ db, organization }: Context, { budget, value, from, to }: Of): Promise<Planned[]> {
  const isOfValue =
    value === undefined
      ? sql`true`
      : sql`planned.value_id in (${valuesAsked(organization, { dimension_value_id: value })})`;
  return db.many<Planned>(sql`
    select a.id, a.code, a.name, a.type, sum(planned.amount)::bigint as amount
    from report_budget_months as planned
    join report_accounts as a on a.organization_id = planned.organization_id and a.id = planned.account_id
    where planned.organization_id = ${organization} and planned.budget_id = ${budget}
      and planned.month between ${from} and ${to} and ${isOfValue}
    group by a.id, a.code, a.name, a.type`);
}

type Sums = { readonly budget: bigint; readonly actual: bigint };
type Row = Sums & {
  readonly section: Section;
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
};

/** Accounts in the order of sections and codes, each with what was planned and what came. */
function rowsOf(planned: readonly Planned[], moved: readonly AccountMovement[]): Row[] {
  const all = [
    ...planned.map(({ amount, ...about }) => ({ ...about, budget: amount, actual: 0n })),
    ...moved.map((movement) => {
      const { id, code, name, type } = movement;
      return { id, code, name, type, budget: 0n, actual: resultOf(movement) };
    }),
  ];
  const rows = [...Map.groupBy(all, ({ id }) => id).values()].flatMap((parts) => {
    const [about] = parts;
    const section = about && sectionOf(about.type);
    if (about === undefined || section === undefined) return [];
    const { id, code, name } = about;
    const budget = sum(parts.map((part) => part.budget));
    const actual = sum(parts.map((part) => part.actual));
    return budget === 0n && actual === 0n ? [] : [{ section, account_id: id, code, name, budget, actual }];
  });
  return sectionNames.flatMap((name) =>
    rows.filter(({ section }) => section === name).toSorted(ascending(({ code }) => code)),
  );
}

const spent: readonly ProfitFigure[] = ['cost_of_sales', 'operating_expenses', 'other_expenses'];
const isSpent = (name: ProfitFigure): boolean => spent.includes(name);

function compared(context: Context, { budget, actual }: Sums, spends: boolean): z.output<typeof Compared> {
  const money = baseMoney(context);
  return {
    budget: money(budget),
    actual: money(actual),
    variance: money(spends ? budget - actual : actual - budget),
    budget_used_percent: percentOf(actual, budget),
  };
}

function totalsOf(context: Context, rows: readonly Row[]): BudgetVariance['totals'] {
  const of = (pick: (row: Row) => bigint) =>
    profitSums((plus, minus) => {
      const inSections = (names: readonly Section[]) =>
        sum(rows.filter(({ section }) => names.includes(section)).map(pick));
      return inSections(plus) - inSections(minus);
    });
  const [budget, actual] = [of((row) => row.budget), of((row) => row.actual)];
  return eachFigure((name) => compared(context, { budget: budget[name], actual: actual[name] }, isSpent(name)));
}

function asTable({ budget, period: { from, to }, rows, totals }: BudgetVariance): Table {
  const fields = { ...AccountRow.pick({ section: true, code: true, name: true }).shape, ...Compared.shape };
  const made = recordTable(`budget-variance-${from}-${to}`, { fields, headings: { name: 'account' } }, [
    ...rows,
    ...profitFigures.map((name) => ({ section: 'total', name, ...totals[name] })),
  ]);
  return budget === null ? made : { ...made, remark: budget.name };
}
