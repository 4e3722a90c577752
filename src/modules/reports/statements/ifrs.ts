import type { LayoutNode, LayoutTree } from './layout-tree.ts';

/** IAS 1.54 (from 2027 on IFRS 18.103), current and non-current apart. */
export const ifrsBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'assets',
        parts: [
          {
            key: 'non_current_assets',
            parts: [
              { key: 'ifrs_property', holds: ['land', 'machinery', 'equipment', 'depreciated'] },
              { key: 'ifrs_investment_property', holds: ['investment_property'] },
              { key: 'intangible_assets', holds: ['intangible'] },
              { key: 'ifrs_financial_assets', holds: ['financial_assets'] },
              { key: 'deferred_tax_asset', holds: ['deferred_tax_asset'] },
            ],
          },
          {
            key: 'current_assets',
            parts: [
              { key: 'inventories', holds: ['stock'] },
              {
                key: 'ifrs_receivables',
                holds: ['trade_receivables', 'advances_paid', 'other_receivables', 'tax_receivable', 'prepaid'],
              },
              { key: 'ifrs_current_financial_assets', holds: ['securities'] },
              { key: 'ifrs_cash', holds: ['money', 'in_transit'] },
            ],
          },
        ],
      },
    ],
  },
  {
    side: 'credit',
    nodes: [
      {
        key: 'ifrs_equity_and_liabilities',
        parts: [
          {
            key: 'ifrs_equity',
            parts: [
              { key: 'ifrs_capital', holds: ['capital', 'owner_contributions'] },
              { key: 'ifrs_reserves', holds: ['capital_reserves', 'revenue_reserves', 'investment_grants'] },
              { key: 'ifrs_retained', holds: ['retained', 'result'] },
            ],
          },
          {
            key: 'non_current_liabilities',
            parts: [
              { key: 'ifrs_borrowings', holds: ['bank_debt', 'owner_loans', 'long_debt'] },
              { key: 'ifrs_provisions', holds: ['provisions'] },
              { key: 'deferred_tax_liability', holds: ['deferred_tax_liability'] },
            ],
          },
          {
            key: 'current_liabilities',
            parts: [
              {
                key: 'ifrs_payables',
                holds: ['trade_payables', 'other_payables', 'tax_payable', 'payroll', 'accrued_expenses'],
              },
              { key: 'ifrs_contract_liabilities', holds: ['advances_received', 'deferred_income'] },
              { key: 'ifrs_current_borrowings', holds: ['overdrafts', 'short_debt', 'cards'] },
              { key: 'ifrs_current_tax', holds: ['income_tax_payable'] },
            ],
          },
        ],
      },
    ],
  },
];

/** By nature, as the accounts have it; a share of each for every function would be an estimate. */
const operating: readonly LayoutNode[] = [
  { key: 'ifrs_revenue', holds: ['sales', 'production_sold', 'sales_deductions', 'discounts_given'] },
  {
    key: 'ifrs_other_income',
    holds: [
      ...(['other_income', 'subsidies', 'released_grants', 'reversals', 'exceptional_income'] as const),
      ...(['exchange_gains', 'disposal_gains'] as const),
    ],
  },
  { key: 'ifrs_stock_change', holds: ['stock_change', 'own_work'] },
  { key: 'ifrs_material', holds: ['goods', 'materials', 'stock_used', 'services_bought', 'discounts_taken'] },
  { key: 'ifrs_employees', holds: ['wages', 'social', 'profit_sharing'] },
  { key: 'ifrs_depreciation', holds: ['depreciation'] },
  {
    key: 'ifrs_other_expenses',
    holds: [
      ...(['selling', 'other_operating', 'other_charges', 'provision_costs', 'exceptional_costs'] as const),
      ...(['other_tax', 'exchange_losses', 'disposal_losses'] as const),
    ],
  },
];

/** IAS 1.82, for years that begin before 2027. */
export const ias1Results: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      ...operating,
      { key: 'operating_profit', sums: 'above' },
      {
        key: 'ifrs_finance_income',
        holds: ['participations', 'securities_income', 'financial_gains', 'interest_income'],
      },
      { key: 'ifrs_finance_costs', holds: ['interest_expense', 'write_downs'] },
      { key: 'profit_before_tax', sums: 'above' },
      { key: 'ifrs_income_tax', holds: ['income_tax'] },
      { key: 'ifrs_profit', sums: 'above' },
    ],
  },
];

/** IFRS 18.47 and .69: the categories, and the two subtotals that are mandatory. */
export const ifrs18Results: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      { key: 'ifrs_operating', total: 'operating_profit', parts: operating },
      {
        key: 'ifrs_investing',
        parts: [
          {
            key: 'ifrs_investment_income',
            holds: ['participations', 'securities_income', 'financial_gains', 'write_downs'],
          },
          // Interest on money in the bank is of this category for whoever does not lend as a business (IFRS 18.53).
          { key: 'ifrs_interest_income', holds: ['interest_income'] },
        ],
      },
      { key: 'ifrs_before_financing', sums: 'above' },
      { key: 'ifrs_financing', parts: [{ key: 'ifrs_interest_expense', holds: ['interest_expense'] }] },
      { key: 'profit_before_tax', sums: 'above' },
      { key: 'ifrs_income_tax', holds: ['income_tax'] },
      { key: 'ifrs_profit', sums: 'above' },
    ],
  },
];
