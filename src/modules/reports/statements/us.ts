import type { LayoutTree } from './layout-tree.ts';

/** US GAAP as Regulation S-X orders it: what is liquid first. */
export const usBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'assets',
        parts: [
          {
            key: 'current_assets',
            parts: [
              { key: 'us_cash', holds: ['money', 'in_transit'] },
              { key: 'us_short_investments', holds: ['securities'] },
              { key: 'us_receivables', holds: ['trade_receivables'] },
              { key: 'inventories', holds: ['stock'] },
              {
                key: 'us_other_current_assets',
                holds: ['prepaid', 'advances_paid', 'other_receivables', 'tax_receivable'],
              },
            ],
          },
          {
            key: 'non_current_assets',
            parts: [
              {
                key: 'us_property',
                parts: [
                  { key: 'us_property_cost', holds: ['land', 'investment_property', 'machinery', 'equipment'] },
                  { key: 'accumulated_depreciation', holds: ['depreciated'] },
                ],
              },
              { key: 'intangible_assets', holds: ['intangible'] },
              { key: 'us_investments', holds: ['financial_assets'] },
              { key: 'deferred_tax_asset', holds: ['deferred_tax_asset'] },
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
        key: 'us_liabilities_and_equity',
        parts: [
          {
            key: 'liabilities',
            parts: [
              {
                key: 'current_liabilities',
                parts: [
                  { key: 'us_payables', holds: ['trade_payables'] },
                  { key: 'us_accrued', holds: ['accrued_expenses', 'payroll'] },
                  { key: 'us_short_debt', holds: ['overdrafts', 'short_debt', 'cards'] },
                  { key: 'us_deferred_revenue', holds: ['deferred_income', 'advances_received'] },
                  { key: 'us_income_tax_payable', holds: ['income_tax_payable'] },
                  { key: 'us_other_current_liabilities', holds: ['other_payables', 'tax_payable'] },
                ],
              },
              {
                key: 'non_current_liabilities',
                parts: [
                  { key: 'us_long_debt', holds: ['bank_debt', 'owner_loans', 'long_debt'] },
                  { key: 'us_other_liabilities', holds: ['provisions'] },
                  { key: 'deferred_tax_liability', holds: ['deferred_tax_liability'] },
                ],
              },
            ],
          },
          {
            key: 'us_equity',
            parts: [
              { key: 'us_capital', holds: ['capital', 'owner_contributions'] },
              { key: 'us_paid_in', holds: ['capital_reserves'] },
              { key: 'us_reserves', holds: ['revenue_reserves', 'investment_grants'] },
              { key: 'us_retained', holds: ['retained'] },
              { key: 'us_net_income', holds: ['result'] },
            ],
          },
        ],
      },
    ],
  },
];

/** The multi-step income statement. */
export const usResults: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      { key: 'us_net_sales', holds: ['sales', 'production_sold', 'sales_deductions', 'discounts_given'] },
      {
        key: 'us_cost_of_goods',
        holds: [
          ...(['goods', 'materials', 'stock_used', 'services_bought', 'discounts_taken'] as const),
          ...(['stock_change', 'own_work'] as const),
        ],
      },
      { key: 'gross_profit', sums: 'above' },
      {
        key: 'us_operating_expenses',
        parts: [
          { key: 'us_selling', holds: ['selling'] },
          {
            key: 'us_general',
            holds: [
              ...(['wages', 'social', 'profit_sharing', 'other_operating', 'other_charges'] as const),
              ...(['provision_costs', 'other_tax'] as const),
            ],
          },
          { key: 'us_depreciation', holds: ['depreciation'] },
        ],
      },
      { key: 'us_operating_income', sums: 'above' },
      {
        key: 'us_other_result',
        parts: [
          { key: 'us_interest_income', holds: ['interest_income'] },
          { key: 'us_interest_expense', holds: ['interest_expense'] },
          {
            key: 'us_other_gains',
            holds: [
              ...(['other_income', 'exchange_gains', 'exchange_losses', 'disposal_gains', 'disposal_losses'] as const),
              ...(['participations', 'securities_income', 'financial_gains', 'write_downs'] as const),
              ...(['subsidies', 'released_grants', 'reversals'] as const),
              ...(['exceptional_income', 'exceptional_costs'] as const),
            ],
          },
        ],
      },
      { key: 'us_income_before_tax', sums: 'above' },
      { key: 'us_income_tax', holds: ['income_tax'] },
      { key: 'us_net_income', sums: 'above' },
    ],
  },
];
