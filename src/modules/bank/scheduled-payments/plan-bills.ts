/** Plans the payments of bills: of one, or of many in one call. */
import type { Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { sepaReference } from '../../../core/sepa-text.ts';
import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { BusinessError } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { lockOwedExpenses } from '../../expenses/index.ts';
import { amountExceedsDue } from '../../payments/index.ts';
import { amountFrom } from '../../sales/index.ts';
import type { Decimal } from '../../../core/decimal.ts';
import { type Bill, billColumns, dayToPay, payableOn, type Timing } from './bill-to-pay.ts';
import { type Paying, payingAccounts } from './paying-account.ts';
import {
  billNotPayable,
  billScheduled,
  discountLapsed,
  amountsOn,
  loadPlans,
  paymentScheduled,
  planRecord,
  type ScheduledPayment,
  type ScheduledPaymentRow,
} from './scheduled-payment.ts';
import type { PlanInput } from './plan-input.ts';

export type Skipped = { readonly expense_id: string; readonly expense_number: string | null; readonly code: string };

type Planning = z.output<z.ZodObject<typeof PlanInput>> & {
  readonly amount?: Decimal | undefined;
};

/** Bills by their ids, locked in the order in which payments lock them. */
async function lockBills(context: Context, ids: readonly string[]): Promise<Map<string, Bill>> {
  const { db, organization } = context;
  const [, rows] = await Promise.all([
    lockOwedExpenses(context, { ids }),
    db.many<Bill>(sql`
      select ${billColumns} from payable_bills as bill
      where organization_id = ${organization} and id = any(${ids}::uuid[])`),
  ]);
  return new Map(rows.map((bill) => [bill.id, bill]));
}

/** Plans one bill, or refuses it. */
export async function planBill(context: Context, id: string, input: Planning): Promise<ScheduledPayment> {
  const [bills, paying] = await Promise.all([lockBills(context, [id]), payingAccounts(context, input)]);
  const bill = bills.get(id);
  if (bill === undefined) throw missing('/expense_id', 'bill of a supplier that is posted');
  const known = await knownOf(context, [bill]);
  const [plan] = await write(context, [newPlan(context, bill, { input, paying, known })]);
  if (plan === undefined) throw new RangeError('nothing was planned');
  return plan;
}

type Many = { readonly planned: ScheduledPayment[]; readonly skipped: Skipped[] };

/** Plans each of many bills. Those that cannot be planned are left out and named, with the code of their refusal. */
export async function planBills(context: Context, ids: readonly string[], input: Planning): Promise<Many> {
  const unique = [...new Set(ids)];
  const [locked, paying] = await Promise.all([lockBills(context, unique), payingAccounts(context, input)]);
  const bills = unique.map((id) => {
    const bill = locked.get(id);
    if (bill === undefined) throw missing('/expense_ids', 'bill of a supplier that is posted');
    return bill;
  });
  const known = await knownOf(context, bills);
  const skipped: Skipped[] = [];
  const rows: NewPlan[] = [];
  for (const bill of bills) {
    try {
      rows.push(newPlan(context, bill, { input, paying, known, falls: true }));
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      skipped.push({ expense_id: bill.id, expense_number: bill.number, code: error.kind.code });
    }
  }
  return { planned: rows.length === 0 ? [] : await write(context, rows), skipped };
}

type NewPlan = {
  readonly id: string;
  readonly expense_id: string;
  readonly bank_account_id: string;
  readonly timing: Timing;
  readonly pay_on: Day;
  /** Digits, since JSON has no bigint. */
  readonly amount: string | null;
  readonly takes_discount: boolean;
  readonly execution: string;
  readonly note: string | null;
  readonly end_to_end_id: string;
};

type For = {
  readonly input: Planning;
  readonly paying: Paying;
  readonly known: Known;
  /** Where no discount is left, the bill is paid when it is due. */
  readonly falls?: boolean;
};

function newPlan(context: Context, bill: Bill, { input, paying, known, falls = false }: For): NewPlan {
  checkPayable(bill);
  const { timing, payOn } = chosenDay(context, bill, input, falls);
  if (payOn < bill.expense_date) {
    throw fault('/pay_on', 'before_expense', 'Send the date of the bill or a later one.');
  }
  const amount = input.amount === undefined ? undefined : amountFrom(input.amount, '/amount', bill.currency);
  if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
  checkRoom(bill, known.plansOf(bill), { amount, payOn, takesDiscount: input.early_discount });
  const { account, execution } = paying(bill);
  return {
    id: context.newId(),
    expense_id: bill.id,
    bank_account_id: account.id,
    timing,
    pay_on: payOn,
    amount: amount?.toString() ?? null,
    takes_discount: input.early_discount,
    execution,
    note: input.note ?? null,
    end_to_end_id: known.nextReference(bill),
  };
}

/** Reasons for which a bill is not planned, in words that a program reads. */
function checkPayable(bill: Bill): void {
  const reason =
    bill.status !== 'posted'
      ? 'voided'
      : bill.due === 0n
        ? 'paid'
        : bill.supplier_id === null
          ? 'no_supplier'
          : undefined;
  if (reason !== undefined) throw billNotPayable({ expense: bill.number, reason });
}

type Chosen = { readonly timing: Timing; readonly payOn: Day };

function chosenDay(context: Context, bill: Bill, { timing, pay_on: day }: Planning, falls: boolean): Chosen {
  const { today } = context;
  if (day !== undefined) {
    if (timing !== undefined && timing !== 'day') {
      throw fault('/pay_on', 'not_used', 'Leave it out, or send `timing` as day.');
    }
    if (day < today) {
      throw fault('/pay_on', 'in_the_past', 'Send today or a later day; record earlier payments with pay_expense.');
    }
    return { timing: 'day', payOn: day };
  }
  if (timing === 'day') throw fault('/pay_on', 'required', 'Send the day on which the money is to leave.');
  const wanted = timing ?? 'due_date';
  const payOn = dayToPay(bill, wanted, today) ?? (falls ? dayToPay(bill, 'due_date', today) : undefined);
  if (payOn === undefined) throw discountLapsed({ expense: bill.number });
  return { timing: wanted, payOn };
}

type Part = { readonly amount: bigint | undefined; readonly payOn: Day; readonly takesDiscount: boolean };

/** What is planned of a bill already and what is to be planned now is no more than it owes. */
function checkRoom(bill: Bill, others: readonly ScheduledPaymentRow[], { amount, payOn, takesDiscount }: Part): void {
  const whole = others.find((plan) => plan.amount === null);
  const [first] = others;
  if (first !== undefined && (whole !== undefined || amount === undefined)) throw scheduled(bill, whole ?? first);
  if (amount === undefined) return;
  const settled = sum(
    others.map((plan) => {
      const own = amountsOn(plan, plan.pay_on);
      return own.amount + own.discount;
    }),
  );
  const { discount } = payableOn(bill, payOn, { amount, takesDiscount });
  if (settled + amount + discount <= bill.due) return;
  if (first !== undefined && amount <= bill.due) throw scheduled(bill, first);
  const message = 'The amount exceeds the balance due.';
  throw amountExceedsDue({
    max: formatMoney(money(bill.due - settled, bill.currency)),
    currency: bill.currency,
    expense: bill.number,
    hint: 'Schedule at most `max`.',
    errors: [{ pointer: '/amount', code: 'amount_exceeds_due', message }],
  });
}

function scheduled(bill: Bill, { id }: { readonly id: string }): Error {
  return billScheduled({ expense: bill.number, scheduled_payment_id: z.encode(Id('scheduled_payment'), id) });
}

const referenceMax = 30;

/** What is known of bills that are to be planned, once nobody else can plan them. */
type Known = {
  readonly plansOf: (bill: Bill) => readonly ScheduledPaymentRow[];
  /** The number of the bill, and that of its plan: people know it again, and a preview tells it as it will be. */
  readonly nextReference: (bill: Bill) => string;
};

async function knownOf(context: Context, bills: readonly Bill[]): Promise<Known> {
  const { db, organization } = context;
  const ids = bills.map(({ id }) => id);
  const bases = [...new Set(bills.map(baseOf))];
  const [plans, references] = await Promise.all([
    loadPlans(context, sql`plan.expense_id = any(${ids}::uuid[]) and plan.status in ('planned', 'in_file')`),
    // Row-level security keeps `starts_with` out of the index; what follows a base is a digit, and ":" comes after "9".
    db.many<{ base: string; used: number }>(sql`
      select base, (select coalesce(max(substr(end_to_end_id, length(base) + 1)::int), 0) from scheduled_payments
        where organization_id = ${organization} and end_to_end_id > base and end_to_end_id < base || ':'
          and substr(end_to_end_id, length(base) + 1) ~ '^[0-9]{1,4}$') as used
      from unnest(${bases}::text[]) as base`),
  ]);
  const byBill = Map.groupBy(plans, (plan) => plan.expense_id);
  const used = new Map(references.map((one) => [one.base, one.used]));
  return {
    plansOf: ({ id }) => byBill.get(id) ?? [],
    nextReference: (bill) => {
      const base = baseOf(bill);
      const next = (used.get(base) ?? 0) + 1;
      used.set(base, next);
      return `${base}${next}`;
    },
  };
}

function baseOf({ number }: Bill): string {
  return `${sepaReference(number, referenceMax)}-`;
}

async function write(context: Context, rows: readonly NewPlan[]): Promise<ScheduledPayment[]> {
  const { db, organization, now, actor } = context;
  const stamp = JSON.stringify(actorStamp(actor));
  const ids = rows.map(({ id }) => id);
  const writing = db.run(sql`
    insert into scheduled_payments (organization_id, id, expense_id, bank_account_id, timing, pay_on, amount,
      takes_discount, execution, note, end_to_end_id, iban, created_at, updated_at, created_by, updated_by)
    select ${organization}, plan.id, plan.expense_id, plan.bank_account_id, plan.timing, plan.pay_on, plan.amount,
      plan.takes_discount, plan.execution, plan.note, plan.end_to_end_id, account.iban, ${now}::timestamptz,
      ${now}::timestamptz, ${stamp}::jsonb, ${stamp}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as plan (id uuid, expense_id uuid, bank_account_id uuid,
      timing text, pay_on date, amount bigint, takes_discount boolean, execution text, note text, end_to_end_id text)
    join payable_bills as bill on bill.organization_id = ${organization} and bill.id = plan.expense_id
    left join current_supplier_accounts as account on account.organization_id = ${organization}
      and account.supplier_id = bill.supplier_id`);
  const [, written] = await Promise.all([writing, loadPlans(context, sql`plan.id = any(${ids}::uuid[])`)]);
  const plans = written.map((row) => planRecord(context, row));
  for (const plan of plans) context.emit(paymentScheduled(plan));
  return plans;
}
