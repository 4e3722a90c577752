import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { refusal, validationFailed } from '../../../operation/errors.ts';
import { anyOf, filter, range } from '../../../operation/filter.ts';
import { numberKey } from '../../../operation/list.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  baseCurrency,
  baseUnitPrice,
  defineRecord,
  getRecord,
  listRecords,
  plain,
  restoreRecord,
} from '../../../operation/record/index.ts';
import {
  Amount,
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
  UnitPrice,
} from '../../../wire/index.ts';
import { clearable } from '../../../wire/patch.ts';
import { unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, rescale, wholePercent } from '../../../core/decimal.ts';
import { purchaseNatures, salesNatures } from '../../../core/vat/tax-code.ts';

/** VAT categories of EN 16931. */
const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
const untaxed: ReadonlySet<string> = new Set(['Z', 'E', 'AE', 'K', 'G', 'O']);
const taxKinds = ['standard', 'withholding', 'reverse_charge'] as const;
/** Categories of what the buyer owes the tax on. */
const reversed: ReadonlySet<string> = new Set(['AE', 'K']);
const appliesTo = ['sales', 'purchases', 'both'] as const;
const sequenceMax = 100;
/** In millionths of a percent: 1,000 % and 100 %. */
const percentageMax = 1_000_000_000n;
const fixedMicroMax = 1_000_000_000_000_000n;

export const TaxRate = z.object({
  id: Id('tax_rate'),
  organization_id: Id('organization'),
  name: z.string(),
  display_name: z.string(),
  code: z.string().nullable(),
  percentage: Percent,
  fixed_amount: UnitPrice.nullable().describe('Fixed amount per unit, instead of a percentage.'),
  kind: z.enum(taxKinds),
  compound: z.boolean(),
  sequence: z.int(),
  inclusive_default: z.boolean(),
  is_default: z.boolean().describe('Default for sale lines without a product or tax rate.'),
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
  sales_tax_code: z.enum(salesNatures).nullable(),
  purchase_tax_code: z.enum(purchaseNatures).nullable(),
  valid_from: Day.nullable(),
  valid_to: Day.nullable(),
  is_used: z.boolean(),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type TaxRate = z.output<typeof TaxRate>;

const optionalFields = {
  code: Text(40).describe('Its code in your accounting software or tax return.'),
  exemption_reason: Text(500),
  exemption_reason_code: Text(40).describe('VATEX code of EN 16931, such as VATEX-EU-IC.'),
  country: CountryCode,
  region: Text(100),
  jurisdiction: Text(100),
  payable_account_id: Id('account').describe('Output tax account. Default: the organisation’s.'),
  receivable_account_id: Id('account').describe('Input tax account. Default: the organisation’s.'),
  report_box: Text(40),
  sales_tax_code: z
    .enum(salesNatures)
    .describe('Nature of sales in the VAT return, such as OWN. Default: by category and the client’s country.'),
  purchase_tax_code: z
    .enum(purchaseNatures)
    .describe('Nature of purchases in the VAT return, such as IMP. Default: by kind and the supplier’s country.'),
  valid_from: Day,
  valid_to: Day,
};

const Percentage = Percent.refine((value) => value <= percentageMax, { error: 'Write at most "1000".' });
const FixedAmount = Amount.describe('Fixed amount per unit, in the base currency, instead of a percentage.');
const Recoverable = Percent.refine((value) => value <= wholePercent, { error: 'Write at most "100".' });
const Sequence = z.int().min(0).max(sequenceMax).describe('Taxes with a lower sequence are applied first.');
const Compound = z.boolean().describe('Compound: also charged on taxes with a lower sequence.');
const defaultSays = 'Default for sale lines without a product or tax rate. Replaces the previous default.';
const Category = z.enum(categories).describe('VAT category of EN 16931. Default: S, or Z for a rate of zero.');

export const NewTaxRate = z.strictObject({
  name: Name,
  display_name: Name.optional().describe('Name shown on documents. Default: the name.'),
  percentage: Percentage.optional(),
  fixed_amount: FixedAmount.optional(),
  kind: z
    .enum(taxKinds)
    .default('standard')
    .describe(
      '`withholding` is withheld by the client; `reverse_charge` is owed by the buyer: no tax on sales, ' +
        'output and input tax on purchases.',
    ),
  compound: Compound.default(false),
  sequence: Sequence.default(0),
  inclusive_default: z.boolean().default(false),
  is_default: z.boolean().default(false).describe(defaultSays),
  category: Category.optional(),
  applies_to: z.enum(appliesTo).default('both'),
  recoverable_percent: Recoverable.optional().describe(
    'Recoverable share of the tax on purchases. Default: all of it.',
  ),
  ...clearable(optionalFields),
  ...recordInput,
});

export const TaxRatePatch = z.strictObject({
  id: Id('tax_rate'),
  name: Name.optional(),
  display_name: Name.optional(),
  percentage: Percentage.optional(),
  fixed_amount: FixedAmount.optional(),
  kind: z.enum(taxKinds).optional(),
  compound: Compound.optional(),
  sequence: Sequence.optional(),
  inclusive_default: z.boolean().optional(),
  is_default: z.boolean().optional().describe(defaultSays),
  category: Category.optional(),
  applies_to: z.enum(appliesTo).optional(),
  recoverable_percent: Recoverable.optional(),
  ...clearable(optionalFields),
  ...recordPatch,
});

const TaxRateNotice = z.object({ id: Id('tax_rate'), name: z.string(), percentage: Percent, version: z.int() });
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
  'This tax rate has been used, so its percentage, kind and compound setting cannot change.',
  'Create a new tax rate, then archive this one with `replacement_id`.',
);
export const taxRateAssigned = refusal(
  'tax_rate_assigned',
  409,
  'Products or categories still use this tax rate.',
  'Send the id of the rate to use instead as `replacement_id`.',
);

export const taxRates = defineRecord<typeof TaxRate>({
  name: 'tax_rate',
  plural: 'tax_rates',
  table: 'tax_rates',
  path: '/tax-rates',
  permissions: { read: 'taxes:read', manage: 'taxes:manage' },
  schema: TaxRate,
  columns: {
    name: plain,
    display_name: plain,
    code: plain,
    percentage: plain,
    fixed_amount: baseUnitPrice('fixed_micro'),
    kind: plain,
    compound: plain,
    sequence: plain,
    inclusive_default: plain,
    is_default: plain,
    category: plain,
    exemption_reason: plain,
    exemption_reason_code: plain,
    country: plain,
    region: plain,
    jurisdiction: plain,
    applies_to: plain,
    // All of it where nothing is said.
    recoverable_percent: { toColumn: (percent) => percent ?? wholePercent },
    payable_account_id: plain,
    receivable_account_id: plain,
    report_box: plain,
    sales_tax_code: plain,
    purchase_tax_code: plain,
    valid_from: plain,
    valid_to: plain,
  },
  computed: { is_used: sql`tax_rates.first_used_at is not null` },
  tells: TaxRateNotice,
});

export const getTaxRate = getRecord(taxRates, { summary: 'Get one tax rate.' });

export const listTaxRates = listRecords(taxRates, {
  summary: 'List tax rates, highest first.',
  sorts: { created_at: 'usual', updated_at: 'usual', percentage: numberKey(taxRates.column('percentage')) },
  defaultSort: '-percentage',
  filters: {
    status: 'usual',
    kind: anyOf(taxKinds, (wanted) => sql`kind = any(${wanted})`),
    applies_to: filter(z.enum(['sales', 'purchases']), (side) => sql`applies_to in (${side}, 'both')`),
    is_default: filter(z.boolean(), (wanted) => sql`is_default = ${wanted}`),
    category: filter(Text(2), (category) => sql`category = ${category}`),
    country: filter(CountryCode, (country) => sql`country = ${country}`),
    code: filter(Text(40), (code) => sql`code = ${code}`),
    percentage: range(Percent, sql`percentage`, (value) => sql`${value}`),
    external_id: 'usual',
    tag: 'usual',
    updated_at: 'usual',
  },
});

export const restoreTaxRate = restoreRecord(taxRates, { summary: 'Restore an archived tax rate.' });

/** The fixed amount that was sent, in the base currency. */
export function fixedAmountFrom(context: Context, amount: Decimal): TaxRate['fixed_amount'] {
  const currency = baseCurrency(context);
  const micro = rescale(amount, unitPriceScale(currency) ?? 0);
  if (micro !== undefined && micro > 0n && micro <= fixedMicroMax) return { micro, currency };
  const message = 'Send an amount above zero, with no more decimals than a unit price.';
  throw validationFailed({ errors: [{ pointer: '/fixed_amount', code: 'wrong_scale', message }] });
}

/**
 * A change of the default locks all rates in the order of their ids first, since two at once would otherwise each see
 * the other's old state.
 */
export function lockTaxRates({ db, organization }: Context): void {
  db.later(sql`select id from tax_rates where organization_id = ${organization} order by id for no key update`);
}

/** Makes room for another default, once all are locked. */
export function dropDefault({ db, organization, now }: Context, nextId: string): void {
  db.later(sql`
    update tax_rates set is_default = false, version = version + 1, updated_at = ${now}
    where organization_id = ${organization} and is_default and id <> ${nextId}`);
}

type Validity = { readonly valid_from: string | null; readonly valid_to: string | null };

type Charging = Pick<TaxRate, 'category' | 'percentage' | 'fixed_amount' | 'kind' | 'applies_to' | 'is_default'>;

/** An exempt rate is zero, and a period of validity does not end before it begins. */
export function checkTaxRate(rate: Charging & Validity): void {
  if (rate.fixed_amount !== null && rate.percentage !== 0n) {
    const message = 'Send a percentage or a fixed amount, not both.';
    throw validationFailed({ errors: [{ pointer: '/fixed_amount', code: 'sent_twice', message }] });
  }
  if (rate.fixed_amount !== null && (rate.kind !== 'standard' || untaxed.has(rate.category))) {
    const message = 'A fixed amount needs a standard tax in a taxed category, such as S.';
    throw validationFailed({ errors: [{ pointer: '/fixed_amount', code: 'not_charged', message }] });
  }
  if (rate.kind === 'reverse_charge' && !reversed.has(rate.category)) {
    const message = 'A reverse-charge tax needs category AE, or K within the EU.';
    throw validationFailed({ errors: [{ pointer: '/category', code: 'wrong_category', message }] });
  }
  if (rate.is_default && (rate.applies_to === 'purchases' || rate.kind === 'withholding')) {
    const message = 'The default applies to sales: it cannot be a purchase or withholding tax.';
    throw validationFailed({ errors: [{ pointer: '/is_default', code: 'not_charged', message }] });
  }
  if (rate.kind === 'standard' && untaxed.has(rate.category) && rate.percentage !== 0n) {
    const message = `Category ${rate.category} means that no tax is charged. Send "0", or use category S.`;
    throw validationFailed({ errors: [{ pointer: '/percentage', code: 'not_zero', message }] });
  }
  if (rate.valid_from !== null && rate.valid_to !== null && rate.valid_to < rate.valid_from) {
    const message = 'Write a last day that is not before the first.';
    throw validationFailed({ errors: [{ pointer: '/valid_to', code: 'before_valid_from', message }] });
  }
}
