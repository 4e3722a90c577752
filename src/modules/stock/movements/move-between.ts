import type { Day } from '../../../core/calendar.ts';
import type { Context } from '../../../operation/operation.ts';
import { refuseShortage } from '../levels/insufficient-stock.ts';
import { StockBook } from './stock-book.ts';
import type { PlannedStock } from './planned-stock.ts';
import type { StockLock } from '../levels/stock-lock.ts';
import { writeMovements } from './write-movements.ts';

export type Moving = { readonly variantId: string; readonly quantity: bigint };

type Between = {
  readonly from: StockLock;
  readonly to: StockLock;
  readonly moving: readonly Moving[];
  readonly transferId: string;
  readonly date: Day;
};

/**
 * Moves goods from one locked location to another, as two movements each. They stay in the pool and in their layers,
 * so their cost goes with them and nothing is posted.
 */
export function moveBetween(context: Context, { from, to, moving, transferId, date }: Between): string[] {
  const warnings = refuseShortage(from, moving);
  const [out, into] = [new StockBook(from), new StockBook(to)];
  for (const { variantId, quantity } of moving) {
    const totalCost = out.move(variantId, -quantity, 'transfer_out');
    into.move(variantId, quantity, 'transfer_in', totalCost);
  }
  const about = { date, source: { type: 'transfer', id: transferId } } as const;
  const plans: readonly PlannedStock[] = [out.close(), into.close()];
  for (const planned of plans) writeMovements(context, planned, about);
  return warnings;
}
