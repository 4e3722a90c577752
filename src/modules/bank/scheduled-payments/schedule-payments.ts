import { z } from 'zod';
import { type Day as CalendarDay } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { ascending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneForEach } from '../../../operation/undo.ts';
import { Day, Id, Money } from '../../../wire/index.ts';
import { planBills } from './plan-bills.ts';
import { PlanInput } from './plan-input.ts';
import { paymentScheduled, ScheduledPayment } from './scheduled-payment.ts';

const billsMax = 200;

const DayTotal = z.object({
  bank_account_id: Id('bank_account'),
  leaves_on: Day,
  currency: z.string(),
  count: z.int(),
  amount: Money,
  early_discount: Money,
});

export const schedulePayments = operation({
  name: 'schedule_payments',
  summary: 'Schedule the payments of many bills at once, by due date, discount or day.',
  guidance:
    'With `dry_run` it shows how much leaves which account on which day, and nothing is kept. Bills that cannot be ' +
    'scheduled are named in `skipped`. Where no discount is left, a bill is paid when it is due.',
  http: 'POST /scheduled-payments/schedule',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  risky: true,
  paysOut: true,
  postsLater: { execution: ['automatic'] },
  undo: undoneForEach('scheduled', 'cancel_scheduled_payment'),
  input: z.strictObject({
    expense_ids: z.array(Id('expense')).min(1).max(billsMax).optional().describe('The bills.'),
    due_through: Day.optional().describe('Instead of `expense_ids`: all open bills due until that day.'),
    ...PlanInput,
  }),
  output: z.object({
    scheduled: z.array(ScheduledPayment),
    skipped: z.array(
      z.object({
        expense_id: Id('expense'),
        expense_number: z.string().nullable(),
        code: z.string().describe('The refusal, such as bill_scheduled.'),
      }),
    ),
    totals: z.array(DayTotal).describe('By bank account, day and currency.'),
    has_more: z.boolean().describe(`More than ${billsMax} bills are due: call it again.`),
  }),
  refuses: [validationFailed, notFound],
  emits: [paymentScheduled],
  async run(context, { expense_ids: named, due_through: through, ...input }) {
    if ((named === undefined) === (through === undefined)) {
      throw fault('/expense_ids', 'one_of', 'Write `expense_ids` or `due_through`.');
    }
    const ids = named ?? (await dueThrough(context, through ?? context.today));
    const { planned, skipped } = await planBills(context, ids.slice(0, billsMax), input);
    return { scheduled: planned, skipped, totals: totalsOf(planned), has_more: ids.length > billsMax };
  },
});

/** Open bills of suppliers that nothing is planned for yet, the earliest due first. */
async function dueThrough({ db, organization }: Context, day: CalendarDay): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select bill.id from payable_bills as bill
    where organization_id = ${organization} and status = 'posted' and due > 0 and supplier_id is not null
      and due_date <= ${day} and not exists (select from scheduled_payments as plan
        where plan.organization_id = ${organization} and plan.expense_id = bill.id
          and plan.status in ('planned', 'in_file'))
    order by due_date, id limit ${billsMax + 1}`);
  return rows.map(({ id }) => id);
}

function totalsOf(planned: readonly ScheduledPayment[]): z.output<typeof DayTotal>[] {
  const groups = Map.groupBy(planned, (plan) => `${plan.leaves_on} ${plan.bank_account_id} ${plan.currency}`);
  return [...groups].toSorted(ascending(([key]) => key)).flatMap(([, plans]) => {
    const [first] = plans;
    if (first === undefined) return [];
    const { bank_account_id, leaves_on, currency } = first;
    const total = (amountOf: (plan: ScheduledPayment) => bigint) => money(sum(plans.map(amountOf)), currency);
    return {
      bank_account_id,
      leaves_on,
      currency,
      count: plans.length,
      amount: total(({ amount }) => amount.minor),
      early_discount: total(({ early_discount: discount }) => discount.minor),
    };
  });
}
