/** Finds the bank line that somebody means, by what people know of it. */
import { z } from 'zod';
import { addDays, type Day as CalendarDay } from '../../../core/calendar.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { saidCut } from '../../../operation/cut.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { hasWords } from '../../../operation/has-words.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Day, Id, Text } from '../../../wire/index.ts';
import { isFinal } from './known.ts';
import { bankLineUnclear } from './refusals.ts';

const candidatesMax = 10;
const daysAround = 7;
const textMax = 140;

export const lineSought = {
  bank_line_id: Id('bank_line').optional().describe('The bank line, where it is known.'),
  amount: Amount.optional().describe('Of the line, without a sign.'),
  day: Day.optional().describe('Booking or value date. Lines of other days are only named as candidates.'),
  reference: Text(200)
    .optional()
    .describe('Beginnings of words in its text, references or counterparty, or in its payments.'),
  counterparty: Text(200).optional().describe('Part of the name of the other side, or its IBAN.'),
  bank_account_id: Id('bank_account').optional().describe('Default: any of them.'),
  bank_account_name: Text(100).optional().describe('Name of the bank account instead of `bank_account_id`.'),
};

export type Sought = z.output<z.ZodObject<typeof lineSought>>;

type Candidate = {
  readonly id: string;
  readonly bank_account_id: string;
  readonly day: CalendarDay;
  readonly amount: bigint;
  readonly currency: string;
  readonly counterparty: string | null;
  readonly text: string;
  readonly match_state: string;
  /** How much of what was said of the line is true of it, and whether all of it is. */
  readonly fits: number;
  readonly isMeant: boolean;
};

/** The id of the one open line that all of it is true of. Refused with candidates where there is none, or several. */
export async function findLine(context: Context, sought: Sought, direction: 'in' | 'out'): Promise<string> {
  const conditions = conditionsOf(sought);
  const { bank_line_id: id, amount, reference, counterparty } = sought;
  // The only line of a day may be of anybody.
  if ((id ?? amount ?? reference ?? counterparty) === undefined) {
    throw fault('/amount', 'required', 'Say more of the bank line: its amount, words of its text, or the other side.');
  }
  const rows = await read(context, sought, { conditions, direction });
  const meant = rows.filter(({ isMeant }) => isMeant);
  const [only, other] = meant.filter((row) => row.match_state === 'open');
  const [first] = meant;
  if (only !== undefined && other === undefined) return only.id;
  // Whoever names a line by its id is told why that one cannot be matched.
  if (id !== undefined && (first !== undefined || rows.length === 0)) return id;
  if (meant.length > 0) throw unclear(meant, true);
  throw unclear(
    rows.filter(({ fits }) => fits === rows[0]?.fits),
    false,
  );
}

type Condition = { readonly isTrue: Sql; readonly isNear: Sql };

/** What is said of the line itself. A day that is a few days off is no reason to book, and one to ask. */
function conditionsOf({ amount, day, reference, counterparty }: Sought): Condition[] {
  const plain = (isTrue: Sql): Condition => ({ isTrue, isNear: isTrue });
  return [
    ...(amount === undefined ? [] : [plain(isOf(amount))]),
    ...(day === undefined ? [] : [onDay(day)]),
    ...(reference === undefined ? [] : [plain(hasWords(sql`found_by`, reference))]),
    ...(counterparty === undefined ? [] : [plain(isWith(counterparty))]),
  ];
}

function isOf({ units, scale }: Decimal): Sql {
  return sql`${units}::numeric * 10::numeric ^ (decimals - ${scale}::int)
    in (abs(balance_change)::numeric, abs(amount)::numeric)`;
}

function onDay(day: CalendarDay): Condition {
  const [from, to] = [addDays(day, -daysAround), addDays(day, daysAround)];
  return {
    isTrue: sql`(booking_date = ${day} or value_date = ${day})`,
    isNear: sql`(booking_date between ${from} and ${to})`,
  };
}

function isWith(counterparty: string): Sql {
  const account = counterparty.replaceAll(' ', '').toUpperCase();
  return sql`coalesce(strpos(lower(counterparty_name), lower(${counterparty})) > 0
    or counterparty_account = ${account}, false)`;
}

type Reading = { readonly conditions: readonly Condition[]; readonly direction: 'in' | 'out' };

/** Those that most is true of, and of these the nearest. */
async function read(context: Context, sought: Sought, { conditions, direction }: Reading): Promise<Candidate[]> {
  const { db, organization } = context;
  const { bank_line_id: id, day } = sought;
  const account = await accountSought(context, sought);
  const all = (of: (condition: Condition) => Sql, operator: Sql, none: Sql) =>
    conditions.map(of).reduce((left, right) => sql`${left} ${operator} ${right}`, none);
  const nearest = day === undefined ? sql`booking_date desc` : sql`abs(booking_date - ${day}::date)`;
  return db.many<Candidate>(sql`
    select id, bank_account_id, booking_date as day, balance_change as amount, currency,
      counterparty_name as counterparty, left(text, ${textMax}) as text, match_state,
      (${all(({ isNear }) => sql`(${isNear})::int`, sql`+`, sql`0`)}) as fits,
      (${all(({ isTrue }) => isTrue, sql`and`, sql`true`)}) as "isMeant"
    from bank_lines
    where organization_id = ${organization} and ${isFinal} and match_state <> 'excluded'
      and ${direction === 'in' ? sql`balance_change > 0` : sql`balance_change < 0`}
      and ${account === undefined ? sql`true` : sql`bank_account_id = ${account}`}
      and ${id === undefined ? sql`(${all(({ isNear }) => isNear, sql`or`, sql`false`)})` : sql`id = ${id}`}
    order by "isMeant" desc, fits desc, match_state = 'open' desc, ${nearest}, id limit ${candidatesMax + 1}`);
}

async function accountSought(
  { db, organization }: Context,
  { bank_account_id: id, bank_account_name: name }: Sought,
): Promise<string | undefined> {
  if (id === undefined && name === undefined) return undefined;
  if (id !== undefined && name !== undefined) {
    throw fault(
      '/bank_account_name',
      'sent_twice',
      'Name the bank account by `bank_account_id` or `bank_account_name`.',
    );
  }
  const found = await db.maybe<{ id: string }>(sql`
    select id from bank_accounts
    where organization_id = ${organization} and (id = ${id ?? null} or lower(name) = lower(${name ?? null}))
    order by archived_at nulls first, id limit 1`);
  if (found === undefined) throw missing(id === undefined ? '/bank_account_name' : '/bank_account_id', 'bank account');
  return found.id;
}

function unclear(rows: readonly Candidate[], isSeveral: boolean): Error {
  const shown = rows.slice(0, candidatesMax);
  const isTaken = isSeveral && rows.every((row) => row.match_state !== 'open');
  const detail = isTaken
    ? 'The line is matched with the books already.'
    : isSeveral
      ? 'Several bank lines fit.'
      : 'No bank line fits.';
  return bankLineUnclear({
    detail,
    candidates: shown.map((row) => ({
      id: z.encode(Id('bank_line'), row.id),
      bank_account_id: z.encode(Id('bank_account'), row.bank_account_id),
      day: row.day,
      amount: formatMoney(money(row.amount, row.currency)),
      currency: row.currency,
      counterparty: row.counterparty,
      text: row.text,
      match_state: row.match_state,
    })),
    ...saidCut({
      list: 'candidates',
      shown: shown.length,
      left: rows.length - shown.length,
      how: 'list_bank_lines has all of them.',
    }),
  });
}
