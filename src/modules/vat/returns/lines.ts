import type { CodeSum } from '../../../core/vat/formula.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { ReturnRow } from './vat-return.ts';

/** The lines behind a return as a table: those that were filed, or what a draft has to declare now. */
export function linesOf({ organization }: Pick<Context, 'organization'>, row: ReturnRow): Sql {
  if (row.status !== 'draft') {
    return sql`(select * from vat_return_lines where organization_id = ${organization} and return_id = ${row.id})`;
  }
  return sql`vat_open_lines(${organization}, ${row.scheme}, ${row.period_from}, ${row.period_to}, ${row.corrects_id})`;
}

/** Number, and client or supplier, of what lines are of, as `sale` and `expense` beside them. */
export function namesOfLines({ organization }: Pick<Context, 'organization'>): Sql {
  return sql`
    left join vat_sale_names as sale on line.source_type = 'sale' and sale.organization_id = ${organization}
      and sale.id = line.source_id
    left join report_expenses as expense on line.source_type = 'expense' and expense.organization_id = ${organization}
      and expense.id = line.source_id`;
}

export type LineSums = {
  readonly sums: readonly CodeSum[];
  readonly lineCount: number;
  readonly lateCount: number;
  /** Tax of the return by the tax accounts: owed less deducted. */
  readonly ledgerTax: bigint;
};

type Row = CodeSum & { readonly lines: bigint; readonly late: bigint };

export async function sumLines(context: Context, row: ReturnRow): Promise<LineSums> {
  const rows = await context.db.many<Row>(sql`
    select code, base < 0 or (base = 0 and tax < 0) as "isCredit",
      coalesce(sum(base) filter (where side = told.counted), 0)::bigint as base,
      coalesce(sum(tax) filter (where side = 'output'), 0)::bigint as owed,
      coalesce(sum(tax) filter (where side = 'input'), 0)::bigint as input, sum(lost)::bigint as lost,
      count(*) as lines, count(*) filter (where is_late) as late
    from ${linesOf(context, row)} as line
    cross join lateral (select case when code ~ '^(P|PG|PC|IM)[0-9]' then 'input' else 'output' end as counted) as told
    group by 1, 2 order by 1, 2`);
  return {
    sums: rows,
    lineCount: rows.reduce((count, { lines }) => count + Number(lines), 0),
    lateCount: rows.reduce((count, { late }) => count + Number(late), 0),
    ledgerTax: rows.reduce((tax, { owed, input }) => tax + owed - input, 0n),
  };
}

/** All supplies of the period, whether they are due yet or not, for forms that ask for those of a cash regime. */
export async function agreedSums(
  { db, organization }: Context,
  { period_from: from, period_to: to }: ReturnRow,
): Promise<{ readonly base: bigint; readonly tax: bigint }> {
  return db.one(sql`
    select coalesce(sum(case kind when 'sale' then 1 else -1 end * (net + charges_net)), 0)::bigint as base,
      coalesce(sum(case kind when 'sale' then 1 else -1 end * tax), 0)::bigint as tax
    from report_sales
    where organization_id = ${organization} and sale_date between ${from} and ${to} and voided_on is null
      and tax <> 0`);
}
