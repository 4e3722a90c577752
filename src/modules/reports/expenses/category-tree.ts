import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { ascending, descending, orderedBy } from '../../../core/order.ts';
import { daysIn, intervalsOf, type Period, periodOf } from '../../../core/period.ts';
import { divide } from '../../../core/rounding.ts';
import type { Context } from '../../../operation/operation.ts';
import { cutField, cutOf } from '../../../operation/cut.ts';
import { Decimal, Id, Money } from '../../../wire/index.ts';
import { type CategoryFact, categoryFacts, type CategoryName, categoryNames } from './category-facts.ts';
import type { DimensionFilter } from '../books/dimension-filter.ts';
import { type Amounts, Figure, figure, percentOf } from '../figure.ts';
import type { ReportRange } from '../period-input.ts';
import { baseMoney, type Basis, currencyOf } from '../report.ts';

const payeesMax = 10;

/** Recorded expenses by category; postings of the service itself are in none. */
export const categoryFields = {
  categories: z
    .array(
      Figure.extend({
        category_id: Id('expense_category'),
        parent_id: Id('expense_category').nullable(),
        level: z.int().describe('1 for a root category.'),
        name: z.string(),
        kind: z.enum(['cogs', 'operating', 'other', 'asset']),
        color: z.string().nullable(),
        own: Money.describe('Excluding subcategories.'),
        share: Decimal.nullable().describe('Percentage of all categorised spending.'),
        budget: Money.nullable().describe('Budget for the period, including subcategories.'),
        variance: Money.nullable().describe('Budget remaining.'),
        budget_used_percent: Decimal.nullable(),
      }),
    )
    .describe('Expenses by category, as a tree: amounts include subcategories. Excluded categories are left out.'),
  payees: z
    .array(
      z.object({
        supplier_id: Id('client').nullable(),
        payee: z.string().nullable(),
        amount: Money,
        share: Decimal.nullable().describe('Percentage of all categorised spending.'),
        compared: Money.nullable(),
      }),
    )
    .describe('The suppliers and other payees with the highest spending.'),
  cut: cutField,
};
const Tree = z.object(categoryFields);
type CategoryTree = z.output<typeof Tree>;

type Asked = { readonly basis: Basis; readonly range: ReportRange; readonly filter: DimensionFilter };

/** The tree of categories with what was spent in each, its budget, and at whom most was spent. */
export async function categoryTree(context: Context, { basis, range, filter }: Asked): Promise<CategoryTree> {
  const { current, compared, intervals } = range;
  const [names, facts, before] = await Promise.all([
    categoryNames(context),
    categoryFacts(context, { basis, filter }, intervals.length > 0 ? intervals : [current]),
    compared === undefined ? [] : categoryFacts(context, { basis, filter }, [compared]),
  ]);
  const money = baseMoney(context);
  const currency = currencyOf(context);
  const shown = names.filter((one) => !one.excluded_from_reports);
  const counted = new Set(shown.map(({ id }) => id));
  const spent = facts.filter((fact) => counted.has(fact.category_id));
  const past = before.filter((fact) => counted.has(fact.category_id));
  const whole = sum(spent.map(({ amount }) => amount));
  const categories = shown.map((category) => {
    const below = new Set(shown.filter((one) => isIn(one, category)).map(({ id }) => id));
    const amounts = amountsIn(below, { spent, past, range });
    const budget = budgetOf(
      shown.filter(({ id }) => below.has(id)),
      current,
    );
    const own = sum(spent.filter((fact) => fact.category_id === category.id).map(({ amount }) => amount));
    return {
      category_id: category.id,
      parent_id: category.parent_id,
      level: category.ancestor_ids.length + 1,
      name: category.name,
      kind: category.kind,
      color: category.color,
      ...figure(amounts, currency),
      own: money(own),
      share: percentOf(amounts.amount, whole),
      budget: budget === undefined ? null : money(budget),
      variance: budget === undefined ? null : money(budget - amounts.amount),
      budget_used_percent: budget === undefined ? null : percentOf(amounts.amount, budget),
      isEmpty: budget === undefined && isNothing(amounts),
    };
  });
  return {
    categories: categories.filter(({ isEmpty }) => !isEmpty),
    ...payeesOf(context, { spent, past, range }, whole),
  };
}

/** Zero throughout, as opposed to amounts that cancel out within the range. */
function isNothing({ amount, series, compared = 0n }: Amounts): boolean {
  return [amount, compared, ...series].every((one) => one === 0n);
}

function isIn(one: CategoryName, category: CategoryName): boolean {
  return one.id === category.id || one.ancestor_ids.includes(category.id);
}

type Facts = {
  readonly spent: readonly CategoryFact[];
  readonly past: readonly CategoryFact[];
  readonly range: ReportRange;
};

function amountsIn(ids: ReadonlySet<string>, { spent, past, range }: Facts): Amounts {
  const own = spent.filter((fact) => ids.has(fact.category_id));
  const total = (facts: readonly CategoryFact[]) => sum(facts.map(({ amount }) => amount));
  return {
    amount: total(own),
    series: range.intervals.map((_, index) => total(own.filter(({ period }) => period === index))),
    compared: range.compared === undefined ? undefined : total(past.filter((fact) => ids.has(fact.category_id))),
  };
}

/** Budgets are by the month; of a month that is not whole, so much as its days are. Undefined where there is none. */
function budgetOf(categories: readonly CategoryName[], range: Period): bigint | undefined {
  const monthly = categories.flatMap((one) => one.budget_monthly ?? []);
  if (monthly.length === 0) return undefined;
  const budget = sum(monthly);
  return sum(
    intervalsOf(range, 'month').map((part) =>
      divide(budget * BigInt(daysIn(part)), BigInt(daysIn(periodOf('month', part.from))), 'half_up'),
    ),
  );
}

type PayeesCut = Pick<CategoryTree, 'payees' | 'cut'>;

function payeesOf(context: Context, { spent, past, range }: Facts, whole: bigint): PayeesCut {
  const money = baseMoney(context);
  const keyOf = ({ supplier_id: supplier, payee }: CategoryFact) => supplier ?? `\n${payee}`;
  const before = Map.groupBy(past, keyOf);
  const totalOf = (facts: readonly CategoryFact[]) => sum(facts.map(({ amount }) => amount));
  const order = [...Map.groupBy(spent, keyOf)]
    .map(([key, own]) => ({ about: own[0], amount: totalOf(own), compared: totalOf(before.get(key) ?? []) }))
    .toSorted(
      orderedBy(
        descending(({ amount }) => amount),
        ascending(({ about }) => about?.payee ?? ''),
        ascending(({ about }) => about?.supplier_id ?? ''),
      ),
    );
  const left = order.slice(payeesMax);
  const payees = order.slice(0, payeesMax).map(({ about, amount, compared }) => ({
    supplier_id: about?.supplier_id ?? null,
    payee: about?.payee ?? null,
    amount: money(amount),
    share: percentOf(amount, whole),
    compared: range.compared === undefined ? null : money(compared),
  }));
  const cut = cutOf({
    list: 'payees',
    shown: payees.length,
    left: left.length,
    rest: money(sum(left.map(({ amount }) => amount))),
    how: 'list_expenses for the same dates lists all of their expenses.',
  });
  return { payees, cut };
}
