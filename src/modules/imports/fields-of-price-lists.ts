import { type Field, field, required } from './field.ts';
import { currencyNames } from './headings.ts';

const listNames = ['price_list_name', 'name', 'preisliste', 'liste_de_prix', 'tarif', 'prijslijst', 'tarifa', 'lista'];
const articles = ['product_id', 'variant_id', 'article_number', 'item_number', 'artikelnummer', 'artikel_nr'];

/** A row for each price, with the list that it is in; a list of a percentage alone has one row without a product. */
export const priceListFields: readonly Field[] = [
  required('list', 'price_list', ...listNames),
  field('external_id', 'id', 'price_list_id'),
  field('product', 'sku', 'variant_sku', ...articles),
  field('min_quantity', 'minimum_quantity', 'from_quantity', 'quantity', 'ab_menge', 'menge', 'qty'),
  field('price', 'unit_price', 'preis', 'prix', 'prijs', 'precio'),
  field('percent_off', 'discount_percent', 'discount', 'rabatt', 'remise', 'korting', 'descuento'),
  field('currency', ...currencyNames),
  field('prices_include_tax', 'gross_prices', 'price_includes_tax'),
  field('valid_from', 'starts_on', 'start_date', 'gueltig_ab', 'gultig_ab', 'valable_du', 'geldig_vanaf'),
  field('valid_to', 'ends_on', 'end_date', 'gueltig_bis', 'gultig_bis', 'valable_au', 'geldig_tot'),
];

/** Fields of the list as a whole. */
export const priceListHead: readonly string[] = [
  'external_id',
  'percent_off',
  'currency',
  'prices_include_tax',
  'valid_from',
  'valid_to',
];
