/** Reports whose every word is known in other languages; the rest are in English. */
type ReportTitle =
  | 'profit_and_loss'
  | 'balance_sheet'
  | 'receivables_aging'
  | 'payables_aging'
  | 'statement'
  | 'tax_summary'
  | 'revenue'
  | 'expenses_by_category';

/** Columns and rows as reports call them. */
type ReportWord =
  | 'account'
  | 'code'
  | 'amount'
  | 'compared'
  | 'change'
  | 'change_percent'
  | 'total'
  | 'date'
  | 'kind'
  | 'number'
  | 'description'
  | 'due_date'
  | 'balance'
  | 'opening'
  | 'closing'
  | 'share'
  | 'revenue'
  | 'cost_of_sales'
  | 'gross_profit'
  | 'operating_expenses'
  | 'operating_profit'
  | 'other_income'
  | 'other_expenses'
  | 'net_profit'
  | 'gross_margin_percent'
  | 'unapplied_receipts'
  | 'current_assets'
  | 'fixed_assets'
  | 'assets'
  | 'current_liabilities'
  | 'long_term_liabilities'
  | 'liabilities'
  | 'retained_earnings'
  | 'current_year_earnings'
  | 'equity'
  | 'liabilities_and_equity'
  | 'working_capital'
  | 'client'
  | 'payee'
  | 'sales'
  | 'expenses'
  | 'current'
  | 'credit'
  | 'sale'
  | 'return'
  | 'payment'
  | 'refund'
  | 'write_off'
  | 'reversal'
  | 'other'
  | 'side'
  | 'tax'
  | 'percentage'
  | 'category'
  | 'report_box'
  | 'base'
  | 'compared_base'
  | 'output'
  | 'input'
  | 'withheld'
  | 'output_tax'
  | 'input_tax'
  | 'withheld_tax'
  | 'net_due'
  | 'period'
  | 'client_group'
  | 'country'
  | 'product'
  | 'variant'
  | 'tax_rate'
  | 'member'
  | 'location'
  | 'channel'
  | 'payment_method'
  | 'units'
  | 'gross'
  | 'discounts'
  | 'returns'
  | 'net'
  | 'charges'
  | 'average_order'
  | 'cost'
  | 'margin'
  | 'margin_percent'
  | 'budget'
  | 'variance';

/** Every word that a report says by itself, in one language. `{…}` stands for what is filled in. */
export type ReportLabels = {
  /** Revenue is by a `{group}`. */
  readonly title: Readonly<Record<ReportTitle, string>>;
  /** `{currency}` */
  readonly amountsIn: string;
  readonly cashBasis: string;
  readonly accrualBasis: string;
  /** `{days}` */
  readonly comparedWith: string;
  /** `{day}` */
  readonly closedThrough: string;
  /** `{day}` */
  readonly asAt: string;
  /** `{day}`, `{time}`, `{name}` */
  readonly made: string;
  /** `{from}`, `{to}` */
  readonly ages: string;
  /** `{days}` */
  readonly oldest: string;
  readonly others: string;
  /** `{group}` */
  readonly none: string;
  readonly noTax: string;
  /** Beside a report on the cash basis. */
  readonly cashCost: string;
  /** Beside revenue by payment method. */
  readonly byMethod: string;
  readonly word: Readonly<Record<ReportWord, string>>;
};
