import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { LateFeePolicy, type LateFees } from './fee-steps.ts';
import { ReminderStep } from './reminder-step.ts';
import { ActorStamp, Instant } from '../../wire/index.ts';

export const ReminderPolicy = z.object({
  enabled: z.boolean(),
  hour: z.int().describe('Hour from which reminders are sent, in the organisation’s time zone.'),
  weekdays: z.array(z.int()).describe('Days of the week, from 1 (Monday).'),
  attach_pdf: z.boolean(),
  steps: z.array(ReminderStep),
  late_fees: LateFeePolicy,
  late_fee_problem: z.string().nullable().describe('Why the last late fee could not be charged.'),
  next_run_at: Instant.nullable(),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});
export type ReminderPolicy = z.output<typeof ReminderPolicy>;

/** A row of `reminder_policies`. */
export type PolicyRow = Omit<ReminderPolicy, 'next_run_at' | 'late_fees'> & { readonly late_fees: LateFees };

export const policyUpdated = event('reminder_policy.updated', ReminderPolicy.pick({ enabled: true, version: true }));

/** Proposed policy for organisations without one; nothing is sent by it. */
const proposed: PolicyRow = {
  enabled: false,
  hour: 9,
  weekdays: [1, 2, 3, 4, 5],
  attach_pdf: true,
  steps: [-3, 1, 7, 14].map((days) => ({ days, since: null, texts: {} })),
  late_fees: { enabled: false, variant_id: null, due_in_days: 14, steps: [] },
  late_fee_problem: null,
  version: 0,
  updated_at: null,
  updated_by: null,
};

/** The policy of the organisation, with its steps in the order of their days; locked where it is about to change. */
export async function readPolicy(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<PolicyRow> {
  const row = await db.maybe<PolicyRow>(sql`
    select enabled, hour, weekdays, attach_pdf, steps, late_fees, late_fee_problem, version, updated_at,
      updated_by from reminder_policies
    where organization_id = ${organization} ${lock ? sql`for update` : sql``}`);
  return row ?? proposed;
}

/** Notes what stood in the way of a fee, where people see it; or that nothing did. */
export async function noteFeeProblem(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  problem: string | null,
): Promise<void> {
  await db.run(sql`
    update reminder_policies set late_fee_problem = ${problem?.slice(0, problemMax) ?? null}
    where organization_id = ${organization} and late_fee_problem is distinct from ${problem}`);
}

const problemMax = 1_000;
