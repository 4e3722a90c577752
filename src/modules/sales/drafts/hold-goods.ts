import type { Context } from '../../../operation/operation.ts';
import { expiryOf, heldFor, holdsOf, holdStock, letGo, type LockedHolds, lockHolds } from '../../stock/index.ts';
import { demandsOf } from '../confirming/confirm.ts';
import { type SaleParts, variantIdsOf } from '../load-sale.ts';
import type { PlannedSale } from './plan-sale.ts';
import type { SaleWarning } from '../sale.ts';
import type { SaleInput } from './sale-input.ts';
import type { SaleRow } from '../sale-row.ts';

export const reserveSays = 'Reserve stock for the draft, for as long as the organisation’s reservations last.';

type Goods = {
  readonly parts: SaleParts;
  readonly reserve: boolean;
  readonly locked: Pick<LockedHolds, 'lock'> & Partial<LockedHolds>;
};

/** Holds the goods of a draft instead of what it held before, or lets those go. Sent without waiting. */
export function holdGoods(
  context: Context,
  planned: PlannedSale,
  { parts, reserve, locked: { lock, held = [], elsewhere } }: Goods,
): { readonly sale: PlannedSale; readonly warnings: SaleWarning[] } {
  const demands =
    reserve && planned.row.stock === 'issue' ? demandsOf(planned.lines, { variants: parts.variants, stock: lock }) : [];
  if (demands.length === 0 && held.length === 0) return { sale: planned, warnings: [] };
  const expiresAt = expiryOf(context, parts.settings.reservationMinutes);
  const source = { type: 'sale', id: planned.row.id } as const;
  const { ids, warnings } = holdStock(context, lock, { demands, held, elsewhere, expiresAt, source });
  const row = { ...planned.row, reserved_until: ids.length === 0 ? null : expiresAt };
  return { sale: { ...planned, row }, warnings: warnings.map((message) => ({ code: 'stock_negative', message })) };
}

type Changed = { readonly input: SaleInput; readonly reserve: boolean };

/** Locks the goods that a locked draft holds and those that it will hold. */
export async function lockGoods(context: Context, before: SaleRow, { input, reserve }: Changed): Promise<LockedHolds> {
  const source = { type: 'sale', id: before.id } as const;
  const found = before.reserved_until === null ? [] : await holdsOf(context, source);
  const locationId = input.location_id ?? before.location_id;
  return lockHolds(context, { source, found, variantIds: reserve ? variantIdsOf(input) : [], locationId });
}

/** Lets go what a locked draft holds. */
export async function releaseGoods(context: Context, id: string): Promise<void> {
  const source = { type: 'sale', id } as const;
  const found = await holdsOf(context, source);
  if (found.length === 0) return;
  await letGo(context, found, { status: 'released', find: () => heldFor(context, source) });
}
