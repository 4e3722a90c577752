/** Responses that the screens read. In the repository these come from the generated types of `sdk/`. */
export type Page<Row> = {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly total_count?: number;
};
export type Figure = {
  readonly amount: string;
  readonly series: readonly string[];
  readonly compared: string | null;
  readonly compared_series: readonly (string | null)[];
  readonly change_percent: string | null;
};
export type Me = {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly locale: string | null;
    readonly totp_enabled?: boolean;
    readonly recovery_codes_left?: number;
    readonly passkeys?: number;
  };
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly base_currency: string;
    readonly locale: string;
    readonly timezone: string;
  };
  readonly member?: { readonly id: string; readonly is_owner: boolean };
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: readonly string[];
  readonly token?: { readonly confined?: boolean };
};
export type Dashboard = {
  readonly period: Period;
  readonly compared_period: Period | null;
  readonly net_sales: Figure;
  readonly net_profit: Figure;
  readonly sales_count: number;
  readonly cash: string;
  readonly receivable: string;
  readonly overdue: { readonly count: number; readonly amount: string };
  readonly tax_due: string;
  readonly low_stock: number;
  readonly out_of_stock: number;
  readonly sales_by_month: { readonly intervals: readonly Interval[]; readonly net: Figure };
  readonly cash_by_week: { readonly intervals: readonly Interval[]; readonly closing: readonly string[] };
  readonly owing: readonly Pick<Aging['rows'][number], 'client_id' | 'client' | 'total' | 'ages'>[];
};
export type ReadinessItem = {
  readonly code: string;
  readonly state: 'done' | 'missing' | 'recommended';
  readonly title: string;
  readonly why: string;
  readonly hint: string | null;
  readonly change_with: string;
  readonly pointer: string;
};
export type Readiness = {
  readonly ready: boolean;
  readonly has_invoices: boolean;
  readonly items: readonly ReadinessItem[];
};
export type Preferences = {
  readonly preferences: {
    /** By organisation. */
    readonly checklist_put_away?: Readonly<Record<string, boolean>>;
    /** Of this program. */
    readonly console?: {
      readonly theme?: string;
      readonly language?: string;
      /** False where single letters do nothing. */
      readonly letters?: boolean;
      /** By list. */
      readonly hidden_columns?: Readonly<Record<string, readonly string[]>>;
    };
  };
};
export type Period = { readonly from: string; readonly to: string };
export type Interval = Period & { readonly label: string; readonly is_partial: boolean };
export type Revenue = {
  readonly intervals: readonly Interval[];
  readonly rows: readonly {
    readonly kind: string;
    readonly key: string;
    readonly units: string | null;
    readonly net: Figure;
  }[];
};
export type Aging = {
  readonly rows: readonly {
    readonly client_id: string | null;
    readonly client: string;
    readonly sales: number;
    readonly total: string;
    readonly oldest: string | null;
    readonly ages: Readonly<Record<'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90_days', string>>;
  }[];
};
export type StockAlert = {
  readonly id: string;
  readonly variant_id: string;
  readonly name: string;
  readonly sku: string;
  readonly available: string;
  readonly low_stock_threshold: string | null;
  readonly reorder_quantity: string | null;
  readonly location_name: string;
};
export type Subject = {
  readonly id: string | null;
  readonly number: string | null;
  readonly title: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
};
export type Approval = {
  readonly id: string;
  readonly action: string;
  /** The record concerned; null where there are many. */
  readonly subject: Subject | null;
  readonly preview: { readonly sentences: readonly string[] };
  readonly arguments: { readonly reason?: string };
  readonly created_at: string;
};
export type SaleStatus = 'draft' | 'confirmed' | 'completed' | 'voided';
export type SaleRow = {
  readonly id: string;
  readonly number: string | null;
  readonly client_name: string | null;
  readonly sale_date: string;
  readonly due_date: string | null;
  readonly status: SaleStatus;
  readonly payment_status: string;
  readonly total: string;
  readonly amount_due: string;
  readonly currency: string;
  readonly is_overdue?: boolean;
};
export type Tax = { readonly rate_id: string; readonly name: string; readonly amount: string };
export type Line = {
  readonly position: number;
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly total: string;
  readonly net: string;
};
export type Totals = {
  readonly gross: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly taxes: readonly Tax[];
  /** Taken off below the taxes, as is a discount of a voucher; rounding is signed. */
  readonly withheld: string;
  readonly after_tax_discount: string;
  readonly rounding: string;
};
export type Sale = SaleRow & {
  readonly client_id: string | null;
  readonly lines: readonly Line[];
  readonly totals: Totals;
  readonly version: number;
  readonly amount_paid: string;
  readonly margin: string | null;
};
export type Calculated = {
  readonly lines: readonly Line[];
  readonly totals: Totals;
  readonly due_date: string | null;
  readonly currency: string;
  readonly total: string;
};
export type Variant = {
  readonly id: string;
  readonly product_id: string;
  /** The main picture of its product. */
  readonly picture_id: string | null;
  readonly full_name: string;
  readonly sku: string | null;
  readonly price: string;
  readonly barcode: string | null;
};
export type Doc = {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly number: string | null;
  readonly client_name: string | null;
  readonly total: string;
  readonly amount_due: string | null;
  readonly issue_date: string | null;
  readonly due_date: string | null;
  readonly currency: string;
  readonly sale_id: string | null;
  readonly is_overdue?: boolean;
};
export type ProfitLoss = {
  readonly intervals: readonly Interval[];
  readonly rows: readonly (Figure & {
    readonly section: string;
    readonly account_id: string;
    readonly code: string;
    readonly name: string;
  })[];
  readonly totals: Readonly<Record<string, Figure>> & { readonly gross_margin_percent: string };
  /** In the order of a standard, where one is asked for or set. */
  readonly statement?: { readonly lines: readonly StatementLine[] };
};
export type StatementLine = Omit<Figure, 'amount'> & {
  readonly amount: string | null;
  readonly key: string;
  readonly kind: 'heading' | 'line' | 'subtotal' | 'total';
  readonly level: number;
  readonly code: string | null;
  readonly title: string;
  readonly accounts: readonly {
    readonly key: string;
    readonly code: string | null;
    readonly name: string;
    readonly amount: string;
  }[];
};
export type Found = {
  readonly type: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly date: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
};
