import { validationFailed } from '../../operation/errors.ts';
import { isZero, tagsIn, truthIn } from './cells.ts';
import type { Answered, ImportContext, Step } from './import-context.ts';
import { categoryIdOrNew } from './find.ts';
import { taxRateIds } from './find-taxes.ts';
import type { ImportRecord, Values } from './import-record.ts';

/** A product with one variant, and the stock that the books begin with. A category that is not there yet is made. */
export async function productSteps({ rows: [values = {}] }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { category, tax_rate: rate } = values;
  const hasStock = !isZero(values['stock']);
  if (hasStock && values['cost'] === undefined) throw costMissing();
  const categoryId = category === undefined ? undefined : await categoryIdOrNew(context, category);
  const rates = rate === undefined ? undefined : await taxRateIds(context, rate);
  const input = { ...productInput(values), category_id: categoryId, tax_rate_ids: rates };
  const product: Step = { operation: 'create_product', input };
  return hasStock ? [product, openingOf(values)] : [product];
}

function costMissing(): Error {
  const message = 'Send the unit cost, such as 12.50: stock needs a value.';
  return validationFailed({ errors: [{ pointer: '/cost', code: 'required', message }], hint: message });
}

function productInput(values: Values): object {
  const { external_id, name, price, sku, barcode, description, type, unit, low_stock_threshold } = values;
  return {
    external_id,
    name,
    price,
    sku,
    barcode,
    description,
    low_stock_threshold,
    ...(type === undefined ? {} : { type }),
    ...(unit === undefined ? {} : { unit: { label: unit } }),
    price_includes_tax: truthIn(values['price_includes_tax']),
    tags: tagsIn(values['tags']),
  };
}

function openingOf({ stock, cost, stock_date }: Values): Step {
  return {
    operation: 'create_stock_movement',
    input: { type: 'opening', quantity: stock, unit_cost: cost, effective_date: stock_date },
    following: variantOf,
  };
}

/** A product without options has one variant. */
function variantOf(product: Answered): object {
  const [variant] = product['variants'] as readonly { readonly id: string }[];
  return { variant_id: variant?.id };
}
