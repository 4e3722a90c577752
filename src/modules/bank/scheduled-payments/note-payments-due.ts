import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { DailyLook } from '../../../operation/daily-look.ts';
import { event } from '../../../operation/events.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Money } from '../../../wire/index.ts';
import { bankAccounts } from '../accounts/bank-account.ts';
import { amountsOf, loadPlans } from './scheduled-payment.ts';

const PaymentsDue = z.object({
  id: Id('bank_account'),
  name: z.string(),
  count: z.int(),
  currency: z.string(),
  amount: Money.describe('Of those in the currency of the bank account.'),
});
const paymentsDue = event('bank_account.payments_due', PaymentsDue, {
  title: 'Payments are to be sent to the bank',
  called: 'name',
  needs: 'expenses:manage',
});

/** Bank accounts with payments whose day has come and of which nobody was told. */
export async function accountsWithPaymentsDue({ db, organization, today, limit }: DailyLook): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct bank_account_id as id from scheduled_payments
    where organization_id = ${organization} and status = 'planned' and execution <> 'automatic'
      and pay_on <= ${today} and reminded_on is null
    order by bank_account_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Tells, once for each payment, that it is to be sent from a bank account. Not in the catalogue, since only the work
 * that looks for them calls it.
 */
export const notePaymentsDue = operation({
  name: 'note_payments_due',
  summary: 'Note the payments to be sent from a bank account and emit their event.',
  http: 'POST /bank-accounts/{id}/note-payments-due',
  effect: 'write',
  permission: 'bank:read',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('bank_account') }),
  output: z.object({ due: PaymentsDue.nullable() }),
  refuses: [notFound],
  emits: [paymentsDue],
  async run(context, { id }) {
    const { db, organization, today } = context;
    const { name, currency } = await bankAccounts.lock(context, id);
    const plans = await loadPlans(
      context,
      sql`plan.bank_account_id = ${id} and plan.status = 'planned' and plan.execution <> 'automatic'
        and plan.pay_on <= ${today} and plan.reminded_on is null`,
    );
    if (plans.length === 0) return { due: null };
    await db.run(sql`
      update scheduled_payments set reminded_on = ${today}
      where organization_id = ${organization} and id = any(${plans.map((plan) => plan.id)}::uuid[])`);
    const own = plans.filter(({ bill }) => bill.currency === currency);
    const amount = money(sum(own.map((plan) => amountsOf(context, plan).amount)), currency);
    const due = { id, name, count: plans.length, currency, amount };
    context.emit(paymentsDue(due));
    return { due };
  },
});
