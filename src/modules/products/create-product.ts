import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByDeleting } from '../../operation/undo.ts';
import { valuesOfRecord } from '../dimensions/index.ts';
import { checkPictures, writePictures } from '../files/index.ts';
import { settingsOf } from '../organization/index.ts';
import { checkAccounts } from './tax-rates/accounts-named.ts';
import { checkComponents, needComponents, writeComponents } from './variants/components.ts';
import { firstVariants } from './variants/first-variants.ts';
import { Product, productCreated, productExternalIdTaken } from './product.ts';
import { checkCategories, writeOtherCategories } from './categories/product-categories.ts';
import { NewProduct } from './product-input.ts';
import { insertProduct, type ProductRecord, readProduct, referencesUnknown } from './product-row.ts';
import { checkRates, writeRates } from './tax-rates/taxed-with.ts';
import { Similar, similarProducts } from './merging/similar-products.ts';
import { barcodeTaken, combinationTaken, skuTaken, variantExternalIdTaken } from './variants/variant.ts';
import { insertVariants } from './variants/variant-record.ts';
import { refusing } from './violation.ts';

export const createProduct = operation({
  name: 'create_product',
  summary: 'Create a product, service or bundle, with its price or its variants.',
  guidance:
    'A simple product takes `price`, `sku` and the like itself. With `options`, every combination becomes a ' +
    'variant. Possible duplicates are returned in `similar`; merge them with merge_product.',
  http: 'POST /products',
  effect: 'write',
  permission: 'products:write',
  mcp: 'tool',
  creates: true,
  seldom: [
    'is_sold',
    'is_purchased',
    'purchase_tax_rate_ids',
    'components',
    'picture_ids',
    'sku_prefix',
    'tax_code',
    'income_account_id',
    'cogs_account_id',
    'inventory_account_id',
    'price_tiers',
    'min_price',
    'standard_cost',
    'negative_stock',
    'reorder_quantity',
    'weight',
    'dimensions',
    'dimension_value_ids',
  ],
  undo: undoneByDeleting('product'),
  sideBySide: ({ components = [] }) => components.map(({ variant_id: id }) => `component ${id}`),
  input: NewProduct,
  output: Product.extend({ similar: Similar }),
  refuses: [
    notFound,
    validationFailed,
    productExternalIdTaken,
    skuTaken,
    barcodeTaken,
    combinationTaken,
    variantExternalIdTaken,
  ],
  emits: [productCreated],
  async run(context, input) {
    needComponents(input.type, input.components);
    const values = await valuesOfRecord(context, input);
    const record = newProduct(context, { ...input, dimension_value_ids: values ?? [] });
    const similar = similarProducts(context, record);
    // Awaited last, when those beside it are written too; where this one is refused, nobody asks.
    similar.catch(() => undefined);
    const [settings] = await Promise.all([
      settingsOf(context),
      checkCategories(context, input),
      checkRates(context, input),
      checkAccounts(context, input),
      checkComponents(context, input.type, input.components),
      checkPictures(context, input.picture_ids),
    ]);
    const { options, variants } = firstVariants(context, input, {
      productId: record.id,
      priceIncludesTax: settings.taxInclusiveDefault,
    });
    const written = [insertProduct(context, { ...record, options, variants }), insertVariants(context, variants)];
    writeOtherCategories(context, record.id, input.category_ids);
    writeRates(context, 'product', record.id, input);
    writeComponents(context, record.id, input.components);
    writePictures(context, record.id, input.picture_ids);
    const [created] = await refusing(referencesUnknown, Promise.all([readProduct(context, record.id), ...written]));
    context.emit(productCreated({ ...created, variant_ids: variants.map(({ id }) => id) }));
    return { ...created, similar: await similar };
  },
});

function newProduct(context: Context, input: NewProduct): ProductRecord {
  const stamp = actorStamp(context.actor);
  return {
    id: context.newId(),
    organization_id: context.organization,
    type: input.type,
    name: input.name,
    description: input.description ?? null,
    status: input.status,
    category_id: input.category_id ?? null,
    options: [],
    sku_prefix: input.sku_prefix ?? null,
    is_sold: input.is_sold ?? true,
    is_purchased: input.is_purchased ?? input.type === 'good',
    tax_code: input.tax_code ?? null,
    unit: input.unit ?? null,
    income_account_id: input.income_account_id ?? null,
    cogs_account_id: input.cogs_account_id ?? null,
    inventory_account_id: input.inventory_account_id ?? null,
    supplier_id: input.supplier_id ?? null,
    dimension_value_ids: input.dimension_value_ids ?? [],
    merged_into_id: null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
    archived_at: null,
  };
}
