import type { AccountClass } from '../../ledger/index.ts';

/**
 * What accounts are for, in the words that the laws on annual accounts share, by class. Each layout says which of them
 * a line holds, so that a chart of accounts is read once and not once for each standard.
 */
export const purposesOf = {
  asset: [
    ...(['intangible', 'land', 'investment_property', 'machinery', 'equipment', 'depreciated'] as const),
    ...(['financial_assets'] as const),
    ...(['stock', 'advances_paid', 'trade_receivables', 'other_receivables', 'tax_receivable'] as const),
    ...(['securities', 'money', 'in_transit', 'prepaid', 'deferred_tax_asset'] as const),
  ],
  liability: [
    ...(['provisions', 'accrued_expenses', 'income_tax_payable', 'tax_payable', 'bank_debt', 'overdrafts'] as const),
    ...(['short_debt', 'cards', 'owner_loans', 'long_debt', 'advances_received', 'trade_payables', 'payroll'] as const),
    ...(['other_payables', 'deferred_income', 'deferred_tax_liability'] as const),
  ],
  equity: [
    ...(['capital', 'owner_contributions', 'capital_reserves', 'revenue_reserves', 'retained', 'result'] as const),
    ...(['investment_grants'] as const),
  ],
  revenue: [
    ...(['sales', 'production_sold', 'stock_change', 'own_work', 'subsidies', 'released_grants'] as const),
    ...(['reversals', 'other_income', 'exchange_gains', 'disposal_gains', 'exceptional_income'] as const),
    ...(['participations', 'securities_income', 'interest_income', 'financial_gains'] as const),
  ],
  expense: [
    ...(['sales_deductions', 'discounts_given', 'discounts_taken', 'goods', 'materials', 'stock_used'] as const),
    ...(['services_bought', 'wages', 'social', 'profit_sharing', 'depreciation', 'provision_costs'] as const),
    ...(['selling', 'other_operating', 'other_charges', 'exceptional_costs'] as const),
    ...(['exchange_losses', 'disposal_losses', 'write_downs', 'interest_expense'] as const),
    ...(['income_tax', 'other_tax'] as const),
  ],
} as const satisfies Record<AccountClass, readonly string[]>;
export type Purpose = (typeof purposesOf)[AccountClass][number];

/**
 * What the HGB says of equity that losses have used up (§ 268 (3)): the shortfall is the last of the assets, and beside
 * the equity stands as much that makes it nothing. No account has these; both are the accounts of equity once more.
 */
export const deficitPurposes = ['uncovered_deficit', 'deficit_in_assets'] as const;
export type HeldPurpose = Purpose | (typeof deficitPurposes)[number];

/**
 * Where the balance of an account is shown that has turned to the other side. What is not here stays: a fixed asset or
 * equity below zero is still that.
 */
export const otherSide: Readonly<Partial<Record<Purpose, Purpose>>> = {
  money: 'overdrafts',
  in_transit: 'other_payables',
  securities: 'other_payables',
  prepaid: 'other_payables',
  trade_receivables: 'other_payables',
  other_receivables: 'other_payables',
  advances_paid: 'other_payables',
  tax_receivable: 'tax_payable',
  tax_payable: 'tax_receivable',
  income_tax_payable: 'tax_receivable',
  bank_debt: 'other_receivables',
  short_debt: 'other_receivables',
  cards: 'other_receivables',
  owner_loans: 'other_receivables',
  long_debt: 'other_receivables',
  advances_received: 'other_receivables',
  trade_payables: 'other_receivables',
  payroll: 'other_receivables',
  other_payables: 'other_receivables',
  accrued_expenses: 'other_receivables',
  deferred_income: 'other_receivables',
};
