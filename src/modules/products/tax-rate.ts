import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { notFound, refusal, validationFailed, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import {
  CountryCode,
  Day,
  Id,
  Instant,
  Name,
  Percent,
  recordFields,
  recordInput,
  recordPatch,
  Text,
} from '../../wire/index.ts';
import { clearable } from '../../wire/patch.ts';

/** VAT categories of EN 16931. */
const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
const untaxed: ReadonlySet<string> = new Set(['Z', 'E', 'AE', 'K', 'G', 'O']);
const kinds = ['standard', 'withholding'] as const;
const appliesTo = ['sales', 'purchases', 'both'] as const;
const sequenceMax = 100;
/** In millionths of a percent: 1,000 % and 100 %. */
const percentageMax = 1_000_000_000n;
const whole = 100_000_000n;

export const TaxRate = z.object({
  id: Id('tax_rate'),
  organization_id: Id('organization'),
  name: z.string(),
  display_name: z.string(),
  code: z.string().nullable(),
  percentage: Percent,
  kind: z.enum(kinds),
  compound: z.boolean(),
  sequence: z.int(),
  inclusive_default: z.boolean(),
  category: z.enum(categories),
  exemption_reason: z.string().nullable(),
  exemption_reason_code: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  jurisdiction: z.string().nullable(),
  applies_to: z.enum(appliesTo),
  recoverable_percent: Percent,
  payable_account_id: Id('account').nullable(),
  receivable_account_id: Id('account').nullable(),
  report_box: z.string().nullable(),
  valid_from: Day.nullable(),
  valid_to: Day.nullable(),
  is_used: z.boolean(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type TaxRate = z.output<typeof TaxRate>;

/** What a rate may be without. */
const optionalFields = {
  code: Text(40).describe('The code in your books or your tax return.'),
  exemption_reason: Text(500),
  exemption_reason_code: Text(40).describe('VATEX code of EN 16931, such as VATEX-EU-IC.'),
  country: CountryCode,
  region: Text(100),
  jurisdiction: Text(100),
  payable_account_id: Id('account').describe('Where output tax is owed; the organisation’s own if empty.'),
  receivable_account_id: Id('account').describe('Where input tax is claimed; the organisation’s own if empty.'),
  report_box: Text(40),
  valid_from: Day,
  valid_to: Day,
};

const Percentage = Percent.refine((value) => value <= percentageMax, { error: 'Write at most "1000".' });
const Recoverable = Percent.refine((value) => value <= whole, { error: 'Write at most "100".' });
const Sequence = z.int().min(0).max(sequenceMax).describe('Taxes of a lower sequence are charged first.');
const Compound = z.boolean().describe('Charged on the taxes of a lower sequence, too.');
const Category = z.enum(categories).describe('VAT category of EN 16931; S unless said, Z for a rate of zero.');

export const NewTaxRate = z.strictObject({
  name: Name,
  display_name: Name.optional().describe('As documents show it; the name unless said.'),
  percentage: Percentage,
  kind: z.enum(kinds).default('standard'),
  compound: Compound.default(false),
  sequence: Sequence.default(0),
  inclusive_default: z.boolean().default(false),
  category: Category.optional(),
  applies_to: z.enum(appliesTo).default('both'),
  recoverable_percent: Recoverable.optional().describe('Of the tax on purchases; all of it unless said.'),
  ...clearable(optionalFields),
  ...recordInput,
});

export const TaxRatePatch = z.strictObject({
  id: Id('tax_rate'),
  name: Name.optional(),
  display_name: Name.optional(),
  percentage: Percentage.optional(),
  kind: z.enum(kinds).optional(),
  compound: Compound.optional(),
  sequence: Sequence.optional(),
  inclusive_default: z.boolean().optional(),
  category: Category.optional(),
  applies_to: z.enum(appliesTo).optional(),
  recoverable_percent: Recoverable.optional(),
  ...clearable(optionalFields),
  ...recordPatch,
});

const TaxRateNotice = z.object({ id: Id('tax_rate'), name: z.string(), percentage: Percent, version: z.int() });
export const taxRateCreated = event('tax_rate.created', TaxRateNotice);
export const taxRateUpdated = event('tax_rate.updated', TaxRateNotice);
export const taxRateArchived = event('tax_rate.archived', TaxRateNotice);
export const taxRateRestored = event('tax_rate.restored', TaxRateNotice);

export const taxRateExternalIdTaken = refusal(
  'tax_rate_external_id_taken',
  409,
  'Another tax rate has that external_id.',
  'List tax rates with that `external_id` to find it.',
  ['tax_rates_external_id_key'],
);
export const taxRateUsed = refusal(
  'tax_rate_used',
  409,
  'Something was taxed with this rate, so its percentage, kind and compound stay as they are.',
  'Create a new tax rate, then archive this one with `replacement_id`.',
);
export const taxRateAssigned = refusal(
  'tax_rate_assigned',
  409,
  'Products or categories still charge this rate.',
  'Send the id of the rate that takes its place as `replacement_id`.',
);

/** The id at the pointer is of no record that this organisation has. */
export function unknownReference(pointer: string, what: string): Error {
  return notFound({ errors: [{ pointer, code: 'not_found', message: `There is no such ${what}.` }] });
}

export const taxRateColumns: Sql = sql`tax_rates.*, first_used_at is not null as is_used,
  case when tax_rates.archived_at is null then 'active' else 'archived' end as status`;

export async function readTaxRate({ db, organization }: Context, id: string): Promise<TaxRate> {
  const row = await db.maybe<TaxRate>(sql`
    select ${taxRateColumns} from tax_rates where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

/** Reads the rate, locks it, and checks that it is the version that the caller saw. */
export async function lockTaxRate({ db, organization }: Context, id: string, version?: number): Promise<TaxRate> {
  const row = await db.maybe<TaxRate>(sql`
    select ${taxRateColumns} from tax_rates where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}

type Validity = { readonly valid_from: string | null; readonly valid_to: string | null };

/** What is not taxed has a rate of zero, and a period of validity does not end before it begins. */
export function checkTaxRate(rate: Pick<TaxRate, 'category' | 'percentage' | 'kind'> & Validity): void {
  if (rate.kind === 'standard' && untaxed.has(rate.category) && rate.percentage !== 0n) {
    const message = `Category ${rate.category} means that no tax is charged. Write "0", or use category S.`;
    throw validationFailed({ errors: [{ pointer: '/percentage', code: 'not_zero', message }] });
  }
  if (rate.valid_from !== null && rate.valid_to !== null && rate.valid_to < rate.valid_from) {
    const message = 'Write a day on or after valid_from.';
    throw validationFailed({ errors: [{ pointer: '/valid_to', code: 'before_valid_from', message }] });
  }
}
