import { z } from 'zod';
import { chartsOfAccounts } from '../../core/charts-of-accounts.ts';
import { statementLayouts } from '../../core/statement-layouts.ts';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import {
  HouseProse,
  Address,
  AddressPatch,
  Amount,
  BankAccount,
  BankAccountInput,
  CountryCode,
  Currency,
  Email,
  Id,
  Locale,
  Money,
  Name,
  Notes,
  Phone,
  recordFields,
  recordPatch,
  SellerEInvoicing,
  SellerEInvoicingInput,
  Text,
  TimeZone,
  Url,
  TaxId,
  TaxIdInputs,
} from '../../wire/index.ts';

const statuses = ['active', 'suspended', 'closing', 'deleted'] as const;
const bases = ['accrual', 'cash'] as const;
const taxBases = ['invoice', 'payment'] as const;
const taxRoundings = ['per_document', 'per_line'] as const;
const roundingModes = ['half_up', 'half_even', 'down'] as const;
const costingMethods = ['weighted_average', 'fifo'] as const;
const negativeStocks = ['deny', 'warn', 'allow'] as const;
const termsDaysMax = 730;
const graceDaysMax = 14;
const reservationMinutesMax = 525_600;

const InvoiceDefaults = z.object({
  terms_days: z.int().nullable(),
  discount_grace_days: z
    .int()
    .nullable()
    .describe('Days after the last one of an early-payment discount on which money is in time. null: 2.'),
  notes: HouseProse().nullable(),
  footer: HouseProse().nullable(),
  language: z.string().nullable(),
  allow_void: z.boolean().describe('Whether an issued invoice may be voided; otherwise it must be credited.'),
});

const InvoiceDefaultsInput = z.strictObject({
  terms_days: z.int().min(0).max(termsDaysMax).nullable().optional(),
  discount_grace_days: z.int().min(0).max(graceDaysMax).nullable().optional(),
  notes: Notes.nullable().optional(),
  footer: Notes.nullable().optional(),
  language: Locale.nullable().optional(),
  allow_void: z.boolean().optional(),
});

export const Organization = z.object({
  id: Id('organization'),
  name: z.string(),
  legal_name: z.string().nullable(),
  slug: z.string(),
  status: z.enum(statuses),
  country: z.string(),
  base_currency: z.string(),
  timezone: z.string(),
  locale: z.string(),
  date_format: z.string().nullable(),
  number_format: z.string().nullable(),
  fiscal_year_start_month: z.int(),
  fiscal_year_start_day: z.int(),
  accounting_basis: z.enum(bases),
  statement_layout: z.enum(statementLayouts).describe('How balance sheet and profit and loss are laid out.'),
  chart_of_accounts: z.enum(chartsOfAccounts).describe('The chart that its accounts were numbered by.'),
  tax_basis: z.enum(taxBases),
  tax_inclusive_default: z.boolean(),
  tax_rounding: z.enum(taxRoundings),
  rounding_mode: z.enum(roundingModes),
  cash_rounding_increment: Money.nullable(),
  tax_ids: z.array(TaxId),
  address: Address.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  registration_number: z.string().nullable(),
  bank_account: BankAccount.nullable().describe('The bank account that invoices ask clients to pay to.'),
  e_invoicing: SellerEInvoicing,
  invoice_defaults: InvoiceDefaults,
  inventory: z.object({
    costing_method: z.enum(costingMethods),
    negative_stock: z.enum(negativeStocks),
    reservation_ttl: z.int().describe('How long stock is reserved, in minutes.'),
  }),
  ...recordFields,
});

/** Input of founding an organisation; the rest has defaults and is set later. */
export const NewOrganization = z.strictObject({
  name: Name,
  legal_name: Name.optional(),
  country: CountryCode,
  base_currency: Currency,
  timezone: TimeZone,
  locale: Locale.default('en'),
  chart_of_accounts: z
    .enum(chartsOfAccounts)
    .default('generic')
    .describe('The chart of accounts to begin with: of a country, such as `skr03`, or `generic`.'),
});

export const OrganizationPatch = z.strictObject({
  name: Name.optional(),
  legal_name: Name.nullable().optional(),
  slug: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, {
      error: 'Write lowercase letters, digits and hyphens, such as "acme-2".',
    })
    .optional(),
  country: CountryCode.optional(),
  base_currency: Currency.optional(),
  timezone: TimeZone.optional(),
  locale: Locale.optional(),
  date_format: Text(40).nullable().optional(),
  number_format: Text(40).nullable().optional(),
  fiscal_year_start_month: z.int().min(1).max(12).optional(),
  fiscal_year_start_day: z.int().min(1).max(31).optional(),
  accounting_basis: z.enum(bases).optional(),
  statement_layout: z
    .enum(statementLayouts)
    .optional()
    .describe('Of balance sheet and profit and loss: by type of account (`plain`), or as a standard has it.'),
  tax_basis: z.enum(taxBases).optional(),
  tax_inclusive_default: z.boolean().optional(),
  tax_rounding: z.enum(taxRoundings).optional(),
  rounding_mode: z.enum(roundingModes).optional(),
  cash_rounding_increment: Amount.nullable().optional(),
  tax_ids: TaxIdInputs.optional(),
  address: AddressPatch.nullable().optional(),
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
  website: Url.nullable().optional(),
  registration_number: Text(60).nullable().optional(),
  bank_account: BankAccountInput.nullable().optional(),
  e_invoicing: SellerEInvoicingInput.optional(),
  invoice_defaults: InvoiceDefaultsInput.optional(),
  inventory: z
    .strictObject({
      costing_method: z.enum(costingMethods).describe('Can be set here only until stock has moved.'),
      negative_stock: z.enum(negativeStocks),
      reservation_ttl: z
        .int()
        .min(1)
        .max(reservationMinutesMax)
        .describe('How long stock is reserved by default, in minutes.'),
    })
    .partial()
    .optional(),
  ...recordPatch,
});

export const OrganizationSummary = z.object({
  id: Id('organization'),
  name: z.string(),
  slug: z.string(),
  status: z.enum(statuses),
  country: z.string(),
  base_currency: z.string(),
  timezone: z.string(),
  locale: z.string(),
});

export type OrganizationValue = z.output<typeof Organization>;

export const organizationUpdated = event(
  'organization.updated',
  z.object({ id: Id('organization'), version: z.int() }),
);

export const slugTaken = refusal(
  'slug_taken',
  409,
  'Another organisation already uses that slug.',
  'Choose another `slug`.',
  ['organizations_slug_key'],
);
export const booksBegun = refusal(
  'books_begun',
  409,
  'Country and base currency cannot change once something is posted.',
  'Leave these fields out. For another currency or country, create an organisation at POST /api/organizations.',
  ['organizations_books_begun'],
);
export const stockMoved = refusal(
  'stock_moved',
  409,
  'Once stock has moved, the costing method can change only at the start of a fiscal year.',
  'Leave `inventory.costing_method` out, and change it with POST /api/stock/costing-method.',
  ['organizations_stock_moved'],
);
