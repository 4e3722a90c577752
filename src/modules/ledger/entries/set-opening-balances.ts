import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { Day, Money, Text } from '../../../wire/index.ts';
import type { Account } from '../accounts/account.ts';
import { accountsByRole } from '../accounts/accounts-by-role.ts';
import { accountsMax } from '../accounts/create-account.ts';
import { isControl } from '../accounts/chart.ts';
import { baseCurrency, JournalEntryWithLines } from './journal-entry.ts';
import { controlAccount, entryPosted, insertManual, type ManualLine, postManual } from './manual-entry.ts';
import { accountsOf, amountOf, onControl, sideInput } from './manual-lines.ts';
import { readEntry } from './read-entry.ts';

const Posted = z.object({ id: z.string(), entry_date: z.string() });

const reversedEntry: Undo = ({ output: { entry } }) => {
  const { data: posted } = Posted.safeParse(entry);
  return posted === undefined
    ? []
    : [{ operation: 'reverse_journal_entry', input: { id: posted.id, date: posted.entry_date } }];
};

export const setOpeningBalances = operation({
  name: 'set_opening_balances',
  summary: 'Set the opening balances of accounts at the end of a date, in one journal entry.',
  guidance: 'Any difference goes to Opening balances. Enter open invoices, bills and stock first. It can be repeated.',
  http: 'POST /journal-entries/opening',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: reversedEntry,
  input: z.strictObject({
    date: Day.describe('Last day of the old books.'),
    memo: Text(500).default('Opening balances'),
    balances: z
      .array(z.strictObject(sideInput))
      .min(1)
      .max(accountsMax)
      .describe('From the trial balance of the old books; income and expenses since the start of the fiscal year.'),
  }),
  output: z.object({
    entry: JournalEntryWithLines.nullable().describe('Null if the accounts already had those balances.'),
    difference: Money.describe('Amount posted to Opening balances; a debit is positive.'),
    currency: z.string(),
  }),
  refuses: [controlAccount, notFound, validationFailed],
  emits: [entryPosted],
  async run(context, { date, memo, balances }) {
    if (date > context.today) throw fault('/date', 'in_future', `Write ${context.today} or an earlier date.`);
    // The books must not change between reading and correcting them.
    context.db.later(sql`select hold_postings(${context.organization})`);
    const [accounts, roles] = await Promise.all([accountsOf(context, balances, '/balances'), accountsByRole(context)]);
    const wanted = balances.map((side, index) => amountOf(context, side, `/balances/${index}`));
    checkNames(accounts, roles.openingBalance);
    const present = await balancesAt(context, accounts, date);
    const lines = accounts.flatMap((account, index) => {
      const [want = 0n, have = 0n] = [wanted[index], present.get(account.id)];
      if (want === have) return [];
      if (isControl(account)) throw unlikeRecords(context, account, { pointer: `/balances/${index}`, want, have });
      return [lineOn(account.id, want - have)];
    });
    const currency = baseCurrency(context);
    const difference = -lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (lines.length === 0) return { entry: null, difference: money(0n, currency), currency };
    const rest = difference === 0n ? [] : [lineOn(roles.openingBalance, difference)];
    const draft = { id: context.newId(), kind: 'opening', date, memo, lines: [...lines, ...rest] } as const;
    insertManual(context, draft, {});
    postManual(context, draft);
    const entry = await readEntry(context, draft.id);
    context.emit(entryPosted(entry));
    return { entry, difference: money(difference, currency), currency };
  },
});

function checkNames(accounts: readonly Account[], openingId: string): void {
  for (const [index, { id, code }] of accounts.entries()) {
    const pointer = `/balances/${index}`;
    if (id === openingId) throw fault(pointer, 'difference_account', `Leave ${code} out: it receives the difference.`);
    if (accounts.findIndex((account) => account.id === id) < index) {
      throw fault(pointer, 'repeated', `Account ${code} is already in the list. List each account once.`);
    }
  }
}

/**
 * Debits less credits at the end of a day, as a trial balance shows them: of costs and income since the fiscal year
 * began; what those came to in earlier years is among the retained earnings, and nothing is posted for it.
 */
async function balancesAt(
  { db, organization }: Context,
  accounts: readonly Account[],
  day: CoreDay,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many<{ id: string; balance: bigint }>(sql`
    select a.id, (coalesce((
        select sum(days.debit - days.credit) from account_days as days
        where days.organization_id = a.organization_id and days.account_id = a.id and days.day <= ${day}
          and (a.class in ('asset', 'liability', 'equity') or days.day >= year.start)), 0)
      + case when a.system_role = 'retained_earnings' then coalesce((
        select sum(days.debit - days.credit) from account_days as days
        join accounts as result on result.organization_id = days.organization_id and result.id = days.account_id
        where days.organization_id = a.organization_id and days.day < year.start
          and result.class in ('revenue', 'expense')), 0) else 0 end)::bigint as balance
    from accounts as a, fiscal_start_of(${organization}, ${day}) as year (start)
    where a.organization_id = ${organization} and a.id = any(${accounts.map(({ id }) => id)}::uuid[])`);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

function lineOn(accountId: string, amount: bigint): ManualLine {
  return {
    account_id: accountId,
    amount,
    memo: null,
    client_id: null,
    member_id: null,
    product_id: null,
    location_id: null,
    dimension_value_ids: [],
  };
}

type Unlike = { readonly pointer: string; readonly want: bigint; readonly have: bigint };

function unlikeRecords(context: Context, account: Account, { pointer, want, have }: Unlike): Error {
  const currency = baseCurrency(context);
  const inMoney = (minor: bigint): string => formatMoney(money(minor, currency));
  return onControl(account, pointer, { balance: inMoney(have), asked: inMoney(want), missing: inMoney(want - have) });
}
