import type { Period } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type DimensionFilter, isAsked } from '../books/dimension-filter.ts';
import type { Basis } from '../report.ts';

/** Spending in a category at one payee, in one of the periods asked for. */
export type CategoryFact = {
  readonly category_id: string;
  readonly supplier_id: string | null;
  readonly payee: string | null;
  /** Position of the period, from zero. */
  readonly period: number;
  readonly amount: bigint;
};

/**
 * Cost of expense lines, net and irrecoverable tax, in periods without gaps between them: on the day of the expense and
 * reversed on that of its void, or as they are paid.
 */
export async function categoryFacts(
  { db, organization }: Context,
  { basis, filter }: { readonly basis: Basis; readonly filter: DimensionFilter },
  periods: readonly Period[],
): Promise<CategoryFact[]> {
  const [first, last] = [periods[0]?.from, periods.at(-1)?.to];
  if (first === undefined || last === undefined) return [];
  const span = { organization, first, last, filter };
  return db.many<CategoryFact>(sql`
    select facts.category_id, facts.supplier_id, coalesce(supplier.name, facts.payee_name) as payee,
      width_bucket(facts.day, ${periods.map(({ from }) => from)}::date[]) - 1 as period,
      sum(facts.amount)::bigint as amount
    from (${spendingFacts(basis, span)}) as facts
    left join report_clients as supplier
      on supplier.organization_id = ${organization} and supplier.id = facts.supplier_id
    group by 1, 2, 3, 4 having sum(facts.amount) <> 0`);
}

/** The same as rows of day, expense, category, payee and amount. */
export function spendingFacts(basis: Basis, span: Span): Sql {
  return basis === 'cash' ? paidCosts(span) : incurredCosts(span);
}

type Span = {
  readonly organization: string;
  readonly first: string;
  readonly last: string;
  /** On the accrual basis alone. */
  readonly filter?: DimensionFilter;
};

function incurredCosts(span: Span): Sql {
  return costsOn(span, isAsked(span.organization, span.filter ?? {}, sql`dimension_value_ids`));
}

/** On the day of the expense, and taken back on that of its void. */
function costsOn({ organization, first, last }: Span, which: Sql): Sql {
  const costs = (day: Sql, sign: Sql) => sql`
    select expense_id, category_id, supplier_id, payee_name, ${day} as day, ${sign} * cost as amount
    from report_expense_lines
    where organization_id = ${organization} and ${which} and ${day} between ${first} and ${last}`;
  return sql`${costs(sql`expense_date`, sql`1`)} union all ${costs(sql`voided_on`, sql`-1`)}`;
}

/**
 * Of each line so much as the payments of its expense settle; all of them together make the whole amount. A credit note
 * counts on its day: what its credit pays counts then as paid.
 */
function paidCosts({ organization, first, last }: Span): Sql {
  return sql`
    with touched as (
      select expense_id from report_expense_payments
      where organization_id = ${organization} and payment_date between ${first} and ${last}
      union
      select expense_id from report_expense_payments
      where organization_id = ${organization} and reversed_on between ${first} and ${last}
    ), moved as (
      select paid.expense_id, paid.payment_date as day, paid.amount from touched
      join report_expense_payments as paid on paid.organization_id = ${organization}
        and paid.expense_id = touched.expense_id
      union all
      select paid.expense_id, paid.reversed_on, -paid.amount from touched
      join report_expense_payments as paid on paid.organization_id = ${organization}
        and paid.expense_id = touched.expense_id and paid.reversed_on is not null
    ), steps as (
      select expense_id, day, sum(sum(amount)) over so_far::bigint as after,
        (sum(sum(amount)) over so_far - sum(amount))::bigint as before
      from moved group by expense_id, day window so_far as (partition by expense_id order by day)
    )
    select line.expense_id, line.category_id, line.supplier_id, line.payee_name, steps.day,
      paid_part(line.cost, steps.after, line.expense_total) - paid_part(line.cost, steps.before, line.expense_total)
        as amount
    from steps join report_expense_lines as line
      on line.organization_id = ${organization} and line.expense_id = steps.expense_id
    where steps.day between ${first} and ${last}
    union all ${costsOn({ organization, first, last }, sql`kind = 'credit_note'`)}`;
}

/** A category as reports show it. */
export type CategoryName = {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly ancestor_ids: readonly string[];
  readonly kind: 'cogs' | 'operating' | 'other' | 'asset';
  readonly color: string | null;
  readonly budget_monthly: bigint | null;
  readonly excluded_from_reports: boolean;
};

/** Every category there is, from the root down and by name among siblings: an organisation has tens of them. */
export function categoryNames({ db, organization }: Context): Promise<CategoryName[]> {
  return db.many<CategoryName>(sql`
    select c.id, c.name, c.parent_id, c.ancestor_ids, c.kind, c.color, c.budget_monthly, c.excluded_from_reports
    from report_expense_categories as c
    where c.organization_id = ${organization}
    order by array(select above.name from report_expense_categories as above
        where above.organization_id = c.organization_id and above.id = any(c.ancestor_ids)
        order by array_position(c.ancestor_ids, above.id)) || c.name, c.id`);
}
