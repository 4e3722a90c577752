import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { divide } from '../../../core/rounding.ts';
import { plannedOnce, sql } from '../../../db/sql.ts';
import { cutField } from '../../../operation/cut.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import { keyBalances } from '../../ledger/index.ts';
import { ageFields, agingAsked, type Debts, inOrder, pageOf, sumsOf, worthOf } from './aging.ts';
import { agingTable } from './aging-table.ts';
import { type Credit, creditsAsAt, type Owed, owedAsAt } from './receivables.ts';
import { ageStart, baseMoney, currencyOf, metaOf, ReportMeta } from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { refuseUnknownCurrency } from '../unknown-filters.ts';

const sums = {
  sales: z.int().describe('Number of unpaid sales.'),
  ...ageFields,
  credit: Money.describe('Unapplied credit of the client.'),
};
/** In the base currency and, where some of it is in others, in each of them by itself. */
const owedFields = {
  ...sums,
  currencies: z
    .array(z.object({ currency: z.string(), ...sums }))
    .describe('The same in the currency of each sale and payment; empty if all are in the base currency.'),
};

const Aging = z.object({
  as_at: Day,
  age_from: ageStart,
  rows: z.array(z.object({ client_id: Id('client').nullable(), client: z.string(), ...owedFields })),
  totals: z.object(owedFields),
  reconciliation: z
    .object({ sales: Money, ledger: Money, difference: Money })
    .nullable()
    .describe('Amounts owed on sales against the balance of the receivable account. Null with a currency filter.'),
  credit_sales: Money.nullable().describe(
    'Credit sales of the last 90 days, not paid on the same day. Null with a currency filter.',
  ),
  days_sales_outstanding: Decimal.nullable().describe(
    'Days sales outstanding (DSO); null without credit sales, or with a currency filter.',
  ),
  cut: cutField,
  meta: ReportMeta,
});
type Aging = z.output<typeof Aging>;

export const getReceivablesAging = operation({
  name: 'get_receivables_aging',
  summary: 'Get the accounts receivable ageing as of a date: amounts owed by client and days overdue.',
  guidance:
    'Past dates do not change: later payments do not count. Amounts are in the base currency; ' +
    '`currencies` has each currency.',
  http: 'GET /reports/receivables-aging',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: agingAsked('clients'),
  output: OrFile(Aging),
  refuses: [validationFailed, pagesRefused],
  async run(context, { as_at: day, age_from: start, limit, sort, skip, ...asked }) {
    const { format, language, currency, buckets: limits } = asked;
    const asAt = day ?? context.today;
    const [owed, credits, sold, [receivable], meta] = await Promise.all([
      owedAsAt(context, asAt, { start, currency }),
      creditsAsAt(context, asAt, { currency }),
      currency === undefined ? soldOnAccount(context, asAt) : undefined,
      keyBalances(context, { types: [], roles: ['receivable'] }, asAt),
      metaOf(context),
    ]);
    if (owed.length + credits.length === 0) await refuseUnknownCurrency(context, currency);
    const on = { asAt, limits, base: currencyOf(context), counted: (sales: number) => ({ sales }) };
    const inBase = baseMoney(context);
    const order = inOrder(byClient(owed, credits), sort, ({ name, id }) => `${name} ${id}`);
    const { shown, others, cut } = pageOf(order, { skip, limit }, on);
    const total = worthOf({ owed });
    const ledger = receivable?.balance ?? 0n;
    const report: Aging = {
      as_at: asAt,
      age_from: start,
      rows: [
        ...shown.map((debt) => ({ client_id: debt.id, client: debt.name, ...sumsOf(debt, on) })),
        ...(others === undefined ? [] : [{ client_id: null, client: 'Others', ...others }]),
      ],
      totals: sumsOf({ owed, credits }, on),
      reconciliation:
        currency === undefined
          ? { sales: inBase(total), ledger: inBase(ledger), difference: inBase(ledger - total) }
          : null,
      credit_sales: sold === undefined ? null : inBase(sold),
      days_sales_outstanding: sold === undefined ? null : outstandingDays(total, sold),
      cut,
      meta,
    };
    return inFormat(context, { format, language }, report, (all) =>
      agingTable(`receivables-aging-${asAt}`, ['client', 'sales'], { rows: all.rows, totals: all.totals, limits }),
    );
  },
});

const salesDays = 90;

/** Sales of the last days that were still owed at the end of their own day. */
async function soldOnAccount({ db, organization }: Context, day: string): Promise<bigint> {
  const within = sql`between ${day}::date - ${salesDays - 1}::int and ${day}`;
  const { sold } = await db.one<{ sold: bigint }>(
    plannedOnce(sql`
      select (coalesce((
          select sum(total) from report_sales
          where organization_id = ${organization} and kind = 'sale' and sale_date ${within}
            and (voided_on is null or voided_on > ${day})), 0)
        - coalesce((
          select sum(back.total) from report_sales as back
          join report_sales as sale on sale.organization_id = back.organization_id and sale.id = back.original_sale_id
          where back.organization_id = ${organization} and back.kind = 'return' and back.sale_date ${within}
            and back.sale_date = sale.sale_date and (back.voided_on is null or back.voided_on > ${day})), 0)
        - coalesce((
          select sum(amount) from report_settled_at_once
          where organization_id = ${organization} and allocated_on ${within}
            and (reversed_on is null or reversed_on > ${day})), 0))::bigint as sold`),
  );
  return sold;
}

function outstandingDays(owed: bigint, sold: bigint): string | null {
  return sold <= 0n ? null : formatDecimal(divide(owed * BigInt(salesDays) * 10n, sold, 'half_up'), 1);
}

export type ClientDebts = Debts & { readonly id: string; readonly name: string };

export function byClient(owed: readonly Owed[], credits: readonly Credit[]): ClientDebts[] {
  const owedBy = Map.groupBy(owed, ({ client_id: client }) => client);
  const creditOf = Map.groupBy(credits, ({ client_id: client }) => client);
  return [...new Set([...owedBy.keys(), ...creditOf.keys()])].map((id) => {
    const [own, unused] = [owedBy.get(id) ?? [], creditOf.get(id) ?? []];
    return { id, name: own[0]?.client ?? unused[0]?.client ?? '', owed: own, credits: unused };
  });
}
