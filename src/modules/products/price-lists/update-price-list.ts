import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import {
  checkValidity,
  lockPriceList,
  priceListExternalIdTaken,
  priceListNameTaken,
  PriceListPatch,
  priceListUpdated,
  PriceListWithPrices,
  wirePriceList,
} from './price-list.ts';
import { pricesFrom, rewritePriceList, writePrices } from './write-price-list.ts';

export const updatePriceList = operation({
  name: 'update_price_list',
  summary: 'Update a price list. `prices` replaces all its prices, for new sales only.',
  http: 'PATCH /price-lists/{id}',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_price_list'),
  input: PriceListPatch,
  output: PriceListWithPrices,
  refuses: [notFound, validationFailed, versionConflict, priceListNameTaken, priceListExternalIdTaken],
  emits: [priceListUpdated],
  async run(context, { id, version, prices: given, ...patch }) {
    const current = await lockPriceList(context, id, version);
    const prices = given === undefined ? current.prices : await pricesFrom(context, given, current.currency);
    const list: PriceListWithPrices = {
      ...current,
      ...sent(patch),
      prices,
      price_count: prices.length,
      version: current.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    checkValidity(list);
    context.before(wirePriceList(current));
    rewritePriceList(context, list);
    if (given !== undefined) writePrices(context, id, prices);
    context.emit(priceListUpdated(list));
    return list;
  },
});
