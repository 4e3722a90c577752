import { z } from 'zod';
import type { Period } from '../../core/period.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, digits } from '../ledger/index.ts';
import { sharesOf } from './figure.ts';
import { paymentFacts } from './payment-facts.ts';
import { rangeInput, rangeOf } from './period-input.ts';
import { baseMoney, formatInput, metaOf, ReportMeta, ReportPeriod } from './report.ts';
import { inFormat, type Table, table } from './report-file.ts';

const sums = {
  count: z.int().describe('How many came in.'),
  received: Money,
  refunded: Money.describe('Given back or voided, on the day that it was.'),
  fees: Money,
  net: Money.describe('Received less refunded and fees.'),
  unapplied: Money.describe('Of what came in, not yet allocated to any sale.'),
};

const PaymentsReport = z.object({
  period: ReportPeriod,
  rows: z.array(
    z.object({
      method_id: Id('payment_method'),
      method: z.string(),
      kind: z.string(),
      ...sums,
      share: z.string().nullable().describe('Of net, in percent; all rows together are 100.00.'),
    }),
  ),
  totals: z.object(sums),
  meta: ReportMeta.omit({ basis: true }),
});
type PaymentsReport = z.output<typeof PaymentsReport>;

export const getPaymentsReport = operation({
  name: 'get_payments_report',
  summary:
    'Money that came in within a range of days, by payment method: received, given back, fees, net and unapplied.',
  guidance: 'Counts payments by their day. It is another total than revenue, which counts sales.',
  http: 'GET /reports/payments',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({ ...rangeInput, format: formatInput }),
  output: OrFile(PaymentsReport),
  refuses: [validationFailed],
  async run(context, input) {
    const { current } = await rangeOf(context, input);
    const [rows, meta] = await Promise.all([methodSums(context, current), metaOf(context)]);
    const money = baseMoney(context);
    const nets = rows.map(({ received, refunded, fees }) => received - refunded - fees);
    const shares = sharesOf(nets);
    const total = (pick: (row: Row) => bigint) => rows.reduce((sum, row) => sum + pick(row), 0n);
    const shown = ({ count, received, refunded, fees, unapplied }: Sums) => ({
      count: Number(count),
      received: money(received),
      refunded: money(refunded),
      fees: money(fees),
      net: money(received - refunded - fees),
      unapplied: money(unapplied),
    });
    const report = {
      period: current,
      rows: rows.map((row, index) => {
        const { method_id, method, kind } = row;
        return { method_id, method, kind, ...shown(row), share: shares[index] ?? null };
      }),
      totals: shown({
        count: total(({ count }) => count),
        received: total(({ received }) => received),
        refunded: total(({ refunded }) => refunded),
        fees: total(({ fees }) => fees),
        unapplied: total(({ unapplied }) => unapplied),
      }),
      meta,
    };
    return inFormat(input.format, report, asTable);
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
  const cells = (of: PaymentsReport['totals']): Cell[] => {
    return [of.count, of.received, of.refunded, of.fees, of.net, of.unapplied];
  };
  const header = ['method', 'kind', 'count', 'received', 'refunded', 'fees', 'net', 'unapplied', 'share'];
  return table(`payments-${period.from}-${period.to}`, header, [
    ...rows.map((row): Cell[] => [row.method, row.kind, ...cells(row), digits(row.share)]),
    ['total', null, ...cells(totals), null],
  ]);
}
