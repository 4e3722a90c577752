import { z } from 'zod';
import { addDays, type Day as CalendarDay, laterOf } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, Money } from '../../../wire/index.ts';
import { movedIn } from '../reconciling/report.ts';
import { amountsOf, loadPlans, type ScheduledPaymentRow } from './scheduled-payment.ts';
import { leavingDay } from './bill-to-pay.ts';

const daysDefault = 31;

const AccountDay = z.object({
  day: Day,
  count: z.int(),
  amount: Money.describe('What leaves on that day.'),
  early_discount: Money.describe('What the suppliers let off beside it.'),
  balance_after: Money.describe('The balance of the books today, less all that leaves until then.'),
  is_covered: z.boolean().describe('False where that is below zero.'),
});

const AccountForecast = z.object({
  bank_account_id: Id('bank_account'),
  name: z.string(),
  currency: z.string(),
  balance: Money.describe('Of the books today.'),
  days: z.array(AccountDay),
  amount: Money.describe('What leaves in all.'),
  is_covered: z.boolean(),
  short_on: Day.nullable().describe('The first day on which the balance does not carry it.'),
  other_currencies: z
    .array(z.object({ currency: z.string(), count: z.int(), amount: Money }))
    .describe('Bills in other currencies that leave this account too. They are not in its balance.'),
});

export const getPaymentForecast = operation({
  name: 'get_payment_forecast',
  summary: 'Get what leaves which bank account on which day, and whether its balance carries it.',
  guidance:
    'Scheduled payments that are not recorded as paid. What is overdue to be sent counts today. Money that is ' +
    'expected to come in is not counted.',
  http: 'GET /payment-forecast',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({
    through: Day.optional().describe(`Default: ${daysDefault} days from today.`),
    bank_account_id: Id('bank_account').optional(),
  }),
  output: z.object({ from: Day, through: Day, data: z.array(AccountForecast) }),
  refuses: [notFound],
  async run(context, { through, bank_account_id: only }) {
    const { today } = context;
    const last = laterOf(through ?? addDays(today, daysDefault), today);
    const account = only === undefined ? sql`true` : sql`plan.bank_account_id = ${only}`;
    const [accounts, plans] = await Promise.all([
      loadAccounts(context, only),
      loadPlans(context, sql`plan.status in ('planned', 'in_file') and plan.pay_on <= ${last} and ${account}`),
    ]);
    if (only !== undefined && accounts.length === 0) throw notFound();
    const byAccount = Map.groupBy(plans, (plan) => plan.bank_account_id);
    const shown = accounts.filter(({ id }) => only !== undefined || byAccount.has(id));
    const data = await Promise.all(
      shown.map(async (one) => forecastOf(context, one, { plans: byAccount.get(one.id) ?? [], last })),
    );
    return { from: today, through: last, data };
  },
});

type Account = {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly currency: string;
};

function loadAccounts({ db, organization }: Context, only: string | undefined): Promise<Account[]> {
  return db.many<Account>(sql`
    select id, name, account_id, currency from bank_accounts
    where organization_id = ${organization} and ${only === undefined ? sql`true` : sql`id = ${only}`}
    order by name, id`);
}

type Planned = { readonly plans: readonly ScheduledPaymentRow[]; readonly last: CalendarDay };

async function forecastOf(
  context: Context,
  account: Account,
  { plans, last }: Planned,
): Promise<z.output<typeof AccountForecast>> {
  const { currency } = account;
  const inCurrency = (minor: bigint) => money(minor, currency);
  const balance = await ledgerBalance(context, account);
  const leaving = plans
    .map((plan) => ({
      ...amountsOf(context, plan),
      day: leavingDay(plan, context.today),
      currency: plan.bill.currency,
    }))
    .filter(({ day }) => day <= last);
  const [own, foreign] = [
    leaving.filter((plan) => plan.currency === currency),
    leaving.filter((plan) => plan.currency !== currency),
  ];
  let left = balance;
  const days = [...Map.groupBy(own, ({ day }) => day)].toSorted(ascending(([key]) => key)).map(([day, all]) => {
    const amount = sum(all.map((plan) => plan.amount));
    left -= amount;
    return {
      day,
      count: all.length,
      amount: inCurrency(amount),
      early_discount: inCurrency(sum(all.map((plan) => plan.discount))),
      balance_after: inCurrency(left),
      is_covered: left >= 0n,
    };
  });
  return {
    bank_account_id: account.id,
    name: account.name,
    currency,
    balance: inCurrency(balance),
    days,
    amount: inCurrency(balance - left),
    is_covered: days.every((day) => day.is_covered),
    short_on: days.find((day) => !day.is_covered)?.day ?? null,
    other_currencies: [...Map.groupBy(foreign, (plan) => plan.currency)].map(([other, all]) => ({
      currency: other,
      count: all.length,
      amount: money(sum(all.map((plan) => plan.amount)), other),
    })),
  };
}

async function ledgerBalance(context: Context, account: Account): Promise<bigint> {
  const { db, organization, today } = context;
  const { balance } = await db.one<{ balance: bigint }>(sql`
    select coalesce(sum(${movedIn(context, account)}), 0)::bigint as balance from bank_ledger_lines as line
    where organization_id = ${organization} and account_id = ${account.account_id} and entry_date <= ${today}`);
  return balance;
}
