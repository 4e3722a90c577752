import { z } from 'zod';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Decimal, Id, Money, OrFile } from '../../../wire/index.ts';
import { comparedFields, figure, sharesOf } from '../figure.ts';
import { paymentFacts } from './payment-facts.ts';
import { compareInput, rangeInput, rangeOf } from '../period-input.ts';
import { baseMoney, currencyOf, fileInput, metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import { inFormat } from '../printing/report-file.ts';
import { recordTable, type Table } from '../printing/report-table.ts';

const sums = {
  count: z.int().describe('Number of payments received.'),
  received: Money,
  refunded: Money.describe('Refunded or voided, on the date of the refund or void.'),
  fees: Money,
  net: Money.describe('Received less refunded and fees.'),
  unapplied: Money.describe('Received but not yet allocated to a sale.'),
};

const MethodRow = z.object({
  method_id: Id('payment_method'),
  method: z.string(),
  kind: z.string(),
  ...sums,
  // Of the net.
  ...comparedFields,
  share: Decimal.nullable().describe('Percentage of net; all rows add up to 100.00.'),
});

const PaymentsReport = z.object({
  period: ReportPeriod,
  compared_period: ReportPeriod.nullable(),
  rows: z.array(MethodRow),
  totals: z.object({ ...sums, ...comparedFields }),
  meta: ReportMeta.omit({ basis: true }),
});
type PaymentsReport = z.output<typeof PaymentsReport>;

export const getPaymentsReport = operation({
  name: 'get_payments_report',
  summary: 'Get payments received in a period by method: received, refunded, fees, net, unapplied.',
  guidance: 'Counts payments by their date, so totals differ from get_revenue, which counts sales.',
  http: 'GET /reports/payments',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({ ...rangeInput, ...compareInput, ...fileInput }),
  output: OrFile(PaymentsReport),
  refuses: [validationFailed, pagesRefused],
  async run(context, input) {
    const { current, compared } = await rangeOf(context, input);
    const [now, before, meta] = await Promise.all([
      methodSums(context, current),
      compared === undefined ? undefined : methodSums(context, compared),
      metaOf(context),
    ]);
    const rows = withPast(now, before);
    const shares = sharesOf(rows.map(netOf));
    const report = {
      period: current,
      compared_period: compared ?? null,
      rows: rows.map((row, index) => {
        const { method_id, method, kind, past } = row;
        return { method_id, method, kind, ...shown(context, row, past), share: shares[index] ?? null };
      }),
      totals: shown(context, totalOf(rows), before === undefined ? undefined : netOf(totalOf(before))),
      meta,
    };
    return inFormat(context, input, report, asTable);
  },
});

type Sums = {
  readonly count: bigint;
  readonly received: bigint;
  readonly refunded: bigint;
  readonly fees: bigint;
  readonly unapplied: bigint;
};
type Row = Sums & { readonly method_id: string; readonly method: string; readonly kind: string };

const nothing: Sums = { count: 0n, received: 0n, refunded: 0n, fees: 0n, unapplied: 0n };

/** Methods that had something before have a row, too. */
function withPast(now: readonly Row[], before: readonly Row[] | undefined): (Row & { past: bigint | undefined })[] {
  if (before === undefined) return now.map((row) => ({ ...row, past: undefined }));
  const past = new Map(before.map((row) => [row.method_id, netOf(row)]));
  const used = new Set(now.map(({ method_id: id }) => id));
  const gone = before.filter(({ method_id: id }) => !used.has(id)).map((row) => ({ ...row, ...nothing }));
  return [...now, ...gone].map((row) => ({ ...row, past: past.get(row.method_id) ?? 0n }));
}

function netOf({ received, refunded, fees }: Sums): bigint {
  return received - refunded - fees;
}

function totalOf(rows: readonly Sums[]): Sums {
  const total = (pick: (row: Sums) => bigint) => sum(rows.map(pick));
  return {
    count: total(({ count }) => count),
    received: total(({ received }) => received),
    refunded: total(({ refunded }) => refunded),
    fees: total(({ fees }) => fees),
    unapplied: total(({ unapplied }) => unapplied),
  };
}

function shown(context: Context, of: Sums, past: bigint | undefined): PaymentsReport['totals'] {
  const money = baseMoney(context);
  const {
    amount: net,
    compared,
    change,
    change_percent,
  } = figure({ amount: netOf(of), series: [], compared: past }, currencyOf(context));
  return {
    count: Number(of.count),
    received: money(of.received),
    refunded: money(of.refunded),
    fees: money(of.fees),
    unapplied: money(of.unapplied),
    net,
    compared,
    change,
    change_percent,
  };
}

function methodSums({ db, organization }: Context, period: Period): Promise<Row[]> {
  return db.many<Row>(sql`
    select method_id, method_name as method, method_kind as kind, sum(count)::bigint as count,
      sum(received)::bigint as received, sum(refunded)::bigint as refunded, sum(fees)::bigint as fees,
      sum(unapplied)::bigint as unapplied
    from (${paymentFacts(organization, period)}) as moved
    group by method_id, method_name, method_kind
    order by sum(received - refunded) desc, method_name, method_id`);
}

function asTable({ period, rows, totals }: PaymentsReport): Table {
  const fields = MethodRow.omit({ method_id: true }).shape;
  return recordTable(`payments-${period.from}-${period.to}`, { fields }, [...rows, { ...totals, method: 'total' }]);
}
