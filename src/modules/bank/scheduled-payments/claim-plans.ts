/** A bank line that pays a bill makes the payment that was planned for it: it is recorded by that, and never again. */
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { endFiles } from '../payment-files/end-files.ts';
import { amountsOf, loadPlan, loadPlans, planRecord, scheduledPaymentPaid } from './scheduled-payment.ts';

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
  const plans = await loadPlans(
    context,
    sql`plan.expense_id = any(${ids}::uuid[]) and plan.status in ('planned', 'in_file')
      and plan.bank_account_id = ${line.bankAccountId}`,
  );
  const stamp = JSON.stringify(actorStamp(actor));
  const claims: Claim[] = [];
  for (const share of shares) {
    const own = plans.filter((plan) => plan.expense_id === share.id);
    const same = own.filter((plan) => amountsOf(context, plan).amount === share.amount);
    const plan =
      same.find(({ end_to_end_id: id }) => id.toUpperCase() === line.reference?.toUpperCase()) ??
      same.find(({ status }) => status === 'in_file') ??
      same[0];
    if (plan === undefined) continue;
    await db.run(sql`
      update scheduled_payments set status = 'paid', paid_on = ${line.day}, fixed_amount = ${share.amount},
        fixed_discount = ${share.earned}, version = version + 1, updated_at = ${now}, updated_by = ${stamp}
      where organization_id = ${organization} and id = ${plan.id} and status in ('planned', 'in_file')`);
    claims.push({ planId: plan.id, expenseId: share.id, fileId: plan.payment_file_id });
  }
  return claims;
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
