/** Records that the bank has made a planned payment, with the discount that it was in time for. */
import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { createSupplierPayment } from '../../expenses/index.ts';
import { tender } from '../accounts/tender.ts';
import {
  amountsOf,
  billNotPayable,
  loadPlan,
  planRecord,
  type ScheduledPayment,
  scheduledPaymentPaid,
  supplierOf,
} from './scheduled-payment.ts';
import { endFiles } from '../payment-files/end-files.ts';

type Account = { readonly account_id: string };

/** What was sent beyond the balance due is credit with the supplier, since it has left all the same. */
export async function recordPaid(context: Context, planId: string, date: Day): Promise<ScheduledPayment> {
  const { db, organization, now, actor, origin } = context;
  // As it is now: another part of its bill may have been recorded a moment before.
  const plan = await loadPlan(context, planId);
  const { bill } = plan;
  const owed = bill.status === 'voided' ? 0n : bill.due;
  // What was sent has left, whatever became of its bill.
  if (owed === 0n && plan.status !== 'in_file') {
    throw billNotPayable({ expense: bill.number, reason: bill.status === 'voided' ? 'voided' : 'paid' });
  }
  const { amount, discount } = amountsOf(context, { ...plan, paid_on: date });
  const stamp = JSON.stringify(actorStamp(actor));
  // Before the payment is recorded, which ends what is only planned of its bill.
  await db.run(sql`
    update scheduled_payments set status = 'paid', paid_on = ${date}, fixed_amount = ${amount},
      fixed_discount = ${discount}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
    where organization_id = ${organization} and id = ${plan.id}`);
  const account = await db.one<Account>(sql`
    select account_id from bank_accounts where organization_id = ${organization} and id = ${plan.bank_account_id}`);
  const settled = amount < owed ? amount : owed;
  const inCurrency = (minor: bigint) => formatMoney(money(minor, bill.currency));
  const input = {
    ...(await tender(context, { accountId: account.account_id })),
    currency: bill.currency,
    payment_date: date,
    reference: plan.end_to_end_id,
    early_discount: plan.takes_discount,
    allocations: settled === 0n ? [] : [{ expense_id: z.encode(Id('expense'), bill.id), amount: inCurrency(settled) }],
    ...(settled < amount && {
      supplier_id: z.encode(Id('client'), supplierOf(bill)),
      amount: inCurrency(amount),
      keep_credit: true,
    }),
  };
  const { answer } = await context
    .carryOut({ operation: createSupplierPayment, request: { actor, origin, input } })
    .catch((error: unknown) => {
      throw aboutDate(error);
    });
  // The answer is the payment that it made.
  const { id } = answer as { readonly id: string };
  const after = await loadPlan(context, plan.id);
  // What the business grants beyond the last day may make it more than was planned, and being late makes it nothing.
  const taken = bill.due - settled - after.bill.due;
  await db.run(sql`
    update scheduled_payments set supplier_payment_id = ${id}, fixed_discount = ${taken}
    where organization_id = ${organization} and id = ${plan.id}`);
  await endFiles(context, plan.payment_file_id === null ? [] : [plan.payment_file_id]);
  const paid = planRecord(context, { ...after, supplier_payment_id: id, fixed_discount: taken });
  context.emit(scheduledPaymentPaid(paid));
  return paid;
}

/** Refusals speak of what the caller wrote. */
function aboutDate(error: unknown): unknown {
  if (!(error instanceof BusinessError)) return error;
  const { kind, details } = error;
  const errors = details.errors?.map((one) => ({ ...one, pointer: '/payment_date' }));
  return errors === undefined ? error : new BusinessError(kind, { ...details, errors });
}
