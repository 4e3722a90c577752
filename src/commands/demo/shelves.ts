import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { type Item, Made, type Shop } from './shop.ts';

/** Things get dearer by so much from month to month, in hundredths of a percent. */
const inflation = 35;

/** Receives what has run low: to what one likes to have, and before Christmas to more. */
export async function refill(shop: Shop, day: Day): Promise<void> {
  const month = Number(day.slice(5, 7));
  const plenty = month >= 10 ? 2 : 1;
  for (const [index, item] of shop.items.entries()) {
    const { par, cost, months } = item.good;
    if (par === undefined || cost === undefined) continue;
    if (months !== undefined && !months.includes(month)) continue;
    const wanted = par * plenty;
    if (item.onHand.shop > (wanted * 100) / 3) continue;
    const missing = wanted - Math.floor(item.onHand.shop / 100);
    const price = dearer(cost, month);
    await receive(shop, item, { quantity: missing, cost: price });
    const supplier = shop.suppliers[index % shop.suppliers.length];
    if (supplier !== undefined) supplier.sent += missing * Number(price.replace('.', ''));
  }
}

async function receive(shop: Shop, item: Item, { quantity, cost }: { quantity: number; cost: string }): Promise<void> {
  const input = { type: 'purchase_receipt', variant_id: item.id, quantity: String(quantity), unit_cost: cost };
  await shop.clerk.does('create_stock_movement', input, Made);
  item.onHand.shop += quantity * 100;
}

function dearer(cost: string, month: number): string {
  const cents = Math.round(Number(cost.replace('.', '')) * (1 + (inflation * month) / 10_000));
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Consumption of materials by the bindery in a month. */
export async function useUp(shop: Shop): Promise<void> {
  for (const item of shop.items) {
    if (item.onHand.bindery < 300) continue;
    const quantity = shop.chance.between(1, 2);
    const input = { type: 'adjustment_out', variant_id: item.id, quantity: String(quantity), reason_code: 'own_use' };
    const about = { location_id: shop.places.bindery, note: 'Used for bindery orders.' };
    await shop.clerk.does('create_stock_movement', { ...input, ...about }, Made);
    item.onHand.bindery -= quantity * 100;
  }
}

/** A count of a part of the shelves. Now and then something is missing, seldom there is more. */
export async function countShelves(shop: Shop): Promise<void> {
  const counted = shop.items.filter(({ good, onHand }) => good.par !== undefined && onHand.shop > 200);
  const lines = counted
    .filter(() => shop.chance.happens(40))
    .map((item) => {
      const difference = shop.chance.pick([0, -1, 1, -2], (one) => ({ '0': 80, '-1': 13, '1': 5 })[one] ?? 2);
      return { item, difference };
    });
  if (lines.length === 0) return;
  await shop.clerk.does(
    'create_stock_count',
    {
      note: 'Quarterly count of the shop',
      lines: lines.map(({ item, difference }) => ({
        variant_id: item.id,
        expected_on_hand: units(item.onHand.shop),
        counted: units(item.onHand.shop + difference * 100),
      })),
    },
    z.unknown(),
  );
  for (const { item, difference } of lines) item.onHand.shop += difference * 100;
}

/** Hundredths of a unit as the quantity that operations take. */
export function units(hundredths: number): string {
  const rest = hundredths % 100;
  return `${Math.floor(hundredths / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
