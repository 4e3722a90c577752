import type { Day } from '../business.ts';

/** Somebody counts, and finds more, less or what the books say; or expected something else. */
export const countStock: Day = {
  name: 'count stock',
  weight: 1,
  needs: ['create_stock_count', 'list_stock_levels'],
  run: async ({ dice, chance, goods, attempt }) => {
    const variant_id = dice.one(goods).id;
    const levels = await attempt('list_stock_levels', { variant_id });
    const expected = chance(90) ? (levels?.data[0]?.on_hand ?? '0') : '1234';
    const counted = dice.one([expected, '0', '17', '240.5']);
    await attempt('create_stock_count', { lines: [{ variant_id, expected_on_hand: expected, counted }] });
  },
};
