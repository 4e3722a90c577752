import type { LayoutTree } from './layout-tree.ts';

/** Balance sheet of the PGC for small and medium businesses (Real Decreto 1515/2007), with the numbers of the law. */
export const pgcBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'pgc_assets',
        parts: [
          {
            key: 'pgc_non_current_assets',
            code: 'A)',
            parts: [
              { key: 'pgc_intangible', code: 'I.', holds: ['intangible'] },
              { key: 'pgc_tangible', code: 'II.', holds: ['land', 'machinery', 'equipment', 'depreciated'] },
              { key: 'pgc_investment_property', code: 'III.', holds: ['investment_property'] },
              { key: 'pgc_financial', code: 'V.', holds: ['financial_assets'] },
              { key: 'pgc_deferred_tax_asset', code: 'VI.', holds: ['deferred_tax_asset'] },
            ],
          },
          {
            key: 'pgc_current_assets',
            code: 'B)',
            parts: [
              { key: 'pgc_stocks', code: 'I.', holds: ['stock', 'advances_paid'] },
              {
                key: 'pgc_receivables',
                code: 'II.',
                parts: [
                  { key: 'pgc_trade_receivables', code: '1.', holds: ['trade_receivables'] },
                  { key: 'pgc_other_receivables', code: '3.', holds: ['other_receivables', 'tax_receivable'] },
                ],
              },
              { key: 'pgc_short_investments', code: 'IV.', holds: ['securities'] },
              { key: 'pgc_prepaid', code: 'V.', holds: ['prepaid'] },
              { key: 'pgc_cash', code: 'VI.', holds: ['money', 'in_transit'] },
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
        key: 'pgc_equity_and_liabilities',
        parts: [
          {
            key: 'pgc_equity',
            code: 'A)',
            parts: [
              {
                key: 'pgc_own_funds',
                code: 'A-1)',
                parts: [
                  { key: 'pgc_capital', code: 'I.', holds: ['capital'] },
                  { key: 'pgc_premium', code: 'II.', holds: ['capital_reserves'] },
                  { key: 'pgc_reserves', code: 'III.', holds: ['revenue_reserves'] },
                  { key: 'pgc_retained', code: 'V.', holds: ['retained'] },
                  { key: 'pgc_owner_contributions', code: 'VI.', holds: ['owner_contributions'] },
                  { key: 'pgc_result', code: 'VII.', holds: ['result'] },
                ],
              },
              { key: 'pgc_grants', code: 'A-3)', holds: ['investment_grants'] },
            ],
          },
          {
            key: 'pgc_non_current_liabilities',
            code: 'B)',
            parts: [
              { key: 'pgc_provisions', code: 'I.', holds: ['provisions'] },
              {
                key: 'pgc_long_debts',
                code: 'II.',
                parts: [
                  { key: 'pgc_long_bank_debt', code: '1.', holds: ['bank_debt'] },
                  { key: 'pgc_other_long_debt', code: '3.', holds: ['long_debt'] },
                ],
              },
              { key: 'pgc_deferred_tax_liability', code: 'IV.', holds: ['deferred_tax_liability'] },
            ],
          },
          {
            key: 'pgc_current_liabilities',
            code: 'C)',
            parts: [
              {
                key: 'pgc_short_debts',
                code: 'II.',
                parts: [
                  { key: 'pgc_short_bank_debt', code: '1.', holds: ['overdrafts', 'cards'] },
                  // The law has current accounts of partners (551) here, whatever they agreed on.
                  { key: 'pgc_other_short_debt', code: '3.', holds: ['short_debt', 'owner_loans'] },
                ],
              },
              {
                key: 'pgc_payables',
                code: 'IV.',
                parts: [
                  { key: 'pgc_suppliers', code: '1.', holds: ['trade_payables'] },
                  {
                    key: 'pgc_other_payables',
                    code: '2.',
                    holds: [
                      ...(['other_payables', 'accrued_expenses', 'payroll', 'tax_payable'] as const),
                      ...(['income_tax_payable', 'advances_received'] as const),
                    ],
                  },
                ],
              },
              { key: 'pgc_deferred_income', code: 'V.', holds: ['deferred_income'] },
            ],
          },
        ],
      },
    ],
  },
];

/**
 * Cuenta de pérdidas y ganancias, by nature. Numbers are those of the form that the commercial register takes, which
 * has "Otros resultados" as 12; the decree of 2007 did not have it yet.
 */
export const pgcResults: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      {
        key: 'pgc_turnover',
        code: '1.',
        holds: ['sales', 'production_sold', 'sales_deductions', 'discounts_given'],
      },
      { key: 'pgc_stock_change', code: '2.', holds: ['stock_change'] },
      { key: 'pgc_own_work', code: '3.', holds: ['own_work'] },
      {
        key: 'pgc_supplies',
        code: '4.',
        holds: ['goods', 'materials', 'stock_used', 'services_bought', 'discounts_taken'],
      },
      { key: 'pgc_other_income', code: '5.', holds: ['other_income', 'subsidies'] },
      { key: 'pgc_personnel', code: '6.', holds: ['wages', 'social', 'profit_sharing'] },
      {
        key: 'pgc_other_costs',
        code: '7.',
        holds: ['other_operating', 'selling', 'other_tax', 'other_charges', 'provision_costs'],
      },
      { key: 'pgc_depreciation', code: '8.', holds: ['depreciation'] },
      { key: 'pgc_released_grants', code: '9.', holds: ['released_grants'] },
      { key: 'pgc_reversals', code: '10.', holds: ['reversals'] },
      { key: 'pgc_disposals', code: '11.', holds: ['disposal_gains', 'disposal_losses'] },
      { key: 'pgc_other_results', code: '12.', holds: ['exceptional_income', 'exceptional_costs'] },
      { key: 'pgc_operating_result', code: 'A)', sums: 'above' },
      {
        key: 'pgc_financial_income',
        code: '13.',
        holds: ['participations', 'securities_income', 'interest_income'],
      },
      { key: 'pgc_financial_costs', code: '14.', holds: ['interest_expense'] },
      { key: 'pgc_exchange', code: '16.', holds: ['exchange_gains', 'exchange_losses'] },
      { key: 'pgc_financial_instruments', code: '17.', holds: ['financial_gains', 'write_downs'] },
      {
        key: 'pgc_financial_result',
        code: 'B)',
        sums: ['pgc_financial_income', 'pgc_financial_costs', 'pgc_exchange', 'pgc_financial_instruments'],
      },
      { key: 'pgc_before_tax', code: 'C)', sums: 'above' },
      { key: 'pgc_income_tax', code: '19.', holds: ['income_tax'] },
      { key: 'pgc_net_result', code: 'D)', sums: 'above' },
    ],
  },
];
