import type { ChartOfAccounts } from '../../core/charts-of-accounts.ts';
import type { StatementLayout } from '../../core/statement-layouts.ts';
import { sql } from '../../db/sql.ts';
import { type Place, readOnce } from '../../operation/batched.ts';
import { isSalesTaxId } from '../../wire/index.ts';
import type { OrganizationValue } from './organization.ts';

/** Settings that decide how other modules compute. */
export type OrganizationSettings = {
  readonly country: string;
  readonly chart: ChartOfAccounts;
  /** How the balance sheet and profit and loss are laid out where nothing else is asked. */
  readonly statementLayout: StatementLayout;
  readonly taxInclusiveDefault: boolean;
  /** It has a tax id of a type that charges tax on sales. */
  readonly hasSalesTaxId: boolean;
  readonly taxBasis: OrganizationValue['tax_basis'];
  readonly taxRounding: OrganizationValue['tax_rounding'];
  readonly roundingMode: OrganizationValue['rounding_mode'];
  /** In minor units of the base currency; null where cash is not rounded. */
  readonly cashRoundingIncrement: bigint | null;
  readonly costingMethod: OrganizationValue['inventory']['costing_method'];
  readonly negativeStock: OrganizationValue['inventory']['negative_stock'];
  /** For how long stock is held where nothing else is said. */
  readonly reservationMinutes: number;
  readonly accountingBasis: OrganizationValue['accounting_basis'];
  readonly fiscalYearStart: { readonly month: number; readonly day: number };
  /** Days until an invoice is due, where the client has no terms of its own. */
  readonly termsDays: number | null;
  /** Days after the last one of an early-payment discount on which money is still in time. */
  readonly discountGraceDays: number;
};

/** Money takes its time from one bank to another. */
const usualGraceDays = 2;

type Row = Pick<
  OrganizationValue,
  | 'country'
  | 'chart_of_accounts'
  | 'statement_layout'
  | 'tax_ids'
  | 'tax_inclusive_default'
  | 'tax_basis'
  | 'tax_rounding'
  | 'rounding_mode'
  | 'accounting_basis'
> &
  Pick<OrganizationValue['inventory'], 'costing_method' | 'negative_stock'> & {
    readonly reservation_minutes: number;
    readonly cash_rounding_increment: bigint | null;
    readonly fiscal_year_start_month: number;
    readonly fiscal_year_start_day: number;
    readonly terms_days: number | null;
    readonly discount_grace_days: number | null;
  };

/** The settings of the current organisation, in one statement that can share a flight with others. */
export const settingsOf = readOnce(async ({ db, organization }: Place): Promise<OrganizationSettings> => {
  const row = await db.one<Row>(sql`
    select country, chart_of_accounts, statement_layout, tax_ids, tax_inclusive_default, tax_basis, tax_rounding,
      rounding_mode, cash_rounding_increment,
      costing_method, negative_stock, reservation_minutes, accounting_basis, fiscal_year_start_month,
      fiscal_year_start_day,
      (invoice_defaults ->> 'terms_days')::int as terms_days,
      (invoice_defaults ->> 'discount_grace_days')::int as discount_grace_days
    from organizations where id = ${organization}`);
  return {
    country: row.country,
    chart: row.chart_of_accounts,
    statementLayout: row.statement_layout,
    hasSalesTaxId: row.tax_ids.some(isSalesTaxId),
    taxInclusiveDefault: row.tax_inclusive_default,
    taxBasis: row.tax_basis,
    taxRounding: row.tax_rounding,
    roundingMode: row.rounding_mode,
    cashRoundingIncrement: row.cash_rounding_increment,
    costingMethod: row.costing_method,
    negativeStock: row.negative_stock,
    reservationMinutes: row.reservation_minutes,
    accountingBasis: row.accounting_basis,
    fiscalYearStart: { month: row.fiscal_year_start_month, day: row.fiscal_year_start_day },
    termsDays: row.terms_days,
    discountGraceDays: row.discount_grace_days ?? usualGraceDays,
  };
});
