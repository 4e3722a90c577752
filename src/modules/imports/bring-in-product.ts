import { at } from '../../core/list.ts';
import { validationFailed } from '../../operation/errors.ts';
import { isZero, tagsIn, truthIn } from './cells.ts';
import { categoryIdOrNew } from './find-category.ts';
import { taxRateIds } from './find-taxes.ts';
import type { Answered, ImportContext, Step } from './import-context.ts';
import { headOf, type ImportRecord, type Values } from './import-record.ts';
import { type Options, optionsIn } from './product-options.ts';

/** A product with its variants, and the stock that the books begin with. Categories that are not there yet are made. */
export async function productSteps({ rows }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const head = headOf({ rows });
  const options = optionsIn(rows);
  for (const [row, values] of rows.entries())
    if (hasStock(values) && values['cost'] === undefined) throw costMissing(row);
  const input = {
    ...(await productInput(head)),
    ...(await categoriesOf(head, context)),
    tax_rate_ids: await ratesOf(head, context),
    ...(options === undefined ? variantInput(at(rows, 0)) : { variants: variantsOf(rows, options) }),
  };
  const product: Step = { operation: 'create_product', input };
  const openings = rows.flatMap((values, place) => (hasStock(values) ? [openingOf(values, place)] : []));
  return [product, ...openings, ...(statusOf(head) === 'archived' ? [archiving] : [])];
}

const hasStock = (values: Values): boolean => !isZero(values['stock']) && isTracked(values) !== false;

/** Undefined where the file does not say it: then goods are. Other words than no are names of what tracks them. */
function isTracked({ track_inventory: text }: Values): boolean | undefined {
  return text === undefined ? undefined : truthIn(text) !== false;
}

function costMissing(row: number): Error {
  const message = 'Send the unit cost, such as 12.50: stock needs a value.';
  return validationFailed({ errors: [{ pointer: `/variants/${row}/cost`, code: 'required', message }], hint: message });
}

async function productInput(head: Values): Promise<object> {
  const { external_id, name, description, unit } = head;
  const type = typeOf(head);
  const status = statusOf(head);
  return {
    external_id,
    name,
    description: description && (await plainText(description)),
    ...(type === undefined ? {} : { type }),
    ...(status === 'draft' ? { status } : {}),
    ...(unit === undefined ? {} : { unit: { label: unit } }),
    tags: tagsIn(head['tags']),
  };
}

/** Shops keep descriptions as they stand on their pages. What reads those is loaded with the first: it takes 2 MB. */
async function plainText(description: string): Promise<string> {
  const isHtml = /<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i.test(description);
  if (!isHtml) return description;
  const { convert } = await import('html-to-text');
  const selectors = [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ];
  return convert(description, { wordwrap: false, selectors });
}

/** `simple, virtual` and the like are types of WooCommerce: nothing of them is kept in stock. */
function typeOf({ type }: Values): string | undefined {
  const words = tagsIn(type?.toLowerCase()) ?? [];
  if (words.includes('virtual') || words.includes('downloadable')) return 'service';
  return ['simple', 'variable', 'variation', 'external', 'physical'].includes(words[0] ?? '') ? 'good' : type;
}

function statusOf({ status }: Values): 'draft' | 'active' | 'archived' {
  const word = status?.toLowerCase();
  if (word === undefined || word === 'active' || word === 'published') return 'active';
  if (word === 'draft' || word === 'archived') return word;
  const message = 'Write active, draft or archived.';
  throw validationFailed({ errors: [{ pointer: '/status', code: 'unknown_status', message }], hint: message });
}

async function categoriesOf({ category, categories }: Values, context: ImportContext): Promise<object> {
  const texts = [...(category === undefined ? [] : [category]), ...(tagsIn(categories) ?? [])];
  const ids: (string | undefined)[] = [];
  for (const text of new Set(texts)) ids.push(await categoryIdOrNew(context, text));
  const [first, ...others] = [...new Set(ids)].filter((id) => id !== undefined);
  return { category_id: first, ...(others.length === 0 ? {} : { category_ids: others }) };
}

async function ratesOf({ tax_rate: rate, taxable }: Values, context: ImportContext): Promise<string[] | undefined> {
  if (rate !== undefined) return taxRateIds(context, rate);
  return truthIn(taxable) === false ? [] : undefined;
}

function variantsOf(rows: readonly Values[], { names, values }: Options): object[] {
  return rows.map((row, place) => ({
    ...variantInput(row),
    external_id: row['variant_id'],
    option_values: Object.fromEntries(names.map((name, index) => [name, at(at(values, place), index)])),
  }));
}

/** The fields of a variant, which a product of one variant takes itself. */
function variantInput(values: Values): object {
  const { price, sku, barcode, low_stock_threshold } = values;
  return {
    price,
    sku,
    barcode,
    low_stock_threshold,
    price_includes_tax: truthIn(values['price_includes_tax']),
    ...(isTracked(values) === false ? { track_inventory: false } : {}),
  };
}

function openingOf({ stock, cost, stock_date }: Values, place: number): Step {
  return {
    operation: 'create_stock_movement',
    input: { type: 'opening', quantity: stock, unit_cost: cost, effective_date: stock_date },
    following: (product) => ({ variant_id: variantAt(product, place) }),
  };
}

/** Variants are in the order in which they were sent. */
function variantAt(product: Answered, place: number): string | undefined {
  return (product['variants'] as readonly { readonly id: string }[])[place]?.id;
}

const archiving: Step = { operation: 'archive_product', input: {}, following: ({ id }) => ({ id }) };
