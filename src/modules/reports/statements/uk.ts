import type { LayoutTree } from './layout-tree.ts';

/** Balance sheet format 1 as FRS 102 section 1A has it: what is owed is taken off what there is. */
export const ukBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'fixed_assets',
        parts: [
          { key: 'uk_intangible', holds: ['intangible'] },
          { key: 'uk_tangible', holds: ['land', 'investment_property', 'machinery', 'equipment', 'depreciated'] },
          { key: 'uk_investments', holds: ['financial_assets'] },
        ],
      },
      {
        key: 'current_assets',
        parts: [
          { key: 'uk_stocks', holds: ['stock'] },
          {
            key: 'uk_debtors',
            holds: [
              ...(['trade_receivables', 'advances_paid', 'other_receivables', 'tax_receivable'] as const),
              ...(['prepaid', 'deferred_tax_asset'] as const),
            ],
          },
          { key: 'uk_current_investments', holds: ['securities'] },
          { key: 'uk_cash', holds: ['money', 'in_transit'] },
        ],
      },
      {
        key: 'uk_creditors_within',
        holds: [
          ...(['trade_payables', 'advances_received', 'other_payables', 'tax_payable', 'payroll', 'cards'] as const),
          ...(['overdrafts', 'short_debt', 'income_tax_payable', 'accrued_expenses', 'deferred_income'] as const),
        ],
      },
      { key: 'uk_net_current_assets', sums: ['current_assets', 'uk_creditors_within'] },
      {
        key: 'uk_total_less_current',
        sums: ['fixed_assets', 'current_assets', 'uk_creditors_within'],
      },
      { key: 'uk_creditors_after', holds: ['bank_debt', 'owner_loans', 'long_debt'] },
      { key: 'uk_provisions', holds: ['provisions', 'deferred_tax_liability'] },
      { key: 'uk_net_assets', sums: 'above' },
    ],
  },
  {
    side: 'credit',
    nodes: [
      {
        key: 'uk_capital_and_reserves',
        parts: [
          { key: 'uk_capital', holds: ['capital', 'owner_contributions'] },
          { key: 'uk_share_premium', holds: ['capital_reserves'] },
          { key: 'uk_other_reserves', holds: ['revenue_reserves', 'investment_grants'] },
          { key: 'uk_profit_and_loss', holds: ['retained', 'result'] },
        ],
      },
    ],
  },
];

/** Profit and loss account format 1: by function. */
export const ukResults: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      { key: 'uk_turnover', holds: ['sales', 'production_sold', 'sales_deductions', 'discounts_given'] },
      {
        key: 'cost_of_sales',
        holds: [
          ...(['goods', 'materials', 'stock_used', 'services_bought', 'discounts_taken'] as const),
          ...(['stock_change', 'own_work'] as const),
        ],
      },
      { key: 'gross_profit', sums: 'above' },
      { key: 'uk_distribution', holds: ['selling'] },
      {
        key: 'uk_administrative',
        holds: [
          ...(['wages', 'social', 'profit_sharing', 'depreciation', 'other_operating'] as const),
          ...(['other_charges', 'provision_costs', 'exceptional_costs'] as const),
          ...(['exchange_losses', 'disposal_losses', 'other_tax'] as const),
        ],
      },
      {
        key: 'uk_other_operating_income',
        holds: [
          ...(['other_income', 'subsidies', 'released_grants', 'reversals', 'exceptional_income'] as const),
          ...(['exchange_gains', 'disposal_gains'] as const),
        ],
      },
      { key: 'operating_profit', sums: 'above' },
      { key: 'uk_investment_income', holds: ['participations', 'securities_income', 'financial_gains'] },
      { key: 'uk_interest_receivable', holds: ['interest_income'] },
      { key: 'uk_written_off', holds: ['write_downs'] },
      { key: 'uk_interest_payable', holds: ['interest_expense'] },
      { key: 'profit_before_tax', sums: 'above' },
      { key: 'uk_tax', holds: ['income_tax'] },
      { key: 'uk_profit', sums: 'above' },
    ],
  },
];
