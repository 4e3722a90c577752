/** What a file may say of each kind of record, and by which names its columns are known without being told. */
export const kinds = ['clients', 'product_categories', 'products', 'sales', 'exchange_rates'] as const;
export type Kind = (typeof kinds)[number];

export type Field = {
  readonly name: string;
  /** A file without it, or a default for it, cannot be brought in. */
  readonly required?: true;
  /** Other names of its column, in lower case with underscores. */
  readonly aliases: readonly string[];
};

const field = (name: string, ...aliases: string[]): Field => ({ name, aliases });
const required = (name: string, ...aliases: string[]): Field => ({ name, required: true, aliases });

export const fieldsOf: Readonly<Record<Kind, readonly Field[]>> = {
  clients: [
    field('external_id', 'id', 'customer_id', 'client_id', 'customer_number'),
    field('number', 'client_number'),
    required('name', 'display_name', 'company', 'company_name', 'customer', 'client'),
    field('type'),
    field('legal_name'),
    field('first_name', 'given_name'),
    field('last_name', 'surname', 'family_name'),
    field('email', 'e_mail', 'mail'),
    field('phone', 'telephone', 'tel'),
    field('website', 'url', 'web'),
    field('contact_name', 'contact'),
    field('contact_role', 'contact_title', 'job_title'),
    field('contact_email'),
    field('line1', 'address', 'street', 'address_line_1'),
    field('line2', 'address_line_2'),
    field('city', 'town'),
    field('region', 'state', 'province'),
    field('postal_code', 'zip', 'zip_code', 'postcode'),
    field('country', 'country_code'),
    field('vat_number', 'vat_id', 'eu_vat'),
    field('language', 'locale'),
    field('notes', 'note', 'comment', 'notes_internal'),
    field('tags'),
  ],
  product_categories: [
    field('external_id', 'id', 'category_id'),
    required('name', 'category', 'category_name'),
    field('parent', 'parent_category'),
  ],
  products: [
    field('external_id', 'id', 'product_id'),
    required('name', 'product', 'product_name', 'title'),
    required('price', 'unit_price', 'sales_price'),
    field('sku', 'article_number', 'item_number'),
    field('barcode', 'ean', 'gtin', 'upc'),
    field('description', 'quantity_per_unit'),
    field('category', 'category_id', 'category_name'),
    field('type'),
    field('unit', 'unit_of_measure'),
    field('tax_rate', 'tax', 'vat', 'vat_rate'),
    field('price_includes_tax', 'gross_price'),
    field('stock', 'on_hand', 'quantity', 'units_in_stock'),
    field('cost', 'unit_cost', 'purchase_price'),
    field('low_stock_threshold', 'reorder_level', 'minimum_stock'),
    field('tags'),
  ],
  sales: [
    required('sale', 'sale_id', 'order_id', 'order', 'invoice', 'invoice_number', 'number'),
    required('date', 'sale_date', 'order_date', 'invoice_date'),
    field('due_date', 'due'),
    field('client', 'client_id', 'customer', 'customer_id', 'client_number', 'customer_number'),
    field('product', 'product_id', 'sku', 'variant_id', 'article_number', 'item_number'),
    field('description', 'item', 'product_name', 'line_description'),
    required('quantity', 'qty', 'units'),
    field('unit_price', 'price'),
    field('discount_percent'),
    field('discount_fraction', 'discount'),
    field('tax_rate', 'tax', 'vat', 'vat_rate'),
    field('prices_include_tax', 'gross_prices'),
    field('shipping', 'freight', 'delivery', 'postage'),
    field('payment_method', 'paid_by'),
    field('channel'),
    field('notes', 'note', 'comment'),
    field('tags'),
  ],
  exchange_rates: [
    required('currency', 'currency_code', 'code'),
    required('rate_date', 'date', 'day'),
    required('rate', 'exchange_rate', 'value'),
    field('source'),
  ],
};

export function fieldNames(kind: Kind): string[] {
  return fieldsOf[kind].map(({ name }) => name);
}

/** What is said of a sale as a whole, in any of its rows. */
export const headFields = [
  ...['date', 'due_date', 'client', 'prices_include_tax', 'shipping', 'payment_method', 'channel', 'notes', 'tags'],
] as const;

/** What every record must say: what is left out would be made up, such as today for the day of an old sale. */
export const neededFields: Readonly<Record<Kind, readonly string[]>> = {
  clients: ['name'],
  product_categories: ['name'],
  products: ['name', 'price'],
  sales: ['sale', 'date', 'quantity'],
  exchange_rates: ['currency', 'rate_date', 'rate'],
};

export const numberFields: ReadonlySet<string> = new Set([
  ...['price', 'stock', 'cost', 'low_stock_threshold', 'quantity', 'unit_price', 'shipping'],
  ...['discount_percent', 'discount_fraction', 'rate'],
]);
export const truthFields: ReadonlySet<string> = new Set(['price_includes_tax', 'prices_include_tax']);
