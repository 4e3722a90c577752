import type { Layer } from '../../../core/layers.ts';
import type { Pool } from '../../../core/stock.ts';
import type { StockedVariant } from '../levels/stock-lock.ts';

type MovementType =
  | 'purchase_receipt'
  | 'sale_issue'
  | 'sale_return'
  | 'supplier_return'
  | 'adjustment_in'
  | 'adjustment_out'
  | 'count'
  | 'write_off'
  | 'opening'
  | 'transfer_out'
  | 'transfer_in'
  | 'revaluation';

/** Facts about a movement beside its quantity: line of its source, reason, and the movement that it reverses. */
export type MovementAbout = {
  readonly type: MovementType;
  readonly lineId?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly note?: string | undefined;
  readonly reversesId?: string | undefined;
  /** The day that it counts for, where that is another than that of the others. */
  readonly date?: string | undefined;
};

/** A movement as it will be written. `quantity` has the sign of its direction, `totalCost` none. */
export type PlannedMovement = MovementAbout & {
  readonly item: StockedVariant;
  readonly quantity: bigint;
  readonly unitCost: bigint;
  readonly totalCost: bigint;
  /** Actual cost, above the assumed one, of goods that had left before these came. */
  readonly variance: bigint;
  readonly balanceAfter: bigint;
  /** Changes of layers; empty at average cost. */
  readonly layerChanges: readonly Layer[];
};

/** The stock of a variant once the movements are written. */
export type StockAfter = {
  readonly item: StockedVariant;
  readonly pool: Pool;
  readonly layers: readonly Layer[] | undefined;
  readonly lastUnitCost: bigint | null;
  readonly onHand: bigint;
  readonly reserved: bigint;
  readonly isLowArmed: boolean;
  readonly isOutArmed: boolean;
  readonly isCounted: boolean;
};

/** All that a change of stock will write. Nothing is written or sent before {@link writeMovements}. */
export type PlannedStock = {
  readonly locationId: string;
  readonly isTransit: boolean;
  readonly movements: readonly PlannedMovement[];
  readonly after: readonly StockAfter[];
};
