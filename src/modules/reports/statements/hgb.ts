import type { LayoutTree } from './layout-tree.ts';

/** §§ 266, 268 (3) HGB. Numbers are those of the law, also where lines before them are nothing and are not shown. */
export const hgbBalance: LayoutTree = [
  {
    side: 'debit',
    nodes: [
      {
        key: 'hgb_assets',
        parts: [
          {
            key: 'hgb_fixed_assets',
            code: 'A.',
            parts: [
              {
                key: 'hgb_intangible',
                code: 'I.',
                isLine: true,
                parts: [{ key: 'hgb_purchased_rights', code: '2.', holds: ['intangible'] }],
              },
              {
                key: 'hgb_tangible',
                code: 'II.',
                isLine: true,
                parts: [
                  { key: 'hgb_land', code: '1.', holds: ['land', 'investment_property'] },
                  { key: 'hgb_machinery', code: '2.', holds: ['machinery'] },
                  { key: 'hgb_equipment', code: '3.', holds: ['equipment'] },
                  // The law knows the direct method alone; an account of accumulated depreciation is of all of them.
                  { key: 'accumulated_depreciation', holds: ['depreciated'] },
                ],
              },
              { key: 'hgb_financial', code: 'III.', holds: ['financial_assets'] },
            ],
          },
          {
            key: 'hgb_current_assets',
            code: 'B.',
            parts: [
              {
                key: 'hgb_stocks',
                code: 'I.',
                isLine: true,
                parts: [
                  { key: 'hgb_goods', code: '3.', holds: ['stock'] },
                  { key: 'hgb_advances_paid', code: '4.', holds: ['advances_paid'] },
                ],
              },
              {
                key: 'hgb_receivables',
                code: 'II.',
                isLine: true,
                parts: [
                  { key: 'hgb_trade_receivables', code: '1.', holds: ['trade_receivables'] },
                  { key: 'hgb_other_assets', code: '4.', holds: ['other_receivables', 'tax_receivable'] },
                ],
              },
              { key: 'hgb_securities', code: 'III.', holds: ['securities'] },
              { key: 'hgb_cash', code: 'IV.', holds: ['money', 'in_transit'] },
            ],
          },
          { key: 'hgb_prepaid', code: 'C.', holds: ['prepaid'] },
          { key: 'hgb_deferred_tax_asset', code: 'D.', holds: ['deferred_tax_asset'] },
          { key: 'hgb_deficit', holds: ['uncovered_deficit'] },
        ],
      },
    ],
  },
  {
    side: 'credit',
    nodes: [
      {
        key: 'hgb_equity_and_liabilities',
        parts: [
          {
            key: 'hgb_equity',
            code: 'A.',
            parts: [
              { key: 'hgb_capital', code: 'I.', holds: ['capital', 'owner_contributions'] },
              { key: 'hgb_capital_reserves', code: 'II.', holds: ['capital_reserves'] },
              { key: 'hgb_revenue_reserves', code: 'III.', holds: ['revenue_reserves', 'investment_grants'] },
              { key: 'hgb_retained', code: 'IV.', holds: ['retained'] },
              { key: 'hgb_net_result', code: 'V.', holds: ['result'] },
              { key: 'hgb_deficit_in_assets', holds: ['deficit_in_assets'] },
            ],
          },
          {
            key: 'hgb_provisions',
            code: 'B.',
            isLine: true,
            parts: [
              { key: 'hgb_tax_provisions', code: '2.', holds: ['income_tax_payable'] },
              { key: 'hgb_other_provisions', code: '3.', holds: ['provisions', 'accrued_expenses'] },
            ],
          },
          {
            key: 'hgb_liabilities',
            code: 'C.',
            isLine: true,
            parts: [
              { key: 'hgb_bank_debt', code: '2.', holds: ['bank_debt', 'overdrafts'] },
              { key: 'hgb_advances_received', code: '3.', holds: ['advances_received'] },
              { key: 'hgb_trade_payables', code: '4.', holds: ['trade_payables'] },
              {
                key: 'hgb_other_liabilities',
                code: '8.',
                holds: ['other_payables', 'tax_payable', 'payroll', 'cards', 'owner_loans', 'long_debt', 'short_debt'],
              },
            ],
          },
          { key: 'hgb_deferred_income', code: 'D.', holds: ['deferred_income'] },
          { key: 'hgb_deferred_tax_liability', code: 'E.', holds: ['deferred_tax_liability'] },
        ],
      },
    ],
  },
];

/** § 275 (2) HGB, total cost method. Costs have a minus: 15. and 17. are sums of the lines above. */
export const hgbResults: LayoutTree = [
  {
    side: 'credit',
    nodes: [
      { key: 'hgb_revenue', code: '1.', holds: ['sales', 'production_sold', 'sales_deductions', 'discounts_given'] },
      { key: 'hgb_stock_change', code: '2.', holds: ['stock_change'] },
      { key: 'hgb_own_work', code: '3.', holds: ['own_work'] },
      {
        key: 'hgb_other_income',
        code: '4.',
        holds: [
          ...(['other_income', 'subsidies', 'released_grants', 'reversals', 'exchange_gains'] as const),
          ...(['disposal_gains', 'financial_gains', 'exceptional_income'] as const),
        ],
      },
      {
        key: 'hgb_material',
        code: '5.',
        parts: [
          { key: 'hgb_material_goods', code: 'a)', holds: ['goods', 'materials', 'stock_used', 'discounts_taken'] },
          { key: 'hgb_material_services', code: 'b)', holds: ['services_bought'] },
        ],
      },
      {
        key: 'hgb_personnel',
        code: '6.',
        parts: [
          { key: 'hgb_wages', code: 'a)', holds: ['wages', 'profit_sharing'] },
          { key: 'hgb_social', code: 'b)', holds: ['social'] },
        ],
      },
      { key: 'hgb_depreciation', code: '7.', holds: ['depreciation'] },
      {
        key: 'hgb_other_expenses',
        code: '8.',
        holds: [
          ...(['selling', 'other_operating', 'other_charges', 'provision_costs', 'exchange_losses'] as const),
          ...(['disposal_losses', 'exceptional_costs'] as const),
        ],
      },
      { key: 'hgb_participations', code: '9.', holds: ['participations'] },
      { key: 'hgb_securities_income', code: '10.', holds: ['securities_income'] },
      { key: 'hgb_interest_income', code: '11.', holds: ['interest_income'] },
      { key: 'hgb_write_downs', code: '12.', holds: ['write_downs'] },
      { key: 'hgb_interest_expense', code: '13.', holds: ['interest_expense'] },
      { key: 'hgb_income_tax', code: '14.', holds: ['income_tax'] },
      { key: 'hgb_result_after_taxes', code: '15.', sums: 'above' },
      { key: 'hgb_other_tax', code: '16.', holds: ['other_tax'] },
      { key: 'hgb_net_result', code: '17.', sums: 'above' },
    ],
  },
];
