import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { cashFacts, type Counted } from '../cash-basis/cash-facts.ts';
import type { Period } from '../../../core/period.ts';
import type { Basis } from '../report.ts';
import { isTaxAccount } from './tax-accounts.ts';
import { each, spansTable, stepsTable } from '../cash-basis/settlement-steps.ts';

/** Taxable base of an amount in another currency: its base value, in the proportion of the tax. */
const lineBase = sql`taxed_base(l.tax_base, l.amount, l.currency_amount)`;

/** Of an account called `a`: whether it is one of taxes. */
export function isOfTaxes(organization: string): Sql {
  return sql`(${isTaxAccount} or a.id in (
    select unnest(array[payable_account_id, receivable_account_id]) from report_tax_rates
    where organization_id = ${organization}))`;
}

function taxLines(organization: string): Counted {
  return {
    accounts: isOfTaxes(organization),
    lines: sql`l.tax_rate_id is not null`,
    rate: sql`l.tax_rate_id`,
    base: lineBase,
  };
}

/**
 * Taxes of a period, credits positive: rows of `side`, rate (null where there is none), day, tax, base and the record
 * behind. Taxes are lines of the ledger, whatever made them. What is sold without any tax posts none: that comes from
 * the sales, on their day and on that of their void, or as they are paid.
 */
export function taxFacts(context: Pick<Context, 'organization'>, basis: Basis, period: Period): Sql {
  const { organization } = context;
  const posted =
    basis === 'cash' ? cashFacts(context, [period], taxLines(organization)) : postedTaxes(organization, period);
  return sql`
    select ${side} as side, taxed.rate_id, taxed.day, taxed.kind, taxed.id, -taxed.amount as tax, -taxed.base as base
    from (${posted}) as taxed
    join report_accounts as a on a.organization_id = ${organization} and a.id = taxed.account_id
    left join report_tax_rates as rate on rate.organization_id = ${organization} and rate.id = taxed.rate_id
    union all
    select 'output', untaxed.rate_id, untaxed.day, 'sale', untaxed.id, 0::bigint, untaxed.base
    from (${basis === 'cash' ? paidUntaxed(organization, period) : soldUntaxed(organization, period)}) as untaxed
    where untaxed.base <> 0`;
}

/** Of the rate of a tax called `rate`, on an account called `a`. */
const side = sql`case when rate.kind = 'withholding' then 'withheld' when a.class = 'liability' then 'output'
  else 'input' end`;

/** The same without days and records, of which a sum needs none: rows of `side`, rate, tax and base. */
export function taxSums(context: Pick<Context, 'organization'>, basis: Basis, period: Period): Sql {
  if (basis !== 'cash') return taxFacts(context, basis, period);
  const { organization } = context;
  const { from, to } = period;
  return sql`
    select ${side} as side, kept.rate_id, -kept.amount as tax, -kept.base as base
    from cash_days as kept
    join report_accounts as a on a.organization_id = ${organization} and a.id = kept.account_id
    join report_tax_rates as rate on rate.organization_id = ${organization} and rate.id = kept.rate_id
    where kept.organization_id = ${organization} and kept.day between ${from} and ${to} and ${isOfTaxes(organization)}
    union all
    select 'output', rate_id, 0::bigint, base from cash_days
    where organization_id = ${organization} and account_id is null and day between ${from} and ${to}`;
}

function postedTaxes(organization: string, { from, to }: Period): Sql {
  const { accounts, lines, rate, base } = taxLines(organization);
  return sql`
    select l.account_id, ${rate} as rate_id, l.entry_date as day, 'journal_entry' as kind, l.entry_id as id, l.amount,
      ${base} as base
    from report_accounts as a
    join report_lines as l on l.organization_id = ${organization} and l.account_id = a.id
      and l.entry_date between ${from} and ${to}
    where a.organization_id = ${organization} and ${accounts} and ${lines}`;
}

/** Returns are stored as positive amounts, and count against sales. */
const signOf = sql`(case sale.kind when 'sale' then 1 else -1 end)`;

/** Of a sale called `sale`: what was sold at a rate of nothing, by rate, and what was sold at no rate. */
const untaxedIn = sql`(
  select (rated ->> 'rate_id')::uuid as rate_id, in_base((rated ->> 'base')::bigint, sale.base_factor) as base
  from jsonb_array_elements(sale.taxes) as rated where (rated ->> 'amount')::bigint = 0
  union all
  select null, sale.untaxed)`;

function soldUntaxed(organization: string, { from, to }: Period): Sql {
  const sold = (day: Sql, sign: Sql) => sql`
    select part.rate_id, ${day} as day, sale.id, ${sign} * ${signOf} * part.base as base
    from report_sales as sale cross join lateral ${untaxedIn} as part
    where sale.organization_id = ${organization} and ${day} between ${from} and ${to}`;
  return sql`${sold(sql`sale.sale_date`, sql`1`)} union all ${sold(sql`sale.voided_on`, sql`-1`)}
    union all ${letOff(organization, { from, to })}`;
}

/** Less of what was sold at a rate of nothing, or at none: what was paid early. */
function letOff(organization: string, { from, to }: Period): Sql {
  return sql`
    select part.rate_id, off.discounted_on, off.sale_id, -in_base(part.base, off.base_factor)
    from report_early_discounts as off
    cross join lateral (
      select (tax ->> 'rate_id')::uuid as rate_id, (tax ->> 'base')::bigint as base
      from jsonb_array_elements(off.taxes) as tax where (tax ->> 'amount')::bigint = 0
      union all
      select null, off.untaxed
    ) as part
    where off.organization_id = ${organization} and off.discounted_on between ${from} and ${to}`;
}

function paidUntaxed(organization: string, period: Period): Sql {
  return sql`
    with ${spansTable([period])}, ${stepsTable(organization)}
    select part.rate_id, steps.day, sale.id, ${signOf}
      * (paid_part(part.base, steps.after, steps.total) - paid_part(part.base, steps.before, steps.total)) as base
    from steps
    ${each(sql`select * from report_sales where organization_id = ${organization} and id = steps.sale_id`)} as sale
    cross join lateral ${untaxedIn} as part`;
}
