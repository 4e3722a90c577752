import type { AccountRole } from '../../../core/account.ts';

export const accountTypes = [
  'cash',
  'bank',
  'accounts_receivable',
  'inventory',
  'other_current_asset',
  'tax_receivable',
  'fixed_asset',
  'accounts_payable',
  'credit_card',
  'tax_payable',
  'other_current_liability',
  'long_term_liability',
  'equity',
  'retained_earnings',
  'revenue',
  'other_income',
  'cost_of_goods_sold',
  'expense',
  'other_expense',
] as const;
export type AccountType = (typeof accountTypes)[number];

export const accountClasses = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export type AccountClass = (typeof accountClasses)[number];

/** Accounts that the service posts to, by the name in the code and the one in the database. */
const roles = {
  cash: 'cash',
  bank: 'bank',
  undeposited: 'undeposited',
  paymentClearing: 'payment_clearing',
  receivable: 'receivable',
  inventory: 'inventory',
  taxInput: 'tax_input',
  taxWithheld: 'tax_withheld',
  supplierCredit: 'supplier_credit',
  suspense: 'suspense',
  payable: 'payable',
  memberPayable: 'member_payable',
  goodsReceived: 'goods_received',
  taxOutput: 'tax_output',
  vatSettlement: 'vat_settlement',
  clientCredit: 'client_credit',
  clientDeposits: 'client_deposits',
  openingBalance: 'opening_balance',
  retainedEarnings: 'retained_earnings',
  revenueDefault: 'revenue_default',
  shippingIncome: 'shipping_income',
  rounding: 'rounding',
  fxGain: 'fx_gain',
  costOfGoods: 'cogs',
  inventoryAdjustment: 'inventory_adjustment',
  discountGiven: 'discount_given',
  paymentFees: 'payment_fees',
  badDebt: 'bad_debt',
  earlyDiscountGiven: 'early_discount_given',
  earlyDiscountTaken: 'early_discount_taken',
  fxLoss: 'fx_loss',
  prepaidExpense: 'prepaid_expense',
  accruedIncome: 'accrued_income',
  accruedExpense: 'accrued_expense',
  deferredIncome: 'deferred_income',
  depreciation: 'depreciation',
  accumulatedDepreciation: 'accumulated_depreciation',
  disposalGain: 'disposal_gain',
  disposalLoss: 'disposal_loss',
  fxUnrealisedGain: 'fx_unrealised_gain',
  fxUnrealisedLoss: 'fx_unrealised_loss',
  receivableRevaluation: 'receivable_revaluation',
  payableRevaluation: 'payable_revaluation',
} as const satisfies Record<AccountRole, string> & Record<string, string>;

export type LedgerRole = keyof typeof roles;
export type SystemRole = (typeof roles)[LedgerRole];

/**
 * Accounts whose balance is the sum of what records say is owed. Nothing else goes there: a product or a payment method
 * that named one would part the two for good.
 */
export const controlRoles: ReadonlySet<string | null> = new Set<SystemRole>([
  'receivable',
  'payable',
  'member_payable',
  'client_credit',
  'supplier_credit',
  'client_deposits',
]);

/**
 * Control accounts take postings from records only: receivables, payables and inventory. The database enforces the
 * same.
 */
export function isControl({ type, system_role: role }: { type: AccountType; system_role: string | null }): boolean {
  return type === 'inventory' || controlRoles.has(role);
}

// The object is written above, so its keys and values are exactly these.
export const ledgerRoles = Object.keys(roles) as readonly LedgerRole[];
export const systemRoles = Object.values(roles) as [SystemRole, ...SystemRole[]];

export function systemRoleOf(role: LedgerRole): SystemRole {
  return roles[role];
}
