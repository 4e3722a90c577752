import { z } from 'zod';
import { costWarning } from '../../../render/report-locale.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Decimal, Id, OrFile } from '../../../wire/index.ts';
import type { AccountMovement, AccountType } from '../../ledger/index.ts';
import { resultsOf } from '../cash-basis/cash-results.ts';
import { categoryFields, categoryTree } from './category-tree.ts';
import { basisOfNarrowed, dimensionFilterInput, NarrowedTo, narrowedTo } from '../books/dimension-filter.ts';
import { type Amounts, combine, Figure, figure, figureFields, sharesOf } from '../figure.ts';
import { comparedSeries, compareInput, intervalInput, rangeInput, rangeOf, type ReportRange } from '../period-input.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';
import { anyBasisInput, currencyOf, fileInput, metaOf, ReportInterval, ReportMeta, ReportPeriod } from '../report.ts';

const sections = {
  expense: 'operating_expenses',
  other_expense: 'other_expenses',
  cost_of_goods_sold: 'cost_of_sales',
} as const satisfies Partial<Record<AccountType, string>>;
type Section = (typeof sections)[keyof typeof sections];
const sectionNames = Object.values(sections) as [Section, ...Section[]];

const Row = Figure.extend({
  section: z.enum(sectionNames),
  account_id: Id('account'),
  code: z.string(),
  name: z.string(),
  share: Decimal.nullable().describe('Percentage of its section; the rows of a section add up to 100.00.'),
});

const Expenses = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  intervals: z.array(ReportInterval),
  rows: z.array(Row),
  totals: z.object({ operating_expenses: Figure, other_expenses: Figure, cost_of_sales: Figure, expenses: Figure }),
  ...categoryFields,
  narrowed_to: NarrowedTo,
  meta: ReportMeta,
});
type Expenses = z.output<typeof Expenses>;

export const getExpensesByCategory = operation({
  name: 'get_expenses_by_category',
  summary: 'Get spending for a period by account, category, supplier and budget.',
  guidance: 'Compare with the previous period or year, or split it into a series by `interval`.',
  http: 'GET /reports/expenses-by-category',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({
    ...rangeInput,
    ...compareInput,
    interval: intervalInput,
    basis: anyBasisInput,
    ...dimensionFilterInput,
    ...fileInput,
  }),
  output: OrFile(Expenses),
  refuses: [validationFailed, notFound, pagesRefused],
  async run(context, input) {
    const [range, basis] = await Promise.all([rangeOf(context, input), basisOfNarrowed(context, input.basis, input)]);
    const narrowed = await narrowedTo(context, input);
    const [{ moved, before }, tree, meta] = await Promise.all([
      resultsOf(context, basis, range, input),
      categoryTree(context, { basis, range, filter: input }),
      metaOf(context, basis === 'cash' ? [costWarning] : [], basis),
    ]);
    const spent = spentOn([...moved], [...before], range);
    const currency = currencyOf(context);
    const nothing = amountsOf([], [], range);
    const total = (names: readonly Section[]) =>
      figure(
        combine(
          spent.filter(({ section }) => names.includes(section)).map(({ amounts }) => amounts),
          [],
          nothing,
        ),
        currency,
      );
    const report: Expenses = {
      period: range.current,
      compared_period: range.compared ?? null,
      intervals: [...range.intervals],
      rows: sectionNames.flatMap((name) =>
        rowsOf(
          spent.filter(({ section }) => section === name),
          currency,
        ),
      ),
      totals: {
        operating_expenses: total(['operating_expenses']),
        other_expenses: total(['other_expenses']),
        cost_of_sales: total(['cost_of_sales']),
        expenses: total(['operating_expenses', 'other_expenses']),
      },
      ...tree,
      narrowed_to: narrowed,
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

type Spent = { readonly section: Section; readonly about: AccountMovement; readonly amounts: Amounts };

function spentOn(moved: readonly AccountMovement[], before: readonly AccountMovement[], range: ReportRange): Spent[] {
  const past = Map.groupBy(before, ({ id }) => id);
  const now = Map.groupBy(moved, ({ id }) => id);
  const names = new Map([...before, ...moved].map((one) => [one.id, one]));
  return [...names].flatMap(([id, about]) => {
    const section = Object.entries(sections).find(([type]) => type === about.type)?.[1];
    const amounts = amountsOf(now.get(id) ?? [], past.get(id) ?? [], range);
    return section === undefined ? [] : [{ section, about, amounts }];
  });
}

function amountsOf(moved: readonly AccountMovement[], before: readonly AccountMovement[], range: ReportRange): Amounts {
  const { intervals, compared } = range;
  const total = (of: readonly AccountMovement[]) => of.reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  return {
    amount: total(moved),
    series: intervals.map((_, index) => total(moved.filter(({ period }) => period === index))),
    compared: compared === undefined ? undefined : total(before),
    comparedSeries: comparedSeries(range, (piece) => total(before.filter(({ period }) => period === piece))),
  };
}

/** The largest first. */
function rowsOf(spent: readonly Spent[], currency: string): Expenses['rows'] {
  const order = spent.toSorted(
    orderedBy(
      descending(({ amounts }) => amounts.amount),
      ascending(({ about }) => about.code),
    ),
  );
  const shares = sharesOf(order.map(({ amounts }) => amounts.amount));
  return order.map(({ section, about: { id, code, name }, amounts }, index) => {
    return { section, account_id: id, code, name, ...figure(amounts, currency), share: shares[index] ?? null };
  });
}

function asTable({ period, intervals, rows, totals, categories }: Expenses): Table {
  const fields = {
    ...Row.pick({ section: true, code: true, name: true }).shape,
    ...figureFields,
    share: Row.shape.share,
    ...categoryFields.categories.element.pick({ budget: true, variance: true }).shape,
  };
  const headings = { name: 'category', series: intervals.map(({ label }) => label) };
  return recordTable(`expenses-by-category-${period.from}-${period.to}`, { fields, headings }, [
    ...rows,
    ...Object.entries(totals).map(([name, total]) => ({ section: 'total', name, ...total })),
    ...categories.map((one) => ({ section: 'category', ...one })),
  ]);
}
