import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import {
  lockPriceList,
  priceListArchived,
  PriceListAtVersion,
  PriceListWithPrices,
  wirePriceList,
} from './price-list.ts';
import { rewritePriceList } from './write-price-list.ts';

export const archivePriceList = operation({
  name: 'archive_price_list',
  summary: 'Archive a price list. No new sale uses it, even if assigned to a client or group.',
  http: 'POST /price-lists/{id}/archive',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_price_list'),
  input: PriceListAtVersion,
  output: PriceListWithPrices,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [priceListArchived],
  async run(context, { id, version }) {
    const current = await lockPriceList(context, id, version);
    if (current.status === 'archived')
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_price_list'] });
    const list: PriceListWithPrices = {
      ...current,
      status: 'archived',
      archived_at: context.now,
      version: current.version + 1,
      updated_at: context.now,
      updated_by: actorStamp(context.actor),
    };
    context.before(wirePriceList(current));
    rewritePriceList(context, list);
    context.emit(priceListArchived(list));
    return list;
  },
});
