import { and, type Sql, sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { RevenueFilter } from '../revenue/revenue-facts.ts';

export type Narrowing = 'client_id' | 'member_id' | 'location_id' | 'channel' | 'currency' | BooksNarrowing;
type BooksNarrowing = 'dimension_id' | 'levels' | (typeof byDimension)[number] | 'budget_id';

const byDimension = ['dimension_value_id', 'without_dimension_id'] as const;

/** By what figures of each report can be narrowed; a figure that was not would be taken for one that was. */
const narrowings: Readonly<Record<string, readonly Narrowing[]>> = {
  'profit-and-loss': ['client_id', 'member_id', 'location_id', ...byDimension],
  'profit-by-dimension': ['dimension_id', 'levels'],
  'budget-variance': ['budget_id', 'dimension_value_id'],
  'expenses-by-category': byDimension,
  'trial-balance': byDimension,
  'general-ledger': byDimension,
  revenue: ['client_id', 'member_id', 'location_id', 'channel', ...byDimension],
  'period-comparison': ['client_id', 'member_id', 'location_id', 'channel'],
  'receivables-aging': ['currency'],
  'payables-aging': ['currency'],
  'client-statement': ['client_id', 'currency'],
  'inventory-valuation': ['location_id'],
  'inventory-movements': ['location_id'],
  'inventory-turnover': ['location_id'],
};

/** Refuses what the figures of a report are not narrowed by. */
export function refuseOtherNarrowing(name: string, given: Readonly<Partial<Record<Narrowing, unknown>>>): void {
  const known = narrowings[name] ?? [];
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || known.some((one) => one === field)) continue;
    const others = known.length === 0 ? 'Leave this filter out.' : `Filters for it: ${known.join(', ')}.`;
    throw fault(`/${field}`, 'not_by_report', `Figures of ${name} cannot be filtered by ${field}. ${others}`);
  }
}

/**
 * Those of the facts whose entries a sale, an expense, a payment or a refund of a client, a member or a location made;
 * what was entered by hand is of none.
 */
export function narrowed({ organization }: Context, facts: Sql, filter: RevenueFilter): Sql {
  const { client_id: client, member_id: member, location_id: location } = filter;
  const conditions = [
    ...(client === undefined
      ? []
      : [sql`coalesce(sale.client_id, spent.supplier_id, payment.client_id, refund.client_id) = ${client}`]),
    ...(member === undefined ? [] : [sql`coalesce(sale.member_id, spent.member_id) = ${member}`]),
    ...(location === undefined ? [] : [sql`sale.location_id = ${location}`]),
  ];
  if (conditions.length === 0) return facts;
  const from = (kind: string) => sql`case ${kind}::text when fact.kind then fact.id when entry.source_type
    then entry.source_id end`;
  return sql`
    select fact.day, fact.kind, fact.id, fact.amount from (${facts}) as fact
    left join report_entries as entry
      on fact.kind = 'journal_entry' and entry.organization_id = ${organization} and entry.id = fact.id
    left join report_sales as sale on sale.organization_id = ${organization} and sale.id = ${from('sale')}
    left join report_expenses as spent on spent.organization_id = ${organization} and spent.id = ${from('expense')}
    left join report_payments as payment
      on payment.organization_id = ${organization} and payment.id = ${from('payment')}
    left join report_named_refunds as refund
      on refund.organization_id = ${organization} and refund.id = ${from('refund')}
    where ${and(conditions)}`;
}
