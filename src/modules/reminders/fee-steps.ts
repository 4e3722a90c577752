import { z } from 'zod';
import { addDays, type Day } from '../../core/calendar.ts';
import { percentScale } from '../../core/decimal.ts';
import { money, moneyFrom } from '../../core/money.ts';
import { divide } from '../../core/rounding.ts';
import { validationFailed } from '../../operation/errors.ts';
import { Amount, Day as DayText, Id, Money, Percent } from '../../wire/index.ts';
import { lateDaysMax, type Owed } from './due-step.ts';

const stepsMax = 5;
const daysMax = 365;
const dueInDaysMax = 365;

/** A fee as it is kept: minor units of the base currency, and millionths of a percent, both as text. */
export type FeeStep = {
  readonly days: number;
  readonly amount: string | null;
  readonly percent: string | null;
  readonly since: Day | null;
};

export const LateFeeStep = z.object({
  days: z.int().describe('Days after the due date: the grace period.'),
  amount: Money.nullable(),
  percent: Percent.nullable().describe('Percentage of the amount due, excluding fees.'),
  since: DayText.nullable().describe(
    'Charged if the due date plus `days` is on or after this date; null while fees are off.',
  ),
});

const StepInput = z.strictObject({
  days: z.int().min(1).max(daysMax).describe('Days after the due date: the grace period.'),
  amount: Amount.nullable().optional().describe('In the base currency; not charged on invoices in other currencies.'),
  percent: Percent.nullable().optional().describe('Percentage of the amount due, excluding fees.'),
});
export const FeeStepsInput = z.array(StepInput).max(stepsMax);

/** Late fees and the product that they are charged as, for its account and taxes. */
export type LateFees = {
  readonly enabled: boolean;
  readonly variant_id: string | null;
  readonly due_in_days: number;
  readonly steps: readonly FeeStep[];
};

export const LateFeePolicy = z.object({
  enabled: z.boolean(),
  variant_id: Id('variant').nullable().describe('A service whose income account and taxes apply to the fee.'),
  due_in_days: z.int(),
  steps: z.array(LateFeeStep),
});
export const LateFeesInput = z.strictObject({
  enabled: z.boolean().optional(),
  variant_id: Id('variant').nullable().optional(),
  due_in_days: z.int().min(0).max(dueInDaysMax).optional(),
  steps: FeeStepsInput.optional(),
});

/** Steps as they are kept, or refused with their place. */
export function feeStepsFrom(given: z.output<typeof FeeStepsInput>, base: string, pointer: string): FeeStep[] {
  const steps = given.map(({ days, amount = null, percent = null }, index): FeeStep => {
    const minor = amount === null ? null : moneyFrom(amount, base)?.minor;
    const refuse = (field: string, code: string, message: string) =>
      validationFailed({ errors: [{ pointer: `${pointer}/${index}/${field}`, code, message }], hint: message });
    if (minor === undefined)
      throw refuse('amount', 'wrong_scale', `Write an amount with the decimals of ${base}, such as "5".`);
    if (given.findIndex((step) => step.days === days) !== index) {
      throw refuse('days', 'duplicate', 'There is already a fee for that number of days. Write another number.');
    }
    if ((minor ?? 0n) <= 0n && (percent ?? 0n) <= 0n) {
      throw refuse('amount', 'required', 'Write an amount, a percentage, or both.');
    }
    return { days, amount: minor?.toString() ?? null, percent: percent?.toString() ?? null, since: null };
  });
  return steps.toSorted((a, b) => a.days - b.days);
}

export function feeStepRecord({ amount, percent, ...step }: FeeStep, base: string): z.output<typeof LateFeeStep> {
  return {
    ...step,
    amount: amount === null ? null : money(BigInt(amount), base),
    percent: percent === null ? null : BigInt(percent),
  };
}

/** A step that was on already goes on; one that is new, or on again, counts from today. */
export function countedFrom<Step extends { readonly days: number; readonly since: Day | null }>(
  steps: readonly Step[],
  before: readonly { readonly days: number; readonly since: Day | null }[],
  { enabled, today }: { readonly enabled: boolean; readonly today: Day },
): Step[] {
  return steps
    .map((step) => {
      const known = before.find(({ days }) => days === step.days);
      return { ...step, since: enabled ? (known?.since ?? today) : null };
    })
    .toSorted((a, b) => a.days - b.days);
}

/** Fees of the steps due today that were not charged yet, the earliest first. */
export function dueFees(
  owed: Owed & { readonly currency: string; readonly amount_due: bigint; readonly charged_days: readonly number[] },
  steps: readonly FeeStep[],
  { today, base }: { readonly today: Day; readonly base: string },
): { readonly days: number; readonly amount: bigint }[] {
  if (owed.is_held) return [];
  return steps.flatMap(({ days, amount, percent, since }) => {
    const day = addDays(owed.due_date, days);
    const first = [owed.issue_date, owed.held_until ?? '', addDays(today, -lateDaysMax)];
    const isDue = since !== null && day <= today && [since, ...first].every((earliest) => day >= earliest);
    if (!isDue || owed.charged_days.includes(days)) return [];
    const flat = owed.currency === base ? BigInt(amount ?? '0') : 0n;
    const hundred = 100n * 10n ** BigInt(percentScale);
    const fee = flat + divide(owed.amount_due * BigInt(percent ?? '0'), hundred, 'half_up');
    return fee > 0n ? [{ days, amount: fee }] : [];
  });
}
