export type Level = {
  readonly variant_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly location_id: string;
  readonly location_name: string;
  readonly on_hand: string;
  readonly reserved: string;
  readonly available: string;
  readonly in_transit: string;
  readonly low_stock_threshold: string | null;
  readonly reorder_point: string | null;
  readonly reorder_quantity: string | null;
  readonly is_low: boolean;
  readonly is_out: boolean;
  readonly average_cost: string | null;
  readonly value: string | null;
  readonly last_counted_at: string | null;
};

export type Movement = {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly sku: string | null;
  readonly location_id: string;
  readonly quantity: string;
  readonly balance_after: string;
  readonly effective_date: string;
  readonly note: string | null;
  readonly reason_code: string | null;
  readonly source: { readonly type: string; readonly id: string } | null;
};
