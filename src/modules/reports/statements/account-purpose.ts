import type { ChartOfAccounts } from '../../../core/charts-of-accounts.ts';
import { accountsOf, type AccountType, classOf, type SystemRole } from '../../ledger/index.ts';
import { codeRanges } from './code-ranges.ts';
import { type Purpose, purposesOf } from './purposes.ts';

export type ClassifiedAccount = {
  readonly code: string;
  readonly type: AccountType;
  readonly role: SystemRole | null;
};

/** Roles that say more than the type of their account does. */
const byRole: Readonly<Partial<Record<SystemRole, Purpose>>> = {
  undeposited: 'in_transit',
  receivable: 'trade_receivables',
  receivable_revaluation: 'trade_receivables',
  tax_input: 'tax_receivable',
  tax_output: 'tax_payable',
  vat_settlement: 'tax_payable',
  supplier_credit: 'advances_paid',
  prepaid_expense: 'prepaid',
  accumulated_depreciation: 'depreciated',
  payable: 'trade_payables',
  payable_revaluation: 'trade_payables',
  goods_received: 'trade_payables',
  member_payable: 'other_payables',
  client_deposits: 'advances_received',
  accrued_expense: 'accrued_expenses',
  deferred_income: 'deferred_income',
  fx_gain: 'exchange_gains',
  fx_unrealised_gain: 'exchange_gains',
  fx_loss: 'exchange_losses',
  fx_unrealised_loss: 'exchange_losses',
  disposal_gain: 'disposal_gains',
  disposal_loss: 'disposal_losses',
  depreciation: 'depreciation',
  // What is taken off a price is less revenue to every standard (§ 277 (1) HGB, IFRS 15, ASC 606, FRS 102.23).
  discount_given: 'sales_deductions',
  early_discount_given: 'discounts_given',
  early_discount_taken: 'discounts_taken',
};

/** Accounts of the charts that are shipped, by what they are for, which is the same in every chart. */
const byMeaning: Readonly<Record<string, Purpose>> = {
  Software: 'intangible',
  Machinery: 'machinery',
  'Bank loans': 'bank_debt',
  'Loans of owners': 'owner_loans',
  'Income tax payable': 'income_tax_payable',
  'Wages payable': 'payroll',
  'Payroll taxes payable': 'payroll',
  'Social security payable': 'payroll',
  'Interest income': 'interest_income',
  Interest: 'interest_expense',
  'Income tax': 'income_tax',
  'Trade tax': 'income_tax',
  'Wages and salaries': 'wages',
  'Social security of the employer': 'social',
  'Low-value assets, written off at once': 'depreciation',
  'Depreciation of the low-value pool': 'depreciation',
  Advertising: 'selling',
  'Freight out': 'selling',
  'Services, reverse charge': 'services_bought',
};

const byType: Readonly<Record<AccountType, Purpose>> = {
  cash: 'money',
  bank: 'money',
  accounts_receivable: 'trade_receivables',
  inventory: 'stock',
  other_current_asset: 'other_receivables',
  tax_receivable: 'tax_receivable',
  fixed_asset: 'equipment',
  accounts_payable: 'trade_payables',
  credit_card: 'cards',
  tax_payable: 'tax_payable',
  other_current_liability: 'other_payables',
  long_term_liability: 'long_debt',
  equity: 'capital',
  retained_earnings: 'retained',
  revenue: 'sales',
  other_income: 'other_income',
  cost_of_goods_sold: 'goods',
  expense: 'other_operating',
  other_expense: 'other_operating',
};

/** Charts whose law says which line of its statements a code is in: it counts before what the account is called. */
const numberedByLaw: readonly ChartOfAccounts[] = ['fr_pcg', 'es_pgc'];

/**
 * What an account is for: by its role, else by what its chart says of its code, else by its type. An account that
 * somebody added is looked up in the ranges of the chart; one that its chart has is what that says, for in some charts
 * energy is numbered among the purchases of goods.
 */
export function purposeOf(account: ClassifiedAccount, chart: ChartOfAccounts): Purpose {
  const { code, type, role } = account;
  const served = role === null ? undefined : byRole[role];
  if (served !== undefined) return served;
  const lawful = numberedByLaw.includes(chart) ? byRange(account, chart) : undefined;
  if (lawful !== undefined) return lawful;
  const shipped = shippedIn(chart).get(code);
  if (shipped?.type === type) return byMeaning[shipped.meaning] ?? byType[type];
  return (role === null ? byRange(account, chart) : undefined) ?? byType[type];
}

/** By the longest beginning of the code that the chart gives a meaning; one of another class is none. */
function byRange({ code, type }: ClassifiedAccount, chart: ChartOfAccounts): Purpose | undefined {
  const ranges = codeRanges[chart];
  const known: readonly Purpose[] = purposesOf[classOf(type)];
  for (let length = code.length; length > 0; length -= 1) {
    const found = ranges[code.slice(0, length)];
    // A till, a bank or a debtor is one whatever its number.
    if (found !== undefined) return known.includes(found) && !isPlain(type) ? found : undefined;
  }
  return undefined;
}

function isPlain(type: AccountType): boolean {
  return ['cash', 'bank', 'accounts_receivable', 'accounts_payable', 'credit_card', 'inventory'].includes(type);
}

type Shipped = ReadonlyMap<string, { readonly type: AccountType; readonly meaning: string }>;
const charts = new Map<ChartOfAccounts, Shipped>();

function shippedIn(chart: ChartOfAccounts): Shipped {
  const kept = charts.get(chart) ?? new Map(accountsOf(chart).map((account) => [account.code, account]));
  charts.set(chart, kept);
  return kept;
}
