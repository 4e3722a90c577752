import type { LayoutTree } from './layout-tree.ts';

/**
 * The balance sheet of the plan comptable général (art. 822-1), with the lines of the base model (art. 821-1) for which
 * there are accounts. What is paid or received for later stands apart at the end of either side.
 */
export const pcgBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'pcg_assets',
        parts: [
          {
            key: 'pcg_fixed_assets',
            code: 'I',
            parts: [
              { key: 'pcg_intangible', holds: ['intangible'] },
              {
                key: 'pcg_tangible',
                parts: [
                  { key: 'pcg_land', holds: ['land', 'investment_property'] },
                  { key: 'pcg_machinery', holds: ['machinery'] },
                  { key: 'pcg_equipment', holds: ['equipment'] },
                  { key: 'accumulated_depreciation', holds: ['depreciated'] },
                ],
              },
              { key: 'pcg_financial', holds: ['financial_assets'] },
            ],
          },
          {
            key: 'pcg_current_assets',
            code: 'II',
            parts: [
              { key: 'pcg_stocks', holds: ['stock'] },
              { key: 'pcg_advances_paid', holds: ['advances_paid'] },
              {
                key: 'pcg_receivables',
                parts: [
                  { key: 'pcg_trade_receivables', holds: ['trade_receivables'] },
                  {
                    key: 'pcg_other_receivables',
                    holds: ['other_receivables', 'tax_receivable', 'deferred_tax_asset'],
                  },
                ],
              },
              { key: 'pcg_securities', holds: ['securities'] },
              { key: 'pcg_cash', holds: ['money', 'in_transit'] },
            ],
          },
          { key: 'pcg_prepaid', code: 'III', holds: ['prepaid'] },
        ],
      },
    ],
  },
  {
    side: 'credit',
    nodes: [
      {
        key: 'pcg_liabilities',
        parts: [
          {
            key: 'pcg_equity',
            code: 'I',
            parts: [
              { key: 'pcg_capital', holds: ['capital', 'owner_contributions'] },
              { key: 'pcg_premiums', holds: ['capital_reserves'] },
              { key: 'pcg_reserves', holds: ['revenue_reserves'] },
              { key: 'pcg_retained', holds: ['retained'] },
              { key: 'pcg_result', holds: ['result'] },
              { key: 'pcg_grants', holds: ['investment_grants'] },
            ],
          },
          { key: 'pcg_provisions', code: 'II', holds: ['provisions'] },
          {
            key: 'pcg_debts',
            code: 'III',
            parts: [
              { key: 'pcg_bank_debt', holds: ['bank_debt', 'overdrafts', 'cards'] },
              { key: 'pcg_other_financial_debt', holds: ['owner_loans', 'long_debt', 'short_debt'] },
              { key: 'pcg_advances_received', holds: ['advances_received'] },
              { key: 'pcg_trade_payables', holds: ['trade_payables'] },
              {
                key: 'pcg_tax_and_social',
                holds: [
                  ...(['tax_payable', 'income_tax_payable', 'payroll'] as const),
                  // 4486, of the State, is where the chart has what is accrued.
                  ...(['accrued_expenses', 'deferred_tax_liability'] as const),
                ],
              },
              { key: 'pcg_other_debts', holds: ['other_payables'] },
            ],
          },
          { key: 'pcg_deferred_income', code: 'IV', holds: ['deferred_income'] },
        ],
      },
    ],
  },
];

/** The income statement as a list (art. 821-2, for years from 2025). Numbers are those of the model. */
export const pcgResults: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      {
        key: 'pcg_operating_income',
        code: 'I',
        parts: [
          { key: 'pcg_goods_sold', holds: ['sales'] },
          { key: 'pcg_production_sold', holds: ['production_sold'] },
          { key: 'pcg_rebates', holds: ['sales_deductions'] },
          { key: 'pcg_turnover', sums: 'above' },
          { key: 'pcg_stock_change', holds: ['stock_change'] },
          { key: 'pcg_own_work', holds: ['own_work'] },
          { key: 'pcg_subsidies', holds: ['subsidies', 'released_grants'] },
          { key: 'pcg_reversals', holds: ['reversals'] },
          { key: 'pcg_disposal_gains', holds: ['disposal_gains'] },
          { key: 'pcg_other_income', holds: ['other_income'] },
        ],
      },
      {
        key: 'pcg_operating_costs',
        code: 'II',
        parts: [
          { key: 'pcg_goods_bought', holds: ['goods'] },
          { key: 'pcg_stock_used', holds: ['stock_used'] },
          { key: 'pcg_materials', holds: ['materials'] },
          { key: 'pcg_external', holds: ['services_bought', 'other_operating', 'selling'] },
          { key: 'pcg_taxes', holds: ['other_tax'] },
          { key: 'pcg_wages', holds: ['wages'] },
          { key: 'pcg_social', holds: ['social'] },
          { key: 'pcg_depreciation', holds: ['depreciation'] },
          { key: 'pcg_provision_costs', holds: ['provision_costs'] },
          { key: 'pcg_disposal_losses', holds: ['disposal_losses'] },
          { key: 'pcg_other_costs', holds: ['other_charges'] },
        ],
      },
      { key: 'pcg_operating_result', code: '1.', sums: ['pcg_operating_income', 'pcg_operating_costs'] },
      {
        key: 'pcg_financial_income',
        code: 'V',
        parts: [
          { key: 'pcg_participations', holds: ['participations'] },
          { key: 'pcg_securities_income', holds: ['securities_income'] },
          // What is taken off for early payment is of money, and not of goods: accounts 765 and 665.
          { key: 'pcg_interest_income', holds: ['interest_income', 'discounts_taken'] },
          { key: 'pcg_financial_gains', holds: ['financial_gains'] },
          { key: 'pcg_exchange_gains', holds: ['exchange_gains'] },
        ],
      },
      {
        key: 'pcg_financial_costs',
        code: 'VI',
        parts: [
          { key: 'pcg_write_downs', holds: ['write_downs'] },
          { key: 'pcg_interest_expense', holds: ['interest_expense', 'discounts_given'] },
          { key: 'pcg_exchange_losses', holds: ['exchange_losses'] },
        ],
      },
      { key: 'pcg_financial_result', code: '2.', sums: ['pcg_financial_income', 'pcg_financial_costs'] },
      { key: 'pcg_current_result', code: '3.', sums: 'above' },
      { key: 'pcg_exceptional_income', code: 'VII', holds: ['exceptional_income'] },
      { key: 'pcg_exceptional_costs', code: 'VIII', holds: ['exceptional_costs'] },
      {
        key: 'pcg_exceptional_result',
        code: '4.',
        sums: ['pcg_exceptional_income', 'pcg_exceptional_costs'],
      },
      { key: 'pcg_profit_sharing', code: 'IX', holds: ['profit_sharing'] },
      { key: 'pcg_income_tax', code: 'X', holds: ['income_tax'] },
      { key: 'pcg_net_result', code: '5.', sums: 'above' },
    ],
  },
];
