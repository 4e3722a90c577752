import type { Shop } from '../shop.ts';
import type { Wire } from '../world.ts';

/** What a shop is filled by, before it knows its ids. */
export type ShopActions = Omit<Shop, 'ids'>;

/** Records that were made, by the names that other modules call them by. */
export type Made = Readonly<Record<string, Wire>>;

/** Makes one record of each kind that a module keeps, on top of those that there are. */
export type Fill = (hands: ShopActions, made: Made) => Promise<Made>;

/** One of those that a list answers. */
export async function firstOf({ call }: ShopActions, list: string): Promise<Wire> {
  return (await call(list, { limit: 1 })).data[0];
}
