import type { Context } from '../../operation/operation.ts';
import { feeStepRecord } from './fee-steps.ts';
import { nextRun } from './next-run.ts';
import type { PolicyRow, ReminderPolicy } from './policy.ts';

type Here = Pick<Context, 'actor' | 'now' | 'today'>;

export function policyRecord(context: Here, row: PolicyRow): ReminderPolicy {
  const { steps, ...fees } = row.late_fees;
  const late_fees = { ...fees, steps: steps.map((step) => feeStepRecord(step, baseOf(context))) };
  return { ...row, late_fees, next_run_at: isOn(row) ? nextRunOf(context, row).at : null };
}

/** True where reminders or late fees run by themselves. */
export function isOn({ enabled, late_fees: fees }: PolicyRow): boolean {
  return enabled || fees.enabled;
}

export function baseOf({ actor }: Pick<Context, 'actor'>): string {
  if (actor.organization === undefined) throw new RangeError('fees belong to an organisation');
  return actor.organization.baseCurrency;
}

/** The next sending of reminders, in the time zone of the organisation. */
export function nextRunOf({ actor, now, today }: Here, row: PolicyRow): ReturnType<typeof nextRun> {
  const { organization } = actor;
  if (organization === undefined) throw new RangeError('reminders belong to an organisation');
  return nextRun(now, today, { when: row, where: organization });
}
