import { home, money } from '../../kit/values.ts';
import type { Field } from '../../kit/form/fields.ts';
import { supplierSource } from '../sell/line-fields.ts';
import { words } from '../../words/index.ts';

export type Variant = {
  readonly id: string;
  readonly product_id: string;
  /** Of its options; null where a product has no options. */
  readonly name: string | null;
  readonly full_name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string;
  readonly currency: string;
  readonly average_cost?: string | null;
  readonly track_inventory: boolean;
  readonly status: string;
  readonly version: number;
};
export type Product = {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly category_id: string | null;
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly tags: readonly { readonly name: string }[];
  readonly variants: readonly Variant[];
  readonly picture_ids: readonly string[];
  readonly version: number;
};

/** One price, or from the lowest to the highest. */
export function priceOf({ variants }: Pick<Product, 'variants'>): string {
  const sold = variants
    .filter(({ status }) => status !== 'archived')
    .toSorted((a, b) => Number(a.price) - Number(b.price));
  const [least, most] = [sold[0], sold.at(-1)];
  if (least === undefined || most === undefined) return '';
  const from = money(least.price, least.currency ?? home.currency.value);
  return least.price === most.price ? from : `${from} – ${money(most.price, most.currency)}`;
}

const category = (label: string): Field => ({
  name: 'category_id',
  label,
  kind: 'record',
  source: { path: 'product-categories?status=active', label: 'name', isWhole: true },
});

/** Fields shared by all variants of a product. */
export function productFields(): readonly Field[] {
  const w = words.value.productList;
  return [
    { name: 'name', label: w.name, isRequired: true, isWide: true },
    category(w.category),
    {
      name: 'supplier_id',
      label: w.supplier,
      kind: 'record',
      source: supplierSource,
    },
    { name: 'description', label: w.description, kind: 'area' },
  ];
}

export function variantFields(): readonly Field[] {
  const w = words.value.productList;
  return [
    { name: 'price', label: w.price, kind: 'number', isRequired: true },
    { name: 'price_includes_tax', label: w.priceIncludesTax, kind: 'yes' },
    { name: 'sku', label: w.sku },
    { name: 'barcode', label: w.barcode, hint: w.barcodeHint },
    { name: 'standard_cost', label: w.cost, kind: 'number', hint: w.costHint },
    { name: 'min_price', label: w.minPrice, kind: 'number' },
    { name: 'track_inventory', label: w.tracked, kind: 'yes' },
    {
      name: 'low_stock_threshold',
      label: w.lowBelow,
      kind: 'number',
      isShown: (typed) => typed['track_inventory'] === true,
    },
  ];
}
