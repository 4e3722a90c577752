import type { Day } from '../../../core/calendar.ts';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf } from '../../exchange/index.ts';
import type { Reconciliation } from './reconciliation.ts';

const outstandingMax = 200;

export type Account = {
  readonly id: string;
  readonly account_id: string;
  readonly currency: string;
  readonly reconciled_through: Day | null;
};

type Statement = { readonly id: string; readonly to_day: Day; readonly closing: bigint };
/** Start of the statements of the account. */
type Start = { readonly day: Day; readonly opening: bigint };
type Sums = { readonly opening: bigint; readonly closing: bigint };
type LineSums = {
  readonly open_count: number;
  readonly open: bigint;
  readonly excluded: bigint;
  readonly earlier: bigint;
  readonly later: bigint;
};
type Outstanding = {
  readonly entry_id: string;
  readonly number: string;
  readonly entry_date: Day;
  readonly memo: string;
  readonly amount: bigint;
  readonly count: number;
  readonly total: bigint;
};

export async function loadAccount({ db, organization }: Context, id: string): Promise<Account> {
  const account = await db.maybe<Account>(sql`
    select id, account_id, currency, reconciled_through from bank_accounts
    where organization_id = ${organization} and id = ${id}`);
  if (account === undefined) throw notFound();
  return account;
}

/**
 * Holds a bank account against the statement that ends on a day, by default its latest. The books are the statement,
 * with what is on no line yet, without what is on lines and not in the books: to the cent, or something is wrong.
 */
export async function reconciliationOf(
  context: Context,
  account: Account,
  asked: Day | undefined,
): Promise<Reconciliation> {
  const { id, currency } = account;
  const [statement, start] = await Promise.all([findStatement(context, account, asked), findStart(context, id)]);
  const range = { from: start.day, through: statement.to_day };
  const [sums, lines, outstanding, flaws] = await Promise.all([
    ledgerSums(context, account, range),
    lineSums(context, id, range),
    outstandingOf(context, account, range),
    flawsOf(context, id, range.through),
  ]);
  const [first] = outstanding;
  const outstandingTotal = first?.total ?? 0n;
  const openingDifference = sums.opening - start.opening - lines.earlier;
  const explained =
    statement.closing + outstandingTotal + openingDifference - lines.excluded - lines.later - lines.open;
  const difference = sums.closing - explained;
  const inCurrency = (minor: bigint) => money(minor, currency);
  const isLater = account.reconciled_through === null || range.through > account.reconciled_through;
  return {
    bank_account_id: id,
    through: range.through,
    statement_id: statement.id,
    currency,
    statement_balance: inCurrency(statement.closing),
    outstanding_total: inCurrency(outstandingTotal),
    excluded_total: inCurrency(lines.excluded),
    later_total: inCurrency(lines.later),
    open_total: inCurrency(lines.open),
    opening_difference: inCurrency(openingDifference),
    ledger_balance: inCurrency(sums.closing),
    difference: inCurrency(difference),
    open_count: lines.open_count,
    outstanding_count: first?.count ?? 0,
    outstanding: outstanding.map(({ count: _count, total: _total, amount, ...entry }) => ({
      ...entry,
      amount: inCurrency(amount),
    })),
    obstacles: [
      ...(lines.open_count > 0 ? (['open_lines'] as const) : []),
      ...(flaws.gap ? (['statement_gap'] as const) : []),
      ...(flaws.broken ? (['statement_broken'] as const) : []),
      ...(openingDifference === 0n ? [] : (['opening_difference'] as const)),
      ...(difference === 0n ? [] : (['difference'] as const)),
      ...(isLater ? [] : (['not_later'] as const)),
    ],
  };
}

async function findStatement(
  { db, organization }: Context,
  { id }: Account,
  asked: Day | undefined,
): Promise<Statement> {
  const statement = await db.maybe<Statement>(sql`
    select id, to_day, closing from bank_statements
    where organization_id = ${organization} and bank_account_id = ${id} and kind = 'final' and closing is not null
      and (${asked ?? null}::date is null or to_day = ${asked ?? null}::date)
    order by to_day desc, created_at desc, position desc limit 1`);
  if (statement !== undefined) return statement;
  const message = 'No final statement with a closing balance ends on that day; list_bank_statements has them.';
  throw fault('/through', 'no_statement', message);
}

async function findStart({ db, organization }: Context, account: string): Promise<Start> {
  const start = await db.maybe<Start>(sql`
    select opening, least(from_day, (select min(line.booking_date) from bank_statement_lines as named
      join bank_lines as line on line.organization_id = named.organization_id and line.id = named.line_id
      where named.organization_id = statement.organization_id and named.statement_id = statement.id), to_day) as day
    from bank_statements as statement
    where organization_id = ${organization} and bank_account_id = ${account} and kind = 'final' and opening is not null
    order by to_day, created_at, position limit 1`);
  return start ?? { day: '0001-01-01', opening: 0n };
}

type Range = { readonly from: Day; readonly through: Day };

/** Amount of a journal line in the currency of the bank account. */
export function movedIn(context: Context, { currency }: Pick<Account, 'currency'>): Sql {
  if (currency === baseOf(context)) return sql`line.amount`;
  return sql`case when line.currency = ${currency} then line.currency_amount else 0 end`;
}

async function ledgerSums(context: Context, account: Account, { from, through }: Range): Promise<Sums> {
  const { db, organization } = context;
  const moved = movedIn(context, account);
  return db.one<Sums>(sql`
    select coalesce(sum(${moved}) filter (where entry_date < ${from}), 0)::bigint as opening,
      coalesce(sum(${moved}), 0)::bigint as closing
    from bank_ledger_lines as line
    where organization_id = ${organization} and account_id = ${account.account_id} and entry_date <= ${through}`);
}

async function lineSums({ db, organization }: Context, account: string, { from, through }: Range): Promise<LineSums> {
  return db.one<LineSums>(sql`
    with matched as (
      select entry.entry_date, match.amount from bank_lines as line
      join bank_matches as match on match.organization_id = line.organization_id and match.line_id = line.id
      join bank_entries as entry on entry.organization_id = match.organization_id and entry.id = match.entry_id
        and entry.bank_account_id = match.bank_account_id
      where line.organization_id = ${organization} and line.bank_account_id = ${account}
        and line.booking_date <= ${through}
    )
    select count(*) filter (where match_state = 'open')::int as open_count,
      coalesce(sum(balance_change) filter (where match_state = 'open'), 0)::bigint as open,
      coalesce(sum(balance_change) filter (where match_state = 'excluded'), 0)::bigint as excluded,
      (select coalesce(sum(amount), 0)::bigint from matched where entry_date < ${from}) as earlier,
      (select coalesce(sum(amount), 0)::bigint from matched where entry_date > ${through}) as later
    from bank_lines
    where organization_id = ${organization} and bank_account_id = ${account} and booking_date <= ${through}
      and state = 'open' and booking = 'booked' and not is_interim`);
}

/** Entries of the range that no line of it has. Those that were taken back within it cancel each other. */
async function outstandingOf(context: Context, account: Account, { from, through }: Range): Promise<Outstanding[]> {
  const { db, organization } = context;
  const moved = movedIn(context, account);
  return db.many<Outstanding>(sql`
    select entry_id, number, entry_date, memo, sum(${moved})::bigint as amount,
      count(*) over ()::int as count, (sum(sum(${moved})) over ())::bigint as total
    from bank_ledger_lines as line
    where organization_id = ${organization} and account_id = ${account.account_id}
      and entry_date between ${from} and ${through}
      and not (reversed_on between ${from} and ${through}) is true
      and not (reverses_on between ${from} and ${through}) is true
      and not exists (select from bank_matches as match
        join bank_lines as matched on matched.organization_id = match.organization_id and matched.id = match.line_id
        where match.organization_id = ${organization} and match.bank_account_id = ${account.id}
          and match.entry_id = line.entry_id and matched.booking_date <= ${through})
    group by entry_id, number, entry_date, memo
    having sum(${moved}) <> 0
    order by entry_date, entry_id limit ${outstandingMax}`);
}

type Flaws = { readonly gap: boolean; readonly broken: boolean };

async function flawsOf({ db, organization }: Context, account: string, through: Day): Promise<Flaws> {
  return db.one<Flaws>(sql`
    select
      exists (select from bank_statement_gaps(${organization}) as gap
        join bank_statements as statement on statement.organization_id = ${organization}
          and statement.id = gap.before_id
        where gap.bank_account_id = ${account} and statement.to_day <= ${through}) as gap,
      exists (select from bank_statements
        where organization_id = ${organization} and bank_account_id = ${account} and kind = 'final'
          and difference <> 0 and to_day <= ${through}) as broken`);
}
