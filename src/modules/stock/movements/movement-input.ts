import { z } from 'zod';
import { powerOfTen, quantityScale } from '../../../core/decimal.ts';
import { notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Day, ExternalId, Id, Metadata, Quantity, Tags, Text } from '../../../wire/index.ts';
import type { StockedVariant, StockLock } from '../levels/stock-lock.ts';

/** Types of movements that are made by hand; the others are made by sales and counts. */
const byHand = [
  'purchase_receipt',
  'supplier_return',
  'adjustment_in',
  'adjustment_out',
  'write_off',
  'opening',
] as const;
type ByHand = (typeof byHand)[number];

const reasons = ['found', 'damaged', 'expired', 'lost', 'stolen', 'sample', 'own_use', 'correction', 'other'] as const;

const incoming: ReadonlySet<ByHand> = new Set(['purchase_receipt', 'adjustment_in', 'opening']);
/** Without a price nobody knows what these are worth, or what is owed for them. */
const priced: ReadonlySet<ByHand> = new Set(['purchase_receipt', 'opening']);
const unpriced: ReadonlySet<ByHand> = new Set(['adjustment_out', 'write_off']);
const reasoned: ReadonlySet<ByHand> = new Set(['adjustment_in', 'adjustment_out', 'write_off']);

export const NewMovement = z.strictObject({
  type: z.enum(byHand),
  variant_id: Id('variant'),
  location_id: Id('location').optional().describe('Default: the default location.'),
  quantity: Quantity.describe('A positive quantity; the type determines the direction.'),
  unit_cost: Amount.optional().describe(
    'Excluding tax. Required for purchase_receipt and opening; for a supplier_return, the amount credited.',
  ),
  effective_date: Day.optional().describe('Default: today. Not later.'),
  reason_code: z.enum(reasons).optional().describe('Required for adjustments and write-offs.'),
  note: Text(1_000).optional(),
  external_id: ExternalId.optional(),
  metadata: Metadata.optional(),
  tags: Tags.optional(),
});
export type NewMovement = z.output<typeof NewMovement>;

export function isIncoming({ type }: Pick<NewMovement, 'type'>): boolean {
  return incoming.has(type);
}

/** Checks what depends on the type of the movement and on the variant; answers the variant's stock. */
export function checkMovement(input: NewMovement, lock: StockLock): StockedVariant {
  const { type, unit_cost: cost, reason_code: reason } = input;
  if (cost === undefined && priced.has(type)) throw fault('/unit_cost', 'required', 'Send the unit cost.');
  if (cost !== undefined && unpriced.has(type)) {
    throw fault('/unit_cost', 'not_wanted', 'Leave the cost out: stock is issued at its carrying cost.');
  }
  if (reason === undefined && reasoned.has(type)) {
    throw fault('/reason_code', 'required', `Send a reason: ${reasons.join(', ')}.`);
  }
  const item = stockedVariant(lock, input.variant_id, '');
  if (item.status === 'archived' && priced.has(type)) {
    throw fault('/variant_id', 'archived', 'That variant is archived. Restore it first.');
  }
  checkQuantity(item, input.quantity, '/quantity');
  if (input.quantity === 0n) throw fault('/quantity', 'not_positive', 'Write more than zero.');
  return item;
}

/** The stock of a variant that must be there and have stock at all. */
export function stockedVariant(lock: StockLock, variantId: string, pointer: string): StockedVariant {
  const item = lock.items.get(variantId);
  const place = `${pointer}/variant_id`;
  if (item === undefined) {
    throw notFound({ errors: [{ pointer: place, code: 'not_found', message: 'The variant was not found.' }] });
  }
  if (!item.isTracked) {
    throw fault(
      place,
      'not_tracked',
      'Stock of this variant is not tracked. Set track_inventory with PATCH /api/variants/{id}.',
    );
  }
  return item;
}

/** A quantity has the decimals of its unit: there is no half of a chair. */
export function checkQuantity({ decimals }: StockedVariant, quantity: bigint, pointer: string): void {
  if (quantity % powerOfTen(quantityScale - decimals) === 0n) return;
  const message = decimals === 0 ? 'Write a whole number.' : `Write at most ${decimals} decimals.`;
  throw fault(pointer, 'too_many_decimals', message);
}

export function refuseFuture({ today }: Context, date: string): void {
  if (date > today) throw fault('/effective_date', 'in_future', `Send a day no later than ${today}.`);
}
