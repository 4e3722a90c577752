import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import type { Context } from '../../operation/operation.ts';
import { Day, Id, Instant, Locale } from '../../wire/index.ts';
import { booksState } from '../ledger/index.ts';
import { settingsOf } from '../organization/index.ts';

/** Facts of every report. */
export const ReportMeta = z.object({
  basis: z.enum(['accrual', 'cash']),
  timezone: z.string(),
  currency: z.string(),
  generated_at: Instant,
  ledger_watermark: Id('journal_entry').nullable().describe('The latest journal entry included.'),
  locked_through: Day.nullable().describe('Period lock: the last day closed to all postings.'),
  warnings: z.array(z.string()),
});
export type ReportMeta = z.output<typeof ReportMeta>;

export const ReportPeriod = z.object({ from: Day, to: Day });

export const ReportInterval = z.object({
  from: Day,
  to: Day,
  label: z.string(),
  is_partial: z.boolean().describe('Cut off by the period, or still running.'),
  state: z.enum(['past', 'current', 'future']).describe('As of today: over, under way, or yet to come.'),
});

export const fileInput = {
  format: z.enum(['json', 'csv', 'xlsx', 'pdf']).default('json'),
  language: Locale.optional().describe(
    'Language of a PDF, and of account names in any file. Default: the organisation’s language.',
  ),
};
export const basisInput = z
  .enum(['accrual'], { error: 'Write "accrual": this report has no cash basis.' })
  .default('accrual')
  .describe('Accrual basis: counted when earned, not when paid.');

const ageStarts = ['due_date', 'issue_date'] as const;
export type AgeStart = (typeof ageStarts)[number];
export const ageStart = z.enum(ageStarts);
export const ageInput = ageStart.default('due_date').describe('Debts age from the due date or from the document date.');

const bases = ['accrual', 'cash'] as const;
export type Basis = (typeof bases)[number];
export const anyBasisInput = z
  .enum(bases)
  .optional()
  .describe('Accrual basis (when earned) or cash basis (when paid). Default: the organisation’s accounting basis.');

/** The basis asked for, else that of the organisation's settings. */
export async function basisOf(context: Context, asked: Basis | undefined): Promise<Basis> {
  return asked ?? (await settingsOf(context)).accountingBasis;
}

export async function metaOf(
  context: Context,
  warnings: readonly string[] = [],
  basis: Basis = 'accrual',
): Promise<ReportMeta> {
  const { latest_entry: watermark, locked_through: locked } = await booksState(context);
  return {
    basis,
    timezone: context.actor.organization?.timezone ?? 'UTC',
    currency: currencyOf(context),
    generated_at: context.now,
    ledger_watermark: watermark,
    locked_through: locked,
    warnings: [...warnings],
  };
}

export function currencyOf({ actor }: Context): string {
  const currency = actor.organization?.baseCurrency;
  if (currency === undefined) throw new Error('a report belongs to an organisation');
  return currency;
}

/** Makes amounts of the currency that the books are kept in. */
export function baseMoney(context: Context): (minor: bigint) => CoreMoney {
  const currency = currencyOf(context);
  return (minor) => money(minor, currency);
}
