/** A bank line that pays a bill makes the payment that was planned for it: it is recorded by that, and never again. */
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { lockOwedExpenses } from '../../expenses/index.ts';
import { endFiles } from '../payment-files/end-files.ts';
import {
  amountsOf,
  loadPlan,
  loadPlans,
  planRecord,
  scheduledPaymentPaid,
  type ScheduledPaymentRow,
} from './scheduled-payment.ts';

type Line = { readonly bankAccountId: string; readonly day: string; readonly reference: string | null };

/** So much of a bill that the line pays, and what the supplier lets off. In minor units. */
type Share = { readonly id: string; readonly amount: bigint; readonly earned: bigint };

/** A plan that a line makes: `expenseId` is its bill. */
export type Claim = { readonly planId: string; readonly expenseId: string; readonly fileId: string | null };

/**
 * Notes which plans the line makes, before it is recorded, which ends what is only planned. Of a bill that is planned
 * in parts it is the part whose id the bank gives back, else one of the same amount; what is in a file comes first.
 */
export async function claimPlans(context: Context, line: Line, shares: readonly Share[]): Promise<Claim[]> {
  if (shares.length === 0) return [];
  const { db, organization, now, actor } = context;
  const ids = shares.map(({ id }) => id);
  const plans = await lockOpenPlans(context, line, ids);
  const stamp = JSON.stringify(actorStamp(actor));
  const claims: Claim[] = [];
  for (const share of shares) {
    const own = plans.filter((plan) => plan.expense_id === share.id && !claims.some((one) => one.planId === plan.id));
    const same = own.filter((plan) => amountsOf(context, plan).amount === share.amount);
    const plan =
      same.find(({ end_to_end_id: id }) => id.toUpperCase() === line.reference?.toUpperCase()) ??
      same.find(({ status }) => status === 'in_file') ??
      same[0] ??
      // What the bank makes by itself is made by whatever it books for the bill.
      own.find(({ execution, amount }) => execution === 'automatic' && amount === null);
    if (plan === undefined) {
      await refuseRecorded(context, line, share);
      continue;
    }
    await db.run(sql`
      update scheduled_payments set status = 'paid', paid_on = ${line.day}, fixed_amount = ${share.amount},
        fixed_discount = ${share.earned}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${plan.id} and status in ('planned', 'in_file')`);
    claims.push({ planId: plan.id, expenseId: share.id, fileId: plan.payment_file_id });
  }
  return claims;
}

/**
 * Of a bill that is paid in parts, one that was sent and is recorded already waits for its line: that is matched with
 * its entry, or the same money is in the books twice.
 */
async function refuseRecorded(
  { db, organization }: Context,
  { bankAccountId: account }: Line,
  { id, amount }: Share,
): Promise<void> {
  const recorded = await db.maybe<object>(sql`
    select plan.id from scheduled_payments as plan
    where plan.organization_id = ${organization} and plan.expense_id = ${id} and plan.status = 'paid'
      and plan.bank_account_id = ${account} and plan.payment_file_id is not null and plan.fixed_amount = ${amount}
      and exists (select from scheduled_payment_entries as own
        where own.organization_id = plan.organization_id and own.supplier_payment_id = plan.supplier_payment_id
          and not exists (select from bank_matches as match
            where match.organization_id = ${organization} and match.entry_id = own.entry_id
              and match.bank_account_id = ${account}))
    limit 1`);
  if (recorded === undefined) return;
  throw fault('/targets', 'recorded', 'That payment of the bill is recorded already: match the line with its entry.');
}

/** Bills first, in the order in which payments lock them, and read once nobody else can record one of their plans. */
async function lockOpenPlans(
  context: Context,
  { bankAccountId }: Line,
  ids: readonly string[],
): Promise<ScheduledPaymentRow[]> {
  const { db, organization } = context;
  const [, , plans] = await Promise.all([
    lockOwedExpenses(context, { ids }),
    db.run(sql`
      select id from scheduled_payments
      where organization_id = ${organization} and expense_id = any(${ids}::uuid[]) order by id for update`),
    loadPlans(
      context,
      sql`plan.expense_id = any(${ids}::uuid[]) and plan.status in ('planned', 'in_file')
        and plan.bank_account_id = ${bankAccountId}`,
    ),
  ]);
  return plans;
}

/** Leads each plan to the payment that it was recorded as. */
export async function settleClaims(
  context: Context,
  claims: readonly Claim[],
  paymentOf: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, organization } = context;
  for (const { planId, expenseId } of claims) {
    await db.run(sql`
      update scheduled_payments set supplier_payment_id = ${paymentOf.get(expenseId) ?? null}
      where organization_id = ${organization} and id = ${planId}`);
    context.emit(scheduledPaymentPaid(planRecord(context, await loadPlan(context, planId))));
  }
  await endFiles(
    context,
    claims.flatMap(({ fileId }) => fileId ?? []),
  );
}
