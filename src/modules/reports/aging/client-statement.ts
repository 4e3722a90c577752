import { z } from 'zod';
import { byAge, type UsualAge, usualAges } from '../../../core/ageing.ts';
import { sum } from '../../../core/list.ts';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { plannedOnce, sql } from '../../../db/sql.ts';
import { limitExceeded, notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, Id, Money } from '../../../wire/index.ts';
import { recordId } from '../../ledger/index.ts';
import { rangeOf } from '../period-input.ts';
import { creditPayments, owedSales } from './receivables.ts';
import { metaOf, ReportMeta, ReportPeriod } from '../report.ts';
import {
  statementCurrency,
  type StatementLine,
  statementLines,
  statementOpening,
  type Whose,
} from './statement-lines.ts';
import { refuseUnknownCurrency } from '../unknown-filters.ts';

const linesMax = 5_000;
export const statementTypes = ['activity', 'outstanding_only', 'balance_forward'] as const;
const kinds = ['sale', 'return', 'payment', 'refund', 'write_off', 'discount', 'reversal', 'credit', 'other'] as const;
export const ages = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies UsualAge[];

export const Statement = z.object({
  type: z.enum(statementTypes),
  client_id: Id('client'),
  client: z.string(),
  period: ReportPeriod,
  currency: z.string().describe('Currency of all amounts in it.'),
  other_currencies: z.array(z.string()).describe('Other currencies with transactions of the client.'),
  opening: Money.describe('Balance owed before the first day; negative: the client was in credit.'),
  rows: z.array(
    z.object({
      date: Day.nullable().describe('Null for a row that summarises the period.'),
      kind: z.enum(kinds),
      source: z.string().nullable().describe('Id of the sale, payment, refund or other record.'),
      entry_id: Id('journal_entry').nullable(),
      number: z.string().nullable(),
      description: z.string(),
      due_date: Day.nullable(),
      amount: Money.describe('Change in the balance owed; negative reduces it.'),
      balance: Money.describe('Balance owed after this row.'),
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
export type Statement = z.output<typeof Statement>;
type Row = Statement['rows'][number];

type Asked = Parameters<typeof rangeOf>[1] & {
  readonly client_id: string;
  readonly currency?: string | undefined;
  readonly type: (typeof statementTypes)[number];
};

/** Movements between a client and the business over a period, in one currency, with the closing balance. */
export async function clientStatement(context: Context, input: Asked): Promise<Statement> {
  const { client_id: id, type } = input;
  const { current } = await rangeOf(context, input);
  const whose = { client: id, currency: statementCurrency(context, id, input.currency) };
  const [client, opening, lines, owed, credits, { basis: _, ...meta }] = await Promise.all([
    clientNamed(context, whose),
    statementOpening(context, whose, current.from),
    type === 'outstanding_only' ? [] : statementLines(context, whose, { ...current, limit: linesMax + 1 }),
    owedBy(context, whose, current.to),
    creditsOf(context, whose, current.to),
    metaOf(context),
  ]);
  if (client === undefined) throw notFound({ errors: [missingClient] });
  if (lines.length > linesMax || owed.length > linesMax) {
    throw limitExceeded({ max: linesMax, hint: 'Narrow `from` and `to` to a shorter period.' });
  }
  if (lines.length + owed.length + credits.length === 0) await refuseUnknownCurrency(context, input.currency);
  const { name, currency, currencies } = client;
  const amount = (minor: bigint) => money(minor, currency);
  const start = type === 'outstanding_only' ? 0n : opening;
  const made = type === 'outstanding_only' ? openRows(owed, credits) : activityRows(lines);
  const rows = withBalance(type === 'balance_forward' ? summed(made) : made, start, amount);
  const closing = start + sum(made.map(({ minor }) => minor));
  return {
    type,
    client_id: id,
    client: name,
    period: current,
    currency,
    other_currencies: currencies.filter((one) => one !== currency),
    opening: amount(start),
    rows,
    closing: amount(closing),
    ageing: agesOf(owed, credits, { day: current.to, amount }),
    meta: { ...meta, currency },
  };
}

const missingClient = { pointer: '/client_id', code: 'not_found', message: 'The client was not found.' };

type Client = { readonly name: string; readonly currency: string; readonly currencies: readonly string[] };

function clientNamed({ db, organization }: Context, { client, currency }: Whose): Promise<Client | undefined> {
  return db.maybe<Client>(sql`
    select name, ${currency.told} as currency, array(
      select distinct flow.currency::text from report_client_flows as flow
      where flow.organization_id = ${organization} and flow.client_id = ${client} order by 1) as currencies
    from report_clients where organization_id = ${organization} and id = ${client}`);
}

type Open = { id: string; number: string | null; day: string; due_date: string; amount: bigint };
type Credit = { id: string; number: string; day: string; amount: bigint };

function owedBy({ db, organization }: Context, { client, currency }: Whose, day: string): Promise<Open[]> {
  return db.many<Open>(
    plannedOnce(sql`
      select id, number, sale_date as day, due_date, currency_amount as amount
      from (${owedSales(organization, day, { client, currency: currency.told })}) as owed where currency_amount <> 0
      order by due_date, id limit ${linesMax + 1}`),
  );
}

function creditsOf({ db, organization }: Context, { client, currency }: Whose, day: string): Promise<Credit[]> {
  return db.many<Credit>(
    plannedOnce(sql`
      select id, number, payment_date as day, currency_credit as amount
      from (${creditPayments(organization, day, { client, currency: currency.told })}) as unused
      where currency_credit <> 0
      order by payment_date, id limit ${linesMax + 1}`),
  );
}

type MadeRow = Omit<Row, 'amount' | 'balance'> & { readonly minor: bigint };

function activityRows(lines: readonly StatementLine[]): MadeRow[] {
  return lines.map((line) => ({
    date: line.day,
    kind: kindOf(line),
    source: recordId(line.source_type, line.source_id),
    entry_id: line.id,
    number: line.number,
    description: line.memo,
    due_date: null,
    minor: line.amount,
  }));
}

function kindOf({ kind, source_type: type, source_event: event, sale_kind: saleKind }: StatementLine): Row['kind'] {
  if (kind === 'reversal') return 'reversal';
  if (event === 'sale.written_off' || event === 'sale.recovered') return 'write_off';
  if (event === 'sale.discounted' || event === 'sale.discount_reversed') return 'discount';
  if (saleKind === 'return') return 'return';
  return type === 'sale' || type === 'payment' || type === 'refund' ? type : 'other';
}

/** Open items by due date, followed by the credits that can pay them. */
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

type Shown = (minor: bigint) => CoreMoney;

function withBalance(rows: readonly MadeRow[], opening: bigint, shown: Shown): Row[] {
  let balance = opening;
  return rows.map(({ minor, ...row }) => {
    balance += minor;
    return { ...row, amount: shown(minor), balance: shown(balance) };
  });
}

type AgedOn = { readonly day: Period['to']; readonly amount: Shown };

function agesOf(
  owed: readonly Open[],
  credits: readonly Credit[],
  { day, amount: shown }: AgedOn,
): Statement['ageing'] {
  const debts = owed.map(({ due_date: from, amount }) => ({ from, amount }));
  const amounts = byAge(debts, day, usualAges);
  const of = (age: UsualAge) => shown(amounts[age] ?? 0n);
  return {
    current: of('current'),
    days_1_30: of('days_1_30'),
    days_31_60: of('days_31_60'),
    days_61_90: of('days_61_90'),
    over_90_days: of('over_90_days'),
    credit: shown(sum(credits.map(({ amount }) => amount))),
  };
}
