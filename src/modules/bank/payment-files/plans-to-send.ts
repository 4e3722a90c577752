/** Planned payments that a file for the bank asks for, locked; and those that something keeps out of it. */
import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { supplierAccountMissing } from '../scheduled-payments/confirm-supplier-bank-account.ts';
import {
  amountsOf,
  loadPlans,
  lockPlans,
  problemOf,
  type ScheduledPaymentRow,
} from '../scheduled-payments/scheduled-payment.ts';
import { supplierAccountChangedSince } from './payment-file.ts';

/** As many as a match of a bank line takes, since the bank may book them as one. */
export const paymentsMax = 200;
const namedMax = 20;

type Asked = {
  readonly bank_account_id: string;
  readonly through?: Day | undefined;
  readonly scheduled_payment_ids?: readonly string[] | undefined;
};

type LeftOut = { readonly scheduled_payment_id: string; readonly expense_number: string; readonly problem: string };
type ToSend = {
  readonly ready: readonly ScheduledPaymentRow[];
  readonly leftOut: LeftOut[];
  readonly hasMore: boolean;
};

export async function plansToSend(context: Context, asked: Asked): Promise<ToSend> {
  const { scheduled_payment_ids: named } = asked;
  if (named !== undefined && asked.through !== undefined) {
    throw fault('/through', 'not_used', 'Leave it out, or leave `scheduled_payment_ids` out.');
  }
  const ids = named ?? (await waiting(context, asked));
  const plans = await lockPlans(context, ids.slice(0, paymentsMax));
  if (named !== undefined) checkNamed(plans, asked, named);
  // Somebody may have cancelled or sent one while the lock was waited for.
  const open = plans.filter(isPlanned);
  const beyond = await beyondDue(context, open);
  const found = open.map((plan) => {
    const problem = problemOf(context, plan);
    const isBeyond = beyond.has(plan.id) && (problem === null || problem === 'too_late');
    return { plan, problem: isBeyond ? ('exceeds_due' as const) : problem };
  });
  const changed = found.flatMap(({ plan, problem }) => (problem === 'account_changed' ? [plan] : []));
  if (changed.length > 0) throw changedSince(changed);
  const stopped = found.filter(({ problem }) => problem !== null && problem !== 'too_late');
  const [first] = stopped;
  if (named !== undefined && first !== undefined) throw stoppedBy(first.plan, first.problem);
  return {
    ready: found.flatMap(({ plan, problem }) => (problem === null || problem === 'too_late' ? [plan] : [])),
    leftOut: stopped.map(({ plan, problem }) => ({
      scheduled_payment_id: plan.id,
      expense_number: plan.bill.number,
      problem: problem ?? '',
    })),
    hasMore: ids.length > paymentsMax,
  };
}

async function waiting({ db, organization, today }: Context, asked: Asked): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from scheduled_payments
    where organization_id = ${organization} and bank_account_id = ${asked.bank_account_id} and status = 'planned'
      and execution = 'file' and pay_on <= ${asked.through ?? today}
    order by pay_on, id limit ${paymentsMax + 1}`);
  return rows.map(({ id }) => id);
}

/** Those that are too much beside what is sent already, and what is planned for an earlier day, of the same bill. */
async function beyondDue(context: Context, plans: readonly ScheduledPaymentRow[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(plans.map((plan) => plan.expense_id))];
  const all = await loadPlans(
    context,
    sql`plan.expense_id = any(${ids}::uuid[]) and plan.status in ('planned', 'in_file')`,
  );
  const settled = new Map<string, bigint>();
  const beyond = new Set<string>();
  const sentFirst = [...all.filter(({ status }) => status === 'in_file'), ...all.filter(isPlanned)];
  for (const plan of sentFirst) {
    const { amount, discount } = amountsOf(context, plan);
    const together = (settled.get(plan.expense_id) ?? 0n) + amount + discount;
    if (isPlanned(plan) && together > plan.bill.due) beyond.add(plan.id);
    else settled.set(plan.expense_id, together);
  }
  return beyond;
}

function isPlanned({ status }: ScheduledPaymentRow): boolean {
  return status === 'planned';
}

function checkNamed(plans: readonly ScheduledPaymentRow[], asked: Asked, named: readonly string[]): void {
  for (const [index, id] of named.entries()) {
    const pointer = `/scheduled_payment_ids/${index}`;
    const plan = plans.find((one) => one.id === id);
    if (plan === undefined) throw missing(pointer, 'scheduled payment');
    if (plan.status !== 'planned') throw invalidStateTransition({ status: plan.status, allowed: [] });
    if (plan.bank_account_id !== asked.bank_account_id || plan.execution !== 'file') {
      const message = 'It is not paid by a file from that bank account: change it with update_scheduled_payment.';
      throw fault(pointer, 'other_account', message);
    }
  }
}

/** Says what changed, when and by whom, so that somebody asks the supplier before the money is gone. */
function changedSince(plans: readonly ScheduledPaymentRow[]): Error {
  return supplierAccountChangedSince({
    payments: plans.slice(0, namedMax).map(({ id, bill, iban, supplier_account: account }) => ({
      scheduled_payment_id: z.encode(Id('scheduled_payment'), id),
      expense: bill.number,
      supplier: bill.payee_name,
      planned_iban: iban,
      known_iban: account?.known_iban ?? null,
      iban: account?.iban ?? null,
      changed_at: account?.changed_at ?? null,
      changed_by: account?.changed_by.name ?? null,
    })),
  });
}

function stoppedBy({ bill }: ScheduledPaymentRow, problem: string | null): Error {
  if (problem === 'no_iban') return supplierAccountMissing({ expense: bill.number });
  const message = 'More of the bill is scheduled than is open, or the IBAN is of a country outside SEPA.';
  return fault('/scheduled_payment_ids', problem ?? 'not_ready', message);
}
