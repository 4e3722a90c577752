import { z } from 'zod';
import type { Day as CoreDay } from '../../../core/calendar.ts';
import { type VatPeriod, vatPeriods } from '../../../core/vat/vat-period.ts';
import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../../wire/index.ts';

// The keys are written above, so these are all of them.
export const periods = Object.keys(vatPeriods) as [VatPeriod, ...VatPeriod[]];
export const bases = ['invoice', 'payment'] as const;

export const VatSettings = z.object({
  organization_id: Id('organization'),
  period: z.enum(periods).describe('How often a return is filed.'),
  starts_on: Day.describe('First day of the first period that is declared here.'),
  country: z.string().describe('Country whose form is filled in: that of the organisation.'),
  form: z.string().describe('Name of the form.'),
  output_basis: z.enum(bases).describe('When tax on sales falls due: `tax_basis` of the organisation.'),
  input_basis: z.enum(bases).describe('When tax on purchases is deducted.'),
  basis_since: Day.nullable().describe('Documents before that day fall due the other way. Null: all fall due alike.'),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
});
export type VatSettings = z.output<typeof VatSettings>;

export type SettingsRow = {
  readonly period: VatPeriod;
  readonly starts_on: CoreDay;
  readonly input_basis: (typeof bases)[number];
  readonly basis_since: CoreDay | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: VatSettings['created_by'];
  readonly updated_by: VatSettings['updated_by'];
};

const columns = sql`period, starts_on, input_basis, basis_since, version, created_at, updated_at, created_by,
  updated_by`;

export const vatSettingsMissing = refusal(
  'vat_settings_missing',
  409,
  'Nobody has said yet how VAT is declared.',
  'Set the period and the first day with update_vat_settings, such as `period: "quarter"`, `starts_on: "2026-01-01"`.',
);

export async function vatSettings({ db, organization }: Context): Promise<SettingsRow | undefined> {
  return db.maybe<SettingsRow>(sql`select ${columns} from vat_settings where organization_id = ${organization}`);
}

/** Locks the settings, by which filings of an organisation come one after the other. No return exists without them. */
export async function lockVatSettings(
  { db, organization }: Context,
  missing = vatSettingsMissing,
): Promise<SettingsRow> {
  const row = await db.maybe<SettingsRow>(sql`
    select ${columns} from vat_settings where organization_id = ${organization} for update`);
  if (row === undefined) throw missing();
  return row;
}
