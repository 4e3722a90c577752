import { addDays } from '../../../src/core/calendar.ts';
import { type Make, of, type Samples, today } from './make.ts';

/** Bought so long ago that a month has ended since, whatever day it is: what is due then is posted at once. */
const newAsset: Make = async (shop) => ({
  name: shop.fresh('lathe'),
  account_code: '1500',
  cost: '120.00',
  life_months: 12,
  acquired_on: addDays(await today(shop), -32),
});

export const assetsSamples: Samples = {
  create_asset: newAsset,
  update_asset: of('create_asset', newAsset, { location: 'Workshop' }),
  run_depreciation: () => ({}),
  write_down_asset: of('create_asset', newAsset, { amount: '20.00', reason: 'Flood' }),
  write_up_asset: async (shop, person) => {
    const { id } = await shop.call('create_asset', await newAsset(shop, person));
    await shop.call('write_down_asset', { id, amount: '20.00' });
    return { id, amount: '5.00' };
  },
  dispose_asset: of('create_asset', newAsset, { proceeds: '50.00', account_code: '4800' }),
  reinstate_asset: async (shop, person) => {
    const { id } = await shop.call('create_asset', await newAsset(shop, person));
    await shop.call('dispose_asset', { id });
    return { id };
  },
  void_asset: of('create_asset', newAsset, { reason: 'By mistake.' }),
};
