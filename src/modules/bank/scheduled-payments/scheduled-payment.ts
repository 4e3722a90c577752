import { z } from 'zod';
import type { Day as CalendarDay } from '../../../core/calendar.ts';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import {
  invalidStateTransition,
  notFound,
  type OperationName,
  refusal,
  versionConflict,
} from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { lockOwedExpenses } from '../../expenses/index.ts';
import { isInSepa } from '../../../sepa/countries.ts';
import { ActorStamp, Day, ForeignName, Id, Instant, Money } from '../../../wire/index.ts';
import { bestDiscount, type Bill, leavingDay, payableOn, timings } from './bill-to-pay.ts';

export const executions = ['file', 'manual', 'automatic'] as const;
export const statuses = ['planned', 'in_file', 'paid', 'cancelled', 'ended', 'returned'] as const;
export type Status = (typeof statuses)[number];
/** What keeps a planned payment out of a file, or what somebody should know before it is sent. */
const problems = ['no_iban', 'not_sepa', 'account_changed', 'exceeds_due', 'nothing_due', 'too_late'] as const;

const standings = ['known', 'first', 'changed'] as const;

export const ScheduledPayment = z.object({
  id: Id('scheduled_payment'),
  organization_id: Id('organization'),
  status: z
    .enum(statuses)
    .describe('`in_file`: in a file for the bank, not recorded as paid yet. `ended`: the bill was paid or voided.'),
  ended_because: z.enum(['bill_paid', 'bill_voided']).nullable(),
  expense_id: Id('expense'),
  expense_number: z.string(),
  supplier_id: Id('client'),
  supplier_name: ForeignName.nullable(),
  supplier_invoice_number: ForeignName.nullable(),
  bank_account_id: Id('bank_account'),
  bank_account_name: z.string(),
  timing: z.enum(timings).describe('How `pay_on` was chosen.'),
  pay_on: Day.describe('The day on which the money is to leave the bank account.'),
  leaves_on: Day.describe('The same, or the first day from today on which banks move money.'),
  due_date: Day.describe('Of the bill.'),
  currency: z.string(),
  is_whole: z.boolean().describe('True for all that is open on the day; false for a part.'),
  amount: Money.describe('What leaves the account, less the discount that it is in time for.'),
  early_discount: Money.describe('What the supplier lets off beside it.'),
  discount_lost: Money.describe('Early-payment discount of the bill that this payment is too late for or declines.'),
  amount_due: Money.describe('What is open of the bill now.'),
  execution: z
    .enum(executions)
    .describe(
      '`file`: sent to the bank in a payment file. `manual`: you pay it at the bank. `automatic`: a direct debit or ' +
        'standing order that the bank carries out by itself; recorded as paid on its day.',
    ),
  end_to_end_id: z.string().describe('By which the bank statement leads back to it.'),
  iban: z.string().nullable().describe('Account of the supplier when it was planned or last confirmed.'),
  supplier_account: z
    .object({
      holder: ForeignName.nullable(),
      iban: z.string().nullable(),
      bic: z.string().nullable(),
      standing: z
        .enum(standings)
        .describe('`known`: money was sent there or somebody confirmed it. `first`: the supplier never had another.'),
      known_iban: z.string().nullable().describe('The last one that money was sent to or that somebody confirmed.'),
      changed_at: Instant,
      changed_by: ActorStamp,
    })
    .nullable()
    .describe('Where the supplier is paid to now, and who changed that when.'),
  iban_confirmed_at: Instant.nullable(),
  iban_confirmed_by: ActorStamp.nullable(),
  problem: z
    .enum(problems)
    .nullable()
    .describe(
      'All but `too_late` keep it out of a payment file; that one leaves after the bill is due. `not_sepa`: the IBAN ' +
        'is of a country outside SEPA. `account_changed`: confirm_supplier_bank_account.',
    ),
  payment_file_id: Id('payment_file').nullable(),
  supplier_payment_id: Id('supplier_payment').nullable(),
  paid_on: Day.nullable(),
  returned_on: Day.nullable(),
  return_reason: z.string().nullable(),
  note: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type ScheduledPayment = z.output<typeof ScheduledPayment>;
export type Problem = NonNullable<ScheduledPayment['problem']>;

/** Events name no supplier and no number of an account. */
const Facts = ScheduledPayment.pick({
  id: true,
  status: true,
  expense_id: true,
  expense_number: true,
  bank_account_id: true,
  pay_on: true,
  currency: true,
  amount: true,
  early_discount: true,
  execution: true,
  payment_file_id: true,
  supplier_payment_id: true,
  version: true,
});

export const paymentScheduled = event('scheduled_payment.created', Facts);
export const scheduledPaymentUpdated = event('scheduled_payment.updated', Facts);
export const scheduledPaymentCancelled = event('scheduled_payment.cancelled', Facts);
export const scheduledPaymentPaid = event('scheduled_payment.paid', Facts);
export const scheduledPaymentReturned = event('scheduled_payment.returned', Facts, {
  title: 'A payment came back from the bank',
  called: 'expense_number',
  others: true,
});

export const billNotPayable = refusal(
  'bill_not_payable',
  409,
  'The bill cannot be scheduled for payment.',
  'Name posted bills of suppliers that are not paid: list_bills_to_pay has them. Others are paid by pay_expense.',
);
export const billScheduled = refusal(
  'bill_scheduled',
  409,
  'A payment of the bill is scheduled already.',
  'Change or cancel that one, `scheduled_payment_id`, or schedule parts by `amount` that the bill has room for.',
  ['scheduled_payments_whole_key'],
);
export const discountLapsed = refusal(
  'discount_lapsed',
  409,
  'No early-payment discount of the bill can be reached any more.',
  'Send `timing` as due_date, or a `pay_on`.',
);

/** A row of `scheduled_payments` with its bill and the accounts on both sides. Amounts are minor units. */
export type ScheduledPaymentRow = Omit<
  ScheduledPayment,
  | 'organization_id'
  | 'expense_number'
  | 'supplier_id'
  | 'supplier_name'
  | 'supplier_invoice_number'
  | 'due_date'
  | 'currency'
  | 'is_whole'
  | 'leaves_on'
  | 'early_discount'
  | 'discount_lost'
  | 'amount_due'
  | 'problem'
  | 'amount'
> & {
  readonly amount: bigint | null;
  readonly takes_discount: boolean;
  readonly fixed_amount: bigint | null;
  readonly fixed_discount: bigint | null;
  readonly bill: Bill;
};

export const planColumns: Sql = sql`plan.id, plan.status, plan.ended_because, plan.expense_id, plan.bank_account_id,
  bank.name as bank_account_name, plan.timing, plan.pay_on, plan.amount, plan.takes_discount, plan.execution,
  plan.end_to_end_id, plan.iban, plan.iban_confirmed_at, plan.iban_confirmed_by, plan.payment_file_id,
  plan.fixed_amount, plan.fixed_discount, plan.supplier_payment_id, plan.paid_on, plan.returned_on,
  plan.return_reason, plan.note, plan.version, plan.created_at, plan.updated_at, plan.created_by, plan.updated_by,
  case when account.id is not null then jsonb_build_object('holder', account.holder, 'iban', account.iban,
    'bic', account.bic, 'standing', account.standing, 'known_iban', account.known_iban,
    'changed_by', account.created_by,
    'changed_at', to_char(account.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    as supplier_account,
  jsonb_build_object('id', bill.id, 'number', bill.number, 'supplier_id', bill.supplier_id,
    'payee_name', bill.payee_name, 'supplier_invoice_number', bill.supplier_invoice_number, 'status', bill.status,
    'expense_date', bill.expense_date, 'due_date', bill.due_date, 'currency', bill.currency,
    'due', bill.due::text, 'early_discounts', bill.early_discounts) as bill`;

export const planTables: Sql = sql`scheduled_payments as plan
  join payable_bills as bill on bill.organization_id = plan.organization_id and bill.id = plan.expense_id
  join bank_accounts as bank on bank.organization_id = plan.organization_id and bank.id = plan.bank_account_id
  left join current_supplier_accounts as account on account.organization_id = plan.organization_id
    and account.supplier_id = bill.supplier_id`;

type Read = Omit<ScheduledPaymentRow, 'bill'> & { readonly bill: Omit<Bill, 'due'> & { readonly due: string } };

/** A row as the driver reads it: JSON has no bigint. */
export function planFrom(row: object): ScheduledPaymentRow {
  const { bill, ...plan } = row as Read;
  return { ...plan, bill: { ...bill, due: BigInt(bill.due) } };
}

export async function loadPlans(context: Context, condition: Sql): Promise<ScheduledPaymentRow[]> {
  const { db, organization } = context;
  const rows = await db.many<object>(sql`
    select ${planColumns} from ${planTables}
    where plan.organization_id = ${organization} and ${condition} order by plan.pay_on, plan.id`);
  return rows.map(planFrom);
}

export async function loadPlan(context: Context, id: string): Promise<ScheduledPaymentRow> {
  const [plan] = await loadPlans(context, sql`plan.id = ${id}`);
  if (plan === undefined) throw notFound();
  return plan;
}

/**
 * Plans as they are once they and their bills are locked: bills first, in the order in which payments lock them, so
 * that nobody pays one meanwhile.
 */
export async function lockPlans(context: Context, ids: readonly string[]): Promise<ScheduledPaymentRow[]> {
  const { db, organization } = context;
  const bills = await db.many<{ id: string }>(sql`
    select expense_id as id from scheduled_payments
    where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  const [, , plans] = await Promise.all([
    lockOwedExpenses(context, { ids: bills.map((bill) => bill.id) }),
    db.run(sql`
      select id from scheduled_payments
      where organization_id = ${organization} and id = any(${ids}::uuid[]) order by id for update`),
    loadPlans(context, sql`plan.id = any(${ids}::uuid[])`),
  ]);
  return plans;
}

export async function lockPlan(context: Context, id: string, version?: number): Promise<ScheduledPaymentRow> {
  const [plan] = await lockPlans(context, [id]);
  if (plan === undefined) throw notFound();
  if (version !== undefined && version !== plan.version) throw versionConflict({ current_version: plan.version });
  return plan;
}

export function planRecord(context: Context, row: ScheduledPaymentRow): ScheduledPayment {
  const { bill, amount: part, takes_discount: _, fixed_amount: fixed, fixed_discount: __, ...plan } = row;
  const { amount, discount } = amountsOf(context, row);
  const isOpen = plan.status === 'planned' || plan.status === 'in_file';
  const lost = isOpen && fixed === null && part === null ? bestDiscount(bill) - discount : 0n;
  const inCurrency = (minor: bigint) => money(minor, bill.currency);
  return {
    ...plan,
    organization_id: context.organization,
    expense_number: bill.number,
    supplier_id: supplierOf(bill),
    supplier_name: bill.payee_name,
    supplier_invoice_number: bill.supplier_invoice_number,
    due_date: bill.due_date,
    currency: bill.currency,
    is_whole: part === null,
    leaves_on: dayOf(context, row),
    amount: inCurrency(amount),
    early_discount: inCurrency(discount),
    discount_lost: inCurrency(lost > 0n ? lost : 0n),
    amount_due: inCurrency(bill.due),
    problem: problemOf(context, row),
  };
}

/** A bill without a supplier is never planned, since nobody knows where its money would go. */
export function supplierOf({ supplier_id: supplier, number }: Bill): string {
  if (supplier === null) throw new RangeError(`bill ${number} has no supplier`);
  return supplier;
}

/** What leaves the account, as it was sent or recorded, or as it would be on its day. */
export function amountsOf(context: Context, row: ScheduledPaymentRow) {
  const { fixed_amount: amount, fixed_discount: discount } = row;
  return amount !== null && discount !== null ? { amount, discount } : amountsOn(row, dayOf(context, row));
}

/** What would leave the account on a day, whatever was sent or recorded. */
export function amountsOn({ bill, amount, takes_discount: takesDiscount }: ScheduledPaymentRow, day: CalendarDay) {
  return payableOn(bill, day, { amount: amount ?? undefined, takesDiscount });
}

/** A payment that is being recorded is of the day on which it was made, planned or not. */
function dayOf({ today }: Context, row: ScheduledPaymentRow): string {
  return row.paid_on ?? (row.status === 'planned' ? leavingDay(row, today) : row.pay_on);
}

export function problemOf(context: Context, row: ScheduledPaymentRow): Problem | null {
  const { status, bill, execution, supplier_account: account } = row;
  if (status !== 'planned' && status !== 'in_file') return null;
  const { amount, discount } = amountsOf(context, row);
  if (bill.due === 0n || bill.status === 'voided') return 'nothing_due';
  if (amount + discount > bill.due) return 'exceeds_due';
  if (status === 'planned' && execution === 'file') {
    if (account?.iban === null || account?.iban === undefined) return 'no_iban';
    if (account.standing === 'changed') return 'account_changed';
    if (!isInSepa(account.iban)) return 'not_sepa';
  }
  return status === 'planned' && dayOf(context, row) > bill.due_date ? 'too_late' : null;
}

const wirePlan = encoderOf(ScheduledPayment);

/** Keeps the plan as it was for the audit log, in wire form. */
export function keepPlanBefore(context: Context, row: ScheduledPaymentRow): void {
  context.before(wirePlan(planRecord(context, row)));
}

const allowedFrom: Readonly<Record<Status, readonly OperationName[]>> = {
  planned: ['update_scheduled_payment', 'cancel_scheduled_payment', 'pay_scheduled_payment'],
  in_file: ['pay_scheduled_payment', 'return_scheduled_payment', 'cancel_payment_file'],
  paid: ['return_scheduled_payment'],
  cancelled: [],
  ended: [],
  returned: [],
};

/** Refuses what is not done with a planned payment in this state, and says what is. */
export function checkPlan({ status }: Pick<ScheduledPaymentRow, 'status'>, action: OperationName): void {
  const allowed = allowedFrom[status];
  if (!allowed.includes(action)) throw invalidStateTransition({ status, allowed });
}
