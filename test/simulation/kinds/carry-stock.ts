import type { Day } from '../business.ts';

/** Goods go to another place, and arrive whole, in parts, or are called back; some are held for somebody meanwhile. */
export const carryStock: Day = {
  name: 'carry stock',
  weight: 2,
  needs: ['create_location', 'create_stock_transfer', 'receive_stock_transfer', 'cancel_stock_transfer'],
  run: async ({ dice, chance, goods, kept, attempt }) => {
    const [places, transfers] = [kept('places'), kept('transfers')];
    if (places.length === 0) {
      const place = await attempt('create_location', { name: 'Second', code: 'SECOND' });
      if (place !== undefined) places.push(place);
      return;
    }
    if (transfers.length > 0 && chance(50)) {
      const deed = dice.one(['send_stock_transfer', 'receive_stock_transfer', 'cancel_stock_transfer']);
      await attempt(deed, { id: dice.one(transfers).id });
      return;
    }
    const lines = [{ variant_id: dice.one(goods).id, quantity: dice.one(['1', '2.5', '40']) }];
    const to_location_id = dice.one(places).id;
    const transfer = await attempt('create_stock_transfer', { to_location_id, lines, send: chance(60) });
    if (transfer !== undefined) transfers.push(transfer);
  },
};
