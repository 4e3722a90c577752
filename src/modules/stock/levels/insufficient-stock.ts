import { z } from 'zod';
import { formatDecimal, quantityScale } from '../../../core/decimal.ts';
import { refusal } from '../../../operation/errors.ts';
import { Id } from '../../../wire/index.ts';
import type { StockedVariant, StockLock } from './stock-lock.ts';

export const insufficientStock = refusal(
  'insufficient_stock',
  409,
  'Not enough stock is available.',
  'Use at most the `available` quantity of each variant in `short`, or receive or count stock first.',
  ['stock_levels_not_negative'],
);

export type Demand = { readonly variantId: string; readonly quantity: bigint };

/**
 * Refuses what more is taken of than there is, summed over all that is asked for at once; answers a warning for each
 * variant that may be taken nevertheless. `hint` is what to do instead, where it is not the usual.
 */
export function refuseShortage(lock: StockLock, demands: readonly Demand[], hint?: string): string[] {
  const asked = new Map<string, bigint>();
  for (const { variantId, quantity } of demands) asked.set(variantId, (asked.get(variantId) ?? 0n) + quantity);
  const short = [...asked].flatMap(([variantId, quantity]) => {
    const item = lock.items.get(variantId);
    return item === undefined || !item.isTracked || quantity <= availableOf(item) ? [] : [{ item, quantity }];
  });
  const denied = short.filter(({ item }) => item.negativeStock === 'deny');
  if (denied.length > 0) throw insufficientStock({ short: denied.map(shortageOf), ...(hint && { hint }) });
  return short
    .filter(({ item }) => item.negativeStock === 'warn')
    .map(
      ({ item, quantity }) =>
        `Only ${written(availableOf(item))} of ${item.name} was available for ${written(quantity)}.`,
    );
}

function shortageOf({ item, quantity }: { readonly item: StockedVariant; readonly quantity: bigint }) {
  return {
    variant_id: z.encode(Id('variant'), item.variantId),
    sku: item.sku,
    name: item.name,
    requested: written(quantity),
    available: written(availableOf(item)),
  };
}

function availableOf({ onHand, reserved }: StockedVariant): bigint {
  return onHand > reserved ? onHand - reserved : 0n;
}

function written(quantity: bigint): string {
  return formatDecimal(quantity, quantityScale, 0);
}
