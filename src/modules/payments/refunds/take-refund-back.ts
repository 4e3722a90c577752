import { type Day, laterOf } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AllocationRow } from '../payment-row.ts';
import type { RefundRow } from './refund-row.ts';

/** The day that something is taken back on, and why. */
export type Voiding = {
  readonly day: Day;
  readonly reason: string | null;
  /** Not a mistake: the money never arrived. */
  readonly failed?: boolean;
};

/** Writes that a refund is void, without waiting. */
export function voidRefundRow(
  context: Context,
  row: RefundRow,
  { day, reason, failed = false }: Voiding,
): RefundRow & { voided_on: string } {
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  // A refund may be dated later, and is never taken back before.
  const voidedOn = laterOf(day, row.paid_on ?? row.refund_date);
  db.later(sql`
    update refunds set voided_at = ${now}, voided_on = ${voidedOn}, void_reason = ${reason}, failed = ${failed},
      version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  const change = {
    voided_at: now,
    voided_on: voidedOn,
    void_reason: reason,
    failed,
    updated_at: now,
    updated_by: stamp,
  };
  return { ...row, ...change, version: row.version + 1 };
}

/** Writes that allocations count no more, without waiting. */
export function reverseReleases(
  { db, organization, now }: Context,
  allocations: readonly AllocationRow[],
  { day, reason }: Voiding,
): void {
  if (allocations.length === 0) return;
  db.later(sql`
    update allocations set reversed_on = greatest(allocated_on, ${day}), reversed_at = ${now},
      reverse_reason = ${reason}
    where organization_id = ${organization} and id = any(${allocations.map(({ id }) => id)}::uuid[])`);
}
