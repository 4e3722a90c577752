import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Locale, Notes } from '../../wire/index.ts';
import { checkPlaceholders, HeaderText, placeholderHint, subjectMax } from '../sending/index.ts';
import { baseOf, isOn, nextRunOf, policyRecord } from './policy-record.ts';
import { policyUpdated, type PolicyRow, readPolicy, ReminderPolicy } from './policy.ts';
import type { ReminderStep } from './reminder-step.ts';
import { countedFrom, feeStepsFrom, type LateFees, LateFeesInput } from './fee-steps.ts';
import { loadVariants } from '../products/index.ts';
import { lateFeeCharged } from './late-fee.ts';
import { remindersJob } from './reminders-job.ts';

const stepsMax = 10;
const textsMax = 20;
const daysBeforeMax = 60;
const daysAfterMax = 365;

const TextInput = z.strictObject({
  subject: HeaderText(subjectMax).nullable().optional().describe(placeholderHint),
  message: Notes.nullable().optional().describe(`${placeholderHint}, and {{link}}.`),
});

const StepInput = z.strictObject({
  days: z.int().min(-daysBeforeMax).max(daysAfterMax).describe('Days after the due date; before it if negative.'),
  texts: z
    .record(z.union([z.literal('*'), Locale]), TextInput)
    .refine((texts) => Object.keys(texts).length <= textsMax, { error: `Write at most ${textsMax} languages.` })
    .optional()
    .describe('Custom texts by language, or `*` for all others. Default: the built-in texts.'),
});
type StepInput = z.output<typeof StepInput>;

export const updateReminderPolicy = operation({
  name: 'update_reminder_policy',
  summary: 'Update the payment reminder (dunning) policy: its steps, schedule and late fees.',
  guidance: '`enabled` switches it on or off. Steps dated before that are not sent, so old invoices get no reminder.',
  http: 'PATCH /reminder-policy',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  redirectsMoney: true,
  amount: 'later',
  noUndo: 'set_again',
  input: z.strictObject({
    enabled: z.boolean().optional(),
    hour: z
      .int()
      .min(6)
      .max(20)
      .optional()
      .describe('Hour from which reminders are sent, in the organisation’s time zone.'),
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional().describe('Days of the week, from 1 (Monday).'),
    attach_pdf: z.boolean().optional(),
    steps: z.array(StepInput).max(stepsMax).optional().describe('All steps; two with the same `days` are refused.'),
    late_fees: LateFeesInput.optional().describe('Late fees (late payment charges), each invoiced separately.'),
    version: z.int().min(0).optional(),
  }),
  output: ReminderPolicy,
  refuses: [validationFailed, notFound, versionConflict],
  // The second once fees are on, each time that one has come.
  emits: [policyUpdated, lateFeeCharged],
  async run(context, { version, steps, weekdays, late_fees: fees, ...changes }) {
    const [before] = await Promise.all([readPolicy(context, { lock: true }), checkVariant(context, fees?.variant_id)]);
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    if (steps !== undefined) checkSteps(steps);
    context.before(encoderOf(ReminderPolicy)(policyRecord(context, before)));
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const next = { ...before, ...given };
    const row: PolicyRow = {
      ...next,
      weekdays: weekdays === undefined ? before.weekdays : [...new Set(weekdays)].toSorted((a, b) => a - b),
      steps: countedFrom(steps?.map(stepFrom) ?? before.steps, before.steps, {
        enabled: next.enabled,
        today: context.today,
      }),
      late_fees: fees === undefined ? before.late_fees : feesFrom(context, before, fees),
      late_fee_problem: null,
      version: before.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    write(context, row);
    if (isOn(row)) enqueueOnce(context, { kind: remindersJob, payload: {}, runAt: nextRunOf(context, row).at });
    context.emit(policyUpdated(row));
    return policyRecord(context, row);
  },
});

function checkSteps(steps: readonly StepInput[]): void {
  for (const [index, { days, texts = {} }] of steps.entries()) {
    if (steps.findIndex((step) => step.days === days) !== index) {
      const message = 'There is already a step for that number of days. Write another number.';
      throw validationFailed({ errors: [{ pointer: `/steps/${index}/days`, code: 'duplicate', message }] });
    }
    for (const [language, { subject, message }] of Object.entries(texts)) {
      if (subject) checkPlaceholders(`/steps/${index}/texts/${language}/subject`, subject);
      if (message) checkPlaceholders(`/steps/${index}/texts/${language}/message`, message);
    }
  }
}

function stepFrom({ days, texts = {} }: StepInput): ReminderStep {
  const written = Object.entries(texts).map(([language, { subject = null, message = null }]) => [
    language,
    { subject, message },
  ]);
  return { days, since: null, texts: Object.fromEntries(written) };
}

type FeesGiven = z.output<typeof LateFeesInput>;

/** Fees as they will be: what is charged needs goods, which say to which account and with which taxes. */
function feesFrom(context: Context, { late_fees: before }: PolicyRow, given: FeesGiven): LateFees {
  const { enabled = before.enabled, variant_id = before.variant_id, due_in_days = before.due_in_days } = given;
  if (enabled && variant_id === null) {
    const message = 'Name a service to charge fees as, in `variant_id`, such as one with the account Other income.';
    const errors = [{ pointer: '/late_fees/variant_id', code: 'required', message }];
    throw validationFailed({ errors, hint: message });
  }
  const written = given.steps && feeStepsFrom(given.steps, baseOf(context), '/late_fees/steps');
  const steps = countedFrom(written ?? before.steps, before.steps, { enabled, today: context.today });
  return { enabled, variant_id, due_in_days, steps };
}

/** The goods are those of the organisation, or there are none. */
async function checkVariant(context: Context, id: string | null | undefined): Promise<void> {
  if (!id || (await loadVariants(context, [id])).has(id)) return;
  const message = 'There is no such variant.';
  throw notFound({ errors: [{ pointer: '/late_fees/variant_id', code: 'not_found', message }] });
}

function write({ db, organization }: Context, row: PolicyRow): void {
  const { enabled, hour, weekdays, attach_pdf, steps, late_fees, version, updated_at, updated_by } = row;
  db.later(sql`
    insert into reminder_policies (organization_id, enabled, hour, weekdays, attach_pdf, steps, late_fees, version,
      updated_at, updated_by)
    values (${organization}, ${enabled}, ${hour}, ${weekdays}::int[], ${attach_pdf}, ${JSON.stringify(steps)},
      ${JSON.stringify(late_fees)}, ${version}, ${updated_at}, ${JSON.stringify(updated_by)})
    on conflict (organization_id) do update set enabled = excluded.enabled, hour = excluded.hour,
      weekdays = excluded.weekdays, attach_pdf = excluded.attach_pdf, steps = excluded.steps,
      late_fees = excluded.late_fees, late_fee_problem = null,
      version = reminder_policies.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
}
