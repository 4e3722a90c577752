import { z } from 'zod';
import { pagesRefused } from '../../operation/pages-refused.ts';
import { ageBucket, type AgeBucket } from '../../core/ageing.ts';
import { sum } from '../../core/list.ts';
import type { Period } from '../../core/period.ts';
import { sql } from '../../db/sql.ts';
import { limitExceeded, notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Day, Id, Money, OrFile } from '../../wire/index.ts';
import { type Cell, recordId } from '../ledger/index.ts';
import { rangeInput, rangeOf } from './period-input.ts';
import { creditPayments, owedSales } from './receivables.ts';
import { inFormat, type Table, table } from './report-file.ts';
import { baseMoney, formatInput, metaOf, ReportMeta, ReportPeriod } from './report.ts';
import { type StatementLine, statementLines, statementOpening } from './statement-lines.ts';

const linesMax = 5_000;
const types = ['activity', 'outstanding_only', 'balance_forward'] as const;
const kinds = ['sale', 'return', 'payment', 'refund', 'write_off', 'reversal', 'credit', 'other'] as const;
const ages = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies AgeBucket[];

const Statement = z.object({
  type: z.enum(types),
  client_id: Id('client'),
  client: z.string(),
  period: ReportPeriod,
  opening: Money.describe('What the client owed before the first day; below zero it had credit.'),
  rows: z.array(
    z.object({
      date: Day.nullable().describe('Null for a row that sums up the range.'),
      kind: z.enum(kinds),
      source: z.string().nullable().describe('Id of the sale, the payment, the refund or whatever else it is about.'),
      entry_id: Id('journal_entry').nullable(),
      number: z.string().nullable(),
      description: z.string(),
      due_date: Day.nullable(),
      amount: Money.describe('What the client owes more; below zero less.'),
      balance: Money.describe('What the client owes after this row.'),
    }),
  ),
  closing: Money,
  ageing: z.object({
    current: Money,
    days_1_30: Money,
    days_31_60: Money,
    days_61_90: Money,
    over_90_days: Money,
    credit: Money,
  }),
  meta: ReportMeta.omit({ basis: true }),
});
type Statement = z.output<typeof Statement>;
type Row = Statement['rows'][number];

export const getClientStatement = operation({
  name: 'get_client_statement',
  summary:
    'What happened between a client and the business: balance before, sales, payments, refunds, balance and age.',
  guidance:
    '`activity` is every entry, `outstanding_only` what is open on the last day, `balance_forward` sums by kind.',
  http: 'GET /reports/client-statement',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 2,
  input: z.strictObject({
    client_id: Id('client'),
    ...rangeInput,
    type: z.enum(types).default('activity'),
    format: formatInput,
  }),
  output: OrFile(Statement),
  refuses: [validationFailed, notFound, limitExceeded, pagesRefused],
  async run(context, input) {
    const { client_id: id, type } = input;
    const { current } = await rangeOf(context, input);
    const [client, opening, lines, owed, credits, { basis: _, ...meta }] = await Promise.all([
      clientNamed(context, id),
      statementOpening(context, id, current.from),
      type === 'outstanding_only' ? [] : statementLines(context, id, { ...current, limit: linesMax + 1 }),
      owedBy(context, id, current.to),
      creditsOf(context, id, current.to),
      metaOf(context),
    ]);
    if (client === undefined) throw notFound({ errors: [missingClient] });
    if (lines.length > linesMax || owed.length > linesMax) {
      throw limitExceeded({ max: linesMax, hint: 'Ask for fewer days at once: narrow `from` and `to`.' });
    }
    const money = baseMoney(context);
    const start = type === 'outstanding_only' ? 0n : opening;
    const made = type === 'outstanding_only' ? openRows(owed, credits) : activityRows(lines);
    const rows = withBalance(type === 'balance_forward' ? summed(made) : made, start, money);
    const closing = start + sum(made.map(({ minor }) => minor));
    const report: Statement = {
      ...{ type, client_id: id, client: client.name, period: current, opening: money(start), rows },
      closing: money(closing),
      ageing: agesOf(owed, credits, { day: current.to, money }),
      meta,
    };
    return inFormat(context, input.format, report, asTable);
  },
});

const missingClient = { pointer: '/client_id', code: 'not_found', message: 'There is no such client.' };

function clientNamed({ db, organization }: Context, id: string): Promise<{ name: string } | undefined> {
  return db.maybe<{ name: string }>(sql`
    select name from report_clients where organization_id = ${organization} and id = ${id}`);
}

type Open = { id: string; number: string | null; day: string; due_date: string; amount: bigint };
type Credit = { id: string; number: string; day: string; amount: bigint };

function owedBy({ db, organization }: Context, client: string, day: string): Promise<Open[]> {
  return db.many<Open>(sql`
    select id, number, sale_date as day, due_date, amount from (${owedSales(organization, day, client)}) as owed
    order by due_date, id limit ${linesMax + 1}`);
}

function creditsOf({ db, organization }: Context, client: string, day: string): Promise<Credit[]> {
  return db.many<Credit>(sql`
    select id, number, payment_date as day, credit as amount
    from (${creditPayments(organization, day, client)}) as unused
    order by payment_date, id limit ${linesMax + 1}`);
}

type MadeRow = Omit<Row, 'amount' | 'balance'> & { readonly minor: bigint };

function activityRows(lines: readonly StatementLine[]): MadeRow[] {
  return lines.map((line) => ({
    ...{ date: line.day, kind: kindOf(line), source: recordId(line.source_type, line.source_id), entry_id: line.id },
    ...{ number: line.number, description: line.memo, due_date: null, minor: line.amount },
  }));
}

function kindOf({ kind, source_type: type, source_event: event, sale_kind: saleKind }: StatementLine): Row['kind'] {
  if (kind === 'reversal') return 'reversal';
  if (event === 'sale.written_off' || event === 'sale.recovered') return 'write_off';
  if (saleKind === 'return') return 'return';
  return type === 'sale' || type === 'payment' || type === 'refund' ? type : 'other';
}

/** What is still to pay, the first due of it first, and what there is to pay it with. */
function openRows(owed: readonly Open[], credits: readonly Credit[]): MadeRow[] {
  return [
    ...owed.map(({ id, number, day, due_date, amount }): MadeRow => {
      const about = { source: recordId('sale', id), entry_id: null, number, description: 'Sale', due_date };
      return { date: day, kind: 'sale', ...about, minor: amount };
    }),
    ...credits.map(({ id, number, day, amount }): MadeRow => {
      const about = { source: recordId('payment', id), entry_id: null, number, description: 'Credit', due_date: null };
      return { date: day, kind: 'credit', ...about, minor: -amount };
    }),
  ];
}

/** One row for each kind of what happened. */
function summed(rows: readonly MadeRow[]): MadeRow[] {
  return kinds.flatMap((kind): MadeRow[] => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    const about = { source: null, entry_id: null, number: null, description: `${own.length} entries`, due_date: null };
    return [{ date: null, kind, ...about, minor: sum(own.map(({ minor }) => minor)) }];
  });
}

function withBalance(rows: readonly MadeRow[], opening: bigint, money: ReturnType<typeof baseMoney>): Row[] {
  let balance = opening;
  return rows.map(({ minor, ...row }) => {
    balance += minor;
    return { ...row, amount: money(minor), balance: money(balance) };
  });
}

type AgedOn = { readonly day: Period['to']; readonly money: ReturnType<typeof baseMoney> };

function agesOf(owed: readonly Open[], credits: readonly Credit[], { day, money }: AgedOn): Statement['ageing'] {
  const of = (bucket: AgeBucket) =>
    money(sum(owed.filter((one) => ageBucket(one.due_date, day) === bucket).map(({ amount }) => amount)));
  return {
    current: of('current'),
    days_1_30: of('days_1_30'),
    days_31_60: of('days_31_60'),
    days_61_90: of('days_61_90'),
    over_90_days: of('over_90_days'),
    credit: money(sum(credits.map(({ amount }) => amount))),
  };
}

function asTable({ period, opening, rows, closing, ageing }: Statement): Table {
  return table(
    `statement-${period.from}-${period.to}`,
    ['date', 'kind', 'number', 'description', 'due_date', 'amount', 'balance'],
    [
      [period.from, 'opening', null, null, null, null, opening],
      ...rows.map((row): Cell[] => [
        ...[row.date, row.kind, row.number, row.description, row.due_date, row.amount, row.balance],
      ]),
      [period.to, 'closing', null, null, null, null, closing],
      ...[...ages, 'credit' as const].map((age): Cell[] => [period.to, age, null, null, null, ageing[age], null]),
    ],
  );
}
