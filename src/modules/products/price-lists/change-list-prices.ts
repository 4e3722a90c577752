import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { changeAsked, changeList, changeInput, PricesChanged, undoneByEarlierList } from './price-changes.ts';
import { priceListUpdated } from './price-list.ts';

export const changeListPrices = operation({
  name: 'change_list_prices',
  summary: 'Change every price of a price list by a percentage.',
  guidance: 'Use dry_run first to preview every price before and after.',
  http: 'POST /price-lists/{id}/change-prices',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  // Limits of tokens are worked out by list prices, of which this may change thousands.
  amount: 'later',
  keyRequired: true,
  undo: undoneByEarlierList,
  input: z.strictObject({ id: Id('price_list'), ...changeInput }),
  output: PricesChanged,
  refuses: [notFound, validationFailed],
  emits: [priceListUpdated],
  async run(context, { id, ...asked }) {
    const changes = await changeList(context, id, changeAsked(asked));
    return { changed: changes.length, changes };
  },
});
