import type { Layer } from '../../../core/layers.ts';
import type { StockLock } from './stock-lock.ts';

export type OwnLayer = Layer & { readonly variantId: string };

/** The same stock, to be taken from these layers before anything else. */
export function ownFirst(lock: StockLock, layers: readonly OwnLayer[]): StockLock {
  const own = Map.groupBy(layers, ({ variantId }) => variantId);
  const items = [...lock.items].map(([id, item]) => {
    const first = own.get(id) ?? [];
    const others = item.layers?.filter((layer) => !first.some((one) => one.id === layer.id));
    return [id, { ...item, layers: others && [...first, ...others] }] as const;
  });
  return { ...lock, items: new Map(items) };
}
