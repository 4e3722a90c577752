import type { Wire } from '../world.ts';
import type { RunningService, SignedIn } from '../running-service.ts';

/** Actions for filling a shop, before its ids are known. */
export type ShopActions = Omit<Shop, 'ids' | 'samples'>;

/** Records that were made, by the names that other modules call them by. */
export type Made = Readonly<Record<string, Wire>>;

/** Makes one record of each kind that a module keeps, on top of those that there are. */
export type Fill = (hands: ShopActions, made: Made) => Promise<Made>;

/** One of those that a list answers. */
export async function firstOf({ call }: ShopActions, list: string): Promise<Wire> {
  return (await call(list, { limit: 1 })).data[0];
}

/** An organisation with records of every kind, whose texts all bear its mark. */
export type Shop = {
  readonly service: RunningService;
  readonly who: SignedIn;
  /** Stands in the text of its records and of no other's. */
  readonly mark: string;
  /** One record of each kind, by the prefix of its id. */
  readonly ids: Readonly<Record<string, string>>;
  /** Inputs that were prepared with the shop, by their operation, each for one call. */
  readonly samples: Map<string, Record<string, unknown>>;
  /** Runs an operation through REST as its owner, and fails where that refuses. */
  readonly call: (name: string, input?: object) => Promise<Wire>;
  /** A text that was not there before. */
  readonly fresh: (text: string) => string;
};
