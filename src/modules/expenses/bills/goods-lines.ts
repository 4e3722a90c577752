import { powerOfTen, quantityScale } from '../../../core/decimal.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountsByRole, accountsByRole, type Posting } from '../../ledger/index.ts';
import { type VariantForPurchase, variantsForPurchase } from '../../products/index.ts';
import {
  type BilledGoods,
  type GoodsLock,
  locations as stockLocations,
  type Location,
  locationNotActive,
  lockGoods,
  mainLocation,
  receiveGoods,
} from '../../stock/index.ts';
import { variantNotBought } from '../expense.ts';
import type { LineGiven } from '../expense-input.ts';
import type { StoredExpense, StoredLine } from '../expense-row.ts';
import { baseCostOf } from '../posting/expense-worth.ts';

/** Records that lines of goods depend on. */
export type GoodsParts = {
  readonly variants: ReadonlyMap<string, VariantForPurchase>;
  readonly locations: ReadonlyMap<string, Location>;
  /** Goods received not billed; undefined where no line brings any goods. */
  readonly account: string | undefined;
  /** Default location for goods; undefined where every line names one, or no line brings any. */
  readonly mainLocation: string | undefined;
};

/** Goods are named by ids or by SKUs, which is nothing to wait for. */
export async function loadGoods(context: Context, lines: readonly LineGiven[]): Promise<GoodsParts> {
  const skus = [...new Set(lines.flatMap(({ sku }) => sku ?? []))];
  const variantIds = [...new Set(lines.flatMap((line) => line.variant_id ?? []))];
  const locationIds = [...new Set(lines.flatMap((line) => line.location_id ?? []))];
  const hasGoods = variantIds.length + skus.length > 0;
  const isMixed = locationIds.length > 0 && lines.some((line) => (line.variant_id || line.sku) && !line.location_id);
  const [variants, locations, accounts, main] = await Promise.all([
    hasGoods ? variantsForPurchase(context, { ids: variantIds, skus }) : new Map<string, VariantForPurchase>(),
    locationIds.length === 0 ? new Map<string, Location>() : stockLocations.load(context, locationIds),
    hasGoods ? accountsByRole(context) : undefined,
    isMixed ? mainLocation(context) : undefined,
  ]);
  return { variants, locations, account: accounts?.goodsReceived, mainLocation: main };
}

/** Refuses goods that cannot come in as the line says. A line that is kept from before keeps a variant out of use. */
export function checkGoods(line: LineGiven, pointer: string, { variants, locations }: GoodsParts): void {
  const { variant_id: variantId, quantity, location_id: locationId } = line;
  const location = locationId ? locations.get(locationId) : undefined;
  if (locationId && location === undefined) throw missing(`${pointer}/location_id`, 'location');
  if (!variantId) return checkNoGoods(line, pointer);
  const variant = variants.get(variantId);
  if (variant === undefined) throw missing(`${pointer}/variant_id`, 'variant');
  if (line.id === undefined && (variant.status === 'archived' || !variant.isPurchased)) throw variantNotBought();
  if (!variant.isTracked) {
    const message = 'Stock of this variant is not tracked. Leave the variant out, or set its track_inventory.';
    throw fault(`${pointer}/variant_id`, 'not_tracked', message);
  }
  if (quantity === undefined || quantity === null) {
    throw fault(`${pointer}/quantity`, 'required', 'Send the quantity received, such as "10".');
  }
  if (quantity === 0n) throw fault(`${pointer}/quantity`, 'not_positive', 'Write more than zero.');
  if (quantity % powerOfTen(quantityScale - variant.decimals) !== 0n) {
    const message = variant.decimals === 0 ? 'Write a whole number.' : `Write at most ${variant.decimals} decimals.`;
    throw fault(`${pointer}/quantity`, 'too_many_decimals', message);
  }
  if (line.billable === true) {
    throw fault(
      `${pointer}/billable`,
      'goods_are_sold',
      'Goods for stock are not rebilled as expenses: sell them to the client instead.',
    );
  }
  if (location?.status === 'archived') throw locationNotActive();
}

function checkNoGoods({ quantity, location_id: locationId }: LineGiven, pointer: string): void {
  const field = quantity ? 'quantity' : locationId ? 'location_id' : undefined;
  if (field === undefined) return;
  throw fault(`${pointer}/${field}`, 'no_variant', 'Name the goods received by `variant_id` or by `sku`.');
}

/** Goods post to goods received not billed, whatever their category. */
export function notForGoods(pointer: string): Error {
  const message = 'Leave out the category of goods: they post to goods received, not billed.';
  return fault(pointer, 'not_for_goods', message);
}

type GoodsLine = {
  readonly id?: string | undefined;
  readonly variant_id?: string | null | undefined;
  readonly quantity?: bigint | null | undefined;
  readonly location_id?: string | null | undefined;
};

/** Locks the stock that lines bring goods into. Lines that are not planned yet go by their places. */
export function lockLines(context: Context, lines: readonly GoodsLine[], main: string | undefined): Promise<GoodsLock> {
  const goods = lines.flatMap(({ variant_id: variantId, quantity, location_id: locationId }, index): BilledGoods[] => {
    if (!variantId || !quantity) return [];
    const pointer = `/lines/${index}`;
    return [{ lineId: pointer, variantId, quantity, locationId: locationId ?? undefined, pointer }];
  });
  return lockGoods(context, goods, main);
}

type Receiving = { readonly accounts: AccountsByRole; readonly lock: GoodsLock };
type Received = { readonly lines: readonly StoredLine[]; readonly postings: readonly Posting[] };

/**
 * Puts the goods of an expense that is being posted into the stock, each line at what it costs in the base currency:
 * the net, and the tax that is not claimed back. The expense debits the account that this credits, so that nothing
 * stays there.
 */
export function receiveLines(
  context: Context,
  { row, lines }: Pick<StoredExpense, 'row' | 'lines'>,
  { accounts, lock }: Receiving,
): Received {
  const byPointer = new Map(lines.map((line, index) => [`/lines/${index}`, line]));
  const lineOf = ({ pointer }: BilledGoods): StoredLine => {
    const line = byPointer.get(pointer);
    if (line === undefined) throw new RangeError(`${pointer} was locked and never planned`);
    return line;
  };
  const places = lock.places.map(([at, goods]) => {
    return [at, goods.map((one) => ({ ...one, lineId: lineOf(one).id }))] as const;
  });
  const values = new Map(lines.map((line) => [line.id, baseCostOf(context, row, line)]));
  const bill = { source: { type: 'expense', id: row.id }, date: row.expense_date, accounts, values } as const;
  const received = receiveGoods(context, { ...lock, places }, bill);
  return {
    lines: lines.map((line) => ({ ...line, location_id: received.places.get(line.id) ?? line.location_id })),
    postings: received.postings,
  };
}
