import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { spendingFacts } from '../expenses/category-facts.ts';
import { drillResults } from './drill-ledger.ts';
import { overdueDays } from './drill-records.ts';
import { type Behind, daysOf, type Drill, type FigureAsked, unknownRow, uuidIn } from './drilldown.ts';
import { owedExpenses } from '../aging/payables.ts';
import { basisOfNarrowed } from '../books/dimension-filter.ts';

/** Key prefix of payees that are not suppliers. */
const payeePrefix = 'payee:';

/** A category with what is below it, a payee, or an account or a total as the books have them. */
export const drillSpending: Drill = async (context, asked) => {
  const { row, column } = asked;
  const category = uuidIn(row, 'expense_category');
  if (category !== undefined) return spent(context, asked, inCategory(context, category, column === 'own'));
  const payee = payeeIn(row);
  return payee === undefined ? drillResults(context, asked) : spent(context, asked, payee);
};

async function spent(context: Context, asked: FigureAsked, where: Sql): Promise<Behind> {
  const { from: first, to: last } = daysOf(asked, ['amount', 'own']);
  const { filter } = asked;
  const basis = await basisOfNarrowed(context, asked.basis, filter);
  const { organization } = context;
  return {
    facts: sql`
      select facts.day, 'expense' as kind, facts.expense_id as id, facts.amount
      from (${spendingFacts(basis, { organization, first, last, filter })}) as facts
      where ${where} and facts.category_id not in (
        select id from report_expense_categories where organization_id = ${organization} and excluded_from_reports)`,
  };
}

function inCategory({ organization }: Context, id: string, isOwn: boolean): Sql {
  return isOwn
    ? sql`category_id = ${id}`
    : sql`category_id in (select id from report_expense_categories
        where organization_id = ${organization} and (id = ${id} or ancestor_ids @> ${[id]}::uuid[]))`;
}

/** The condition on a supplier by its id, or on a payee by its name. */
function payeeIn(row: string): Sql | undefined {
  const supplier = uuidIn(row, 'client');
  if (supplier !== undefined) return sql`supplier_id = ${supplier}`;
  if (!row.startsWith(payeePrefix)) return undefined;
  return sql`supplier_id is null and payee_name is not distinct from ${row.slice(payeePrefix.length)}::text`;
}

export const drillPayables: Drill = ({ organization }, { row, column, asAt, ageFrom, currency }) => {
  const [above, upTo] = overdueDays(column);
  const from = ageFrom === 'due_date' ? sql`due_date` : sql`expense_date`;
  return {
    facts: sql`
      select expense_date as day, 'expense' as kind, id,
        ${currency === undefined ? sql`amount` : sql`currency_amount`} as amount
      from (${owedExpenses(organization, asAt, { currency })}) as owed
      where ${owedTo(row)} and ${asAt}::date - ${from} > ${above} and ${asAt}::date - ${from} <= ${upTo}`,
    currency,
  };
};

function owedTo(row: string): Sql {
  if (row === 'total') return sql`true`;
  const member = uuidIn(row, 'member');
  if (member !== undefined) return sql`member_id = ${member}`;
  const payee = payeeIn(row);
  if (payee === undefined) throw unknownRow();
  return sql`member_id is null and ${payee}`;
}
