import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import {
  lockPriceList,
  priceListNameTaken,
  priceListRestored,
  PriceListAtVersion,
  PriceListWithPrices,
  wirePriceList,
} from './price-list.ts';
import { rewritePriceList } from './write-price-list.ts';

export const restorePriceList = operation({
  name: 'restore_price_list',
  summary: 'Restore an archived price list, with its clients and groups.',
  http: 'POST /price-lists/{id}/restore',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_price_list'),
  input: PriceListAtVersion,
  output: PriceListWithPrices,
  refuses: [notFound, versionConflict, invalidStateTransition, priceListNameTaken],
  emits: [priceListRestored],
  async run(context, { id, version }) {
    const current = await lockPriceList(context, id, version);
    if (current.status === 'active')
      throw invalidStateTransition({ status: 'active', allowed: ['archive_price_list'] });
    const list: PriceListWithPrices = {
      ...current,
      status: 'active',
      archived_at: null,
      version: current.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    context.before(wirePriceList(current));
    rewritePriceList(context, list);
    context.emit(priceListRestored(list));
    return list;
  },
});
