import { type Field, field, required } from './field.ts';

/** Of a product, in any of its rows, by the names that Shopify, WooCommerce and Square give them too. */
const ofProduct: readonly Field[] = [
  field('external_id', 'id', 'product_id'),
  required('name', 'product', 'product_name', 'title', 'item_name', 'artikel', 'artikelname', 'bezeichnung'),
  field('group', 'handle', 'url_handle', 'parent', 'parent_sku', 'product_group', 'reference_handle'),
  field('description', 'body_html', 'beschreibung', 'omschrijving', 'descripcion', 'quantity_per_unit'),
  field('category', 'category_id', 'category_name', 'product_category', 'kategorie', 'categorie', 'categoria'),
  field('categories'),
  field('type'),
  field('status'),
  field('unit', 'unit_of_measure', 'einheit', 'unite', 'eenheid', 'unidad'),
  field('tax_rate', 'tax', 'vat', 'vat_rate'),
  field('taxable', 'variant_taxable', 'charge_tax', 'tax_status'),
  field('price_includes_tax', 'gross_price'),
  field('tags'),
];

const options: readonly Field[] = ['1', '2', '3'].flatMap((n) => [
  field(`option${n}_name`, `option_name_${n}`, `attribute_${n}_name`),
  field(`option${n}_value`, `option_value_${n}`, `attribute_${n}_value_s`),
]);

/** Of the one variant that a row is. */
const ofVariant: readonly Field[] = [
  required('price', 'unit_price', 'sales_price', 'variant_price', 'regular_price', 'preis', 'prix', 'prijs', 'precio'),
  field('sku', 'article_number', 'item_number', 'variant_sku', 'artikelnummer', 'artikel_nr', 'referencia'),
  field('barcode', 'ean', 'gtin', 'upc', 'variant_barcode', 'gtin_upc_ean_or_isbn'),
  ...options,
  field('variation', 'variation_name', 'variant', 'variante'),
  field('stock', 'on_hand', 'quantity', 'units_in_stock', 'variant_inventory_qty', 'inventory_quantity', 'bestand'),
  field('track_inventory', 'variant_inventory_tracker', 'inventory_tracker'),
  field('cost', 'unit_cost', 'purchase_price', 'cost_per_item', 'default_unit_cost', 'cost_of_goods', 'einkaufspreis'),
  field('stock_date', 'stock_as_of', 'bestandsdatum', 'inventurdatum', 'date_inventaire', 'voorraaddatum'),
  field('low_stock_threshold', 'reorder_level', 'minimum_stock', 'low_stock_amount'),
];

export const productFields: readonly Field[] = [...ofProduct, ...ofVariant];

const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ name }) => name);

/** Fields that all rows of a product have in common. */
export const productHead: readonly string[] = namesOf(ofProduct).filter((name) => name !== 'external_id');
export const variantNames: readonly string[] = namesOf(ofVariant);

/** In the products of Shopify, the type is a category that the shop made up. */
export function columnsOfShops(columns: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const type = columns.get('type');
  const isShopify = (columns.has('handle') || columns.has('url_handle')) && columns.has('vendor');
  return type === undefined || !isShopify || columns.has('category') ? {} : { type: '', category: type };
}
