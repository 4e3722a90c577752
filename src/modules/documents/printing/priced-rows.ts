import type { DocumentLine } from '../../../render/facts.ts';
import type { StoredSale } from '../../sales/index.ts';

export type PricedRow = Pick<
  StoredSale['row'],
  | 'currency'
  | 'prices_include_tax'
  | 'discounts'
  | 'charges'
  | 'taxes'
  | 'net'
  | 'charges_net'
  | 'tax'
  | 'withheld'
  | 'rounding'
  | 'total'
>;

export type PricedLineRow = Pick<
  StoredSale['lines'][number],
  | 'position'
  | 'name'
  | 'description'
  | 'sku'
  | 'unit'
  | 'quantity'
  | 'unit_price'
  | 'discount_percent'
  | 'taxes'
  | 'gross'
  | 'line_discount'
  | 'discount_allocated'
  | 'undiscounted'
  | 'net'
  | 'tax'
>;

/** A line, with its part of the discounts on the whole document, without tax, which are told apart from it. */
export type FactLine = { readonly row: PricedLineRow; readonly line: DocumentLine; readonly shared: bigint };
