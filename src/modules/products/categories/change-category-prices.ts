import { z } from 'zod';
import { limitExceeded, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  changeAsked,
  changeCategory,
  changeInput,
  PricesChanged,
  undoneByEarlierPrices,
} from '../price-lists/price-changes.ts';
import { productUpdated } from '../product.ts';

export const changeCategoryPrices = operation({
  name: 'change_category_prices',
  summary: 'Change the prices of all products of a category and its subcategories by a percentage.',
  guidance: 'Use dry_run first to preview every price before and after. Quantity tiers change with their variants.',
  http: 'POST /product-categories/{id}/change-prices',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  // Limits of tokens are worked out by list prices, of which this may change thousands.
  amount: 'later',
  keyRequired: true,
  undo: undoneByEarlierPrices,
  input: z.strictObject({ id: Id('product_category'), ...changeInput }),
  output: PricesChanged,
  refuses: [limitExceeded, notFound, validationFailed],
  emits: [productUpdated],
  async run(context, { id, ...asked }) {
    const changes = await changeCategory(context, id, changeAsked(asked));
    return { changed: changes.length, changes };
  },
});
