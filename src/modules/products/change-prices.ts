import { z } from 'zod';
import { changedBy } from '../../core/price.ts';
import { limitExceeded, notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Percent } from '../../wire/index.ts';
import { changeCategory, changeList, PriceChange } from './price-changes.ts';
import { priceListUpdated } from './price-list.ts';
import { productUpdated } from './product.ts';

/** 1,000 % in millionths of a percent. */
const percentMax = 1_000_000_000n;
const whole = 100_000_000n;

export const changePrices = operation({
  name: 'change_prices',
  summary: 'Raises or lowers all prices of a category, with those below it, or of a price list by a percentage.',
  guidance: 'Try it with dry_run first: it answers each price before and after. Tiers change with their variants.',
  http: 'POST /products/change-prices',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  keyRequired: true,
  input: z
    .strictObject({
      category_id: Id('product_category').optional(),
      price_list_id: Id('price_list').optional(),
      direction: z.enum(['raise', 'lower']),
      percent: Percent.refine((percent) => percent > 0n && percent <= percentMax, {
        error: 'Write more than "0" and at most "1000".',
      }),
      decimals: z.int().min(0).max(6).optional().describe('Of the new prices. Default: those of the currency.'),
    })
    .refine((input) => (input.category_id === undefined) !== (input.price_list_id === undefined), {
      error: 'Name either a category_id or a price_list_id.',
      path: ['category_id'],
    })
    .refine(({ direction, percent }) => direction === 'raise' || percent <= whole, {
      error: 'Lower by at most "100".',
      path: ['percent'],
    }),
  output: z.object({ changed: z.int(), changes: z.array(PriceChange) }),
  refuses: [notFound, validationFailed, limitExceeded],
  emits: [productUpdated, priceListUpdated],
  async run(context, { category_id: categoryId, price_list_id: listId, direction, percent, decimals }) {
    const by = direction === 'raise' ? percent : -percent;
    const after = (price: bigint, currency: string) => changedBy(price, by, { currency, decimals });
    const changes =
      listId === undefined
        ? await changeCategory(context, categoryId ?? '', after)
        : await changeList(context, listId, after);
    return { changed: changes.length, changes };
  },
});
