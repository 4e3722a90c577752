import type { AccountRole } from '../../../core/account.ts';

export const accountTypes = [
  'cash',
  'bank',
  'accounts_receivable',
  'inventory',
  'other_current_asset',
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

export type SeededAccount = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly role?: LedgerRole;
};

/**
 * The chart that an organisation is founded with: every account the service posts to, and those that a small business
 * needs first. What is taken off after tax, or for early payment, is an expense, so that revenue is what the sales
 * report says it is.
 */
export const seededChart: readonly SeededAccount[] = [
  { code: '1000', name: 'Cash', type: 'cash', role: 'cash' },
  { code: '1010', name: 'Bank', type: 'bank', role: 'bank' },
  { code: '1020', name: 'Undeposited funds', type: 'other_current_asset', role: 'undeposited' },
  { code: '1030', name: 'Payments in clearing', type: 'other_current_asset', role: 'paymentClearing' },
  { code: '1100', name: 'Accounts receivable', type: 'accounts_receivable', role: 'receivable' },
  {
    code: '1105',
    name: 'Exchange revaluation of receivables',
    type: 'other_current_asset',
    role: 'receivableRevaluation',
  },
  { code: '1200', name: 'Inventory', type: 'inventory', role: 'inventory' },
  { code: '1300', name: 'Input tax', type: 'other_current_asset', role: 'taxInput' },
  { code: '1310', name: 'Tax withheld by clients', type: 'other_current_asset', role: 'taxWithheld' },
  { code: '1320', name: 'Credit with suppliers', type: 'other_current_asset', role: 'supplierCredit' },
  { code: '1400', name: 'Prepaid expenses', type: 'other_current_asset', role: 'prepaidExpense' },
  { code: '1410', name: 'Accrued income', type: 'other_current_asset', role: 'accruedIncome' },
  { code: '1500', name: 'Equipment', type: 'fixed_asset' },
  { code: '1590', name: 'Accumulated depreciation', type: 'fixed_asset', role: 'accumulatedDepreciation' },
  { code: '1900', name: 'Suspense', type: 'other_current_asset', role: 'suspense' },
  { code: '2000', name: 'Accounts payable', type: 'accounts_payable', role: 'payable' },
  {
    code: '2005',
    name: 'Exchange revaluation of payables',
    type: 'other_current_liability',
    role: 'payableRevaluation',
  },
  { code: '2050', name: 'Due to members', type: 'accounts_payable', role: 'memberPayable' },
  { code: '2060', name: 'Goods received, not billed', type: 'other_current_liability', role: 'goodsReceived' },
  { code: '2100', name: 'Credit card', type: 'credit_card' },
  { code: '2200', name: 'Output tax', type: 'tax_payable', role: 'taxOutput' },
  { code: '2210', name: 'VAT to settle', type: 'other_current_liability', role: 'vatSettlement' },
  { code: '2300', name: 'Client credit', type: 'other_current_liability', role: 'clientCredit' },
  { code: '2310', name: 'Deposits of clients', type: 'other_current_liability', role: 'clientDeposits' },
  { code: '2400', name: 'Deferred income', type: 'other_current_liability', role: 'deferredIncome' },
  { code: '2410', name: 'Accrued expenses', type: 'other_current_liability', role: 'accruedExpense' },
  { code: '2500', name: 'Loans', type: 'long_term_liability' },
  { code: '3000', name: 'Owner capital', type: 'equity' },
  { code: '3100', name: 'Opening balances', type: 'equity', role: 'openingBalance' },
  { code: '3200', name: 'Retained earnings', type: 'retained_earnings', role: 'retainedEarnings' },
  { code: '4000', name: 'Sales', type: 'revenue', role: 'revenueDefault' },
  { code: '4100', name: 'Shipping income', type: 'revenue', role: 'shippingIncome' },
  { code: '4800', name: 'Other income', type: 'other_income' },
  { code: '4810', name: 'Rounding', type: 'other_income', role: 'rounding' },
  { code: '4820', name: 'Exchange gains', type: 'other_income', role: 'fxGain' },
  { code: '4825', name: 'Exchange gains, unrealised', type: 'other_income', role: 'fxUnrealisedGain' },
  { code: '4840', name: 'Gain on disposal of assets', type: 'other_income', role: 'disposalGain' },
  { code: '5000', name: 'Cost of goods sold', type: 'cost_of_goods_sold', role: 'costOfGoods' },
  { code: '5100', name: 'Inventory adjustments', type: 'cost_of_goods_sold', role: 'inventoryAdjustment' },
  { code: '6000', name: 'Advertising', type: 'expense' },
  { code: '6100', name: 'Rent and utilities', type: 'expense' },
  { code: '6200', name: 'Office and software', type: 'expense' },
  { code: '6300', name: 'Travel', type: 'expense' },
  { code: '6400', name: 'Insurance', type: 'expense' },
  { code: '6500', name: 'Professional fees', type: 'expense' },
  { code: '6600', name: 'Wages', type: 'expense' },
  { code: '6700', name: 'Other expenses', type: 'expense' },
  { code: '6750', name: 'Depreciation', type: 'expense', role: 'depreciation' },
  { code: '6800', name: 'Discounts after tax', type: 'expense', role: 'discountGiven' },
  { code: '6810', name: 'Payment fees', type: 'expense', role: 'paymentFees' },
  { code: '6820', name: 'Bad debt', type: 'expense', role: 'badDebt' },
  { code: '6830', name: 'Early-payment discounts given', type: 'expense', role: 'earlyDiscountGiven' },
  { code: '6840', name: 'Early-payment discounts received', type: 'expense', role: 'earlyDiscountTaken' },
  { code: '6900', name: 'Exchange losses', type: 'other_expense', role: 'fxLoss' },
  { code: '6905', name: 'Exchange losses, unrealised', type: 'other_expense', role: 'fxUnrealisedLoss' },
  { code: '6920', name: 'Loss on disposal of assets', type: 'other_expense', role: 'disposalLoss' },
];
