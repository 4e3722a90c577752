import { actorStamp } from '../../../operation/actor.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { settingsOf } from '../../organization/index.ts';
import {
  checkValidity,
  NewPriceList,
  priceListCreated,
  priceListExternalIdTaken,
  priceListNameTaken,
  PriceListWithPrices,
} from './price-list.ts';
import { insertPriceList, pricesFrom, writePrices } from './write-price-list.ts';

export const createPriceList = operation({
  name: 'create_price_list',
  summary: 'Create a price list: variant prices with quantity breaks, or a percentage discount.',
  guidance: 'Assign it to clients or client groups by their `price_list_id`; their sales then use its prices.',
  http: 'POST /price-lists',
  effect: 'write',
  permission: 'products:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('price_list'),
  input: NewPriceList,
  output: PriceListWithPrices,
  refuses: [notFound, validationFailed, priceListNameTaken, priceListExternalIdTaken],
  emits: [priceListCreated],
  async run(context, input) {
    const { now, actor } = context;
    const stamp = actorStamp(actor);
    const currency = input.currency ?? actor.organization?.baseCurrency ?? '';
    const [settings, prices] = await Promise.all([
      settingsOf(context),
      pricesFrom(context, input.prices ?? [], currency),
    ]);
    const list: PriceListWithPrices = {
      id: context.newId(),
      organization_id: context.organization,
      name: input.name,
      currency,
      prices_include_tax: input.prices_include_tax ?? settings.taxInclusiveDefault,
      valid_from: input.valid_from ?? null,
      valid_to: input.valid_to ?? null,
      percent_off: input.percent_off ?? null,
      price_count: prices.length,
      prices,
      status: 'active',
      external_id: input.external_id ?? null,
      metadata: input.metadata ?? {},
      custom_fields: input.custom_fields ?? {},
      tags: input.tags ?? [],
      version: 1,
      created_at: now,
      updated_at: now,
      created_by: stamp,
      updated_by: stamp,
      archived_at: null,
    };
    checkValidity(list);
    insertPriceList(context, list);
    if (prices.length > 0) writePrices(context, list.id, prices);
    context.emit(priceListCreated(list));
    return list;
  },
});
