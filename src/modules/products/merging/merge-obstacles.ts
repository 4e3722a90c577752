import { sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { ProductPair, VariantPair } from './product-merge.ts';
import { fullName } from '../variants/variant-row.ts';

export const stockUnderWay = refusal(
  'stock_under_way',
  409,
  'A stock count or transfer is open for one of the products.',
  'Apply or discard the counts, and receive or cancel the transfers, named in `under_way`; then merge.',
);

/** Refuses products that are not the same kind of thing: their quantities or what they do to stock would not add up. */
export function checkAlike({ from, into }: ProductPair, pairs: readonly VariantPair[]): void {
  if (from.type !== into.type) {
    throw fault(
      '/into_id',
      'other_type',
      `One is a ${from.type}, the other a ${into.type}; only products of one type can be merged.`,
    );
  }
  if (unitOf(from) !== unitOf(into)) {
    throw fault('/into_id', 'other_unit', 'Their units differ. Give both the same unit first.');
  }
  if (componentsOf(from) !== componentsOf(into)) {
    throw fault('/into_id', 'other_components', 'The bundles have different components. Make them the same first.');
  }
  const untold = pairs.find((pair) => pair.from.track_inventory !== pair.into.track_inventory);
  if (untold === undefined) return;
  const name = fullName(untold.into.product_name, untold.into.option_values);
  throw fault(
    '/into_id',
    'other_tracking',
    `Stock of ${name} is tracked for only one of the two. Set track_inventory alike.`,
  );
}

function unitOf({ unit }: ProductPair['from']): string {
  return JSON.stringify(unit && [unit.code, unit.label, unit.decimals]);
}

function componentsOf({ components }: ProductPair['from']): string {
  return JSON.stringify(components.map(({ variant_id: id, quantity }) => `${id} ${quantity}`).toSorted());
}

type Found = {
  readonly under_way: readonly string[];
  readonly is_owed: boolean;
  readonly is_valued_otherwise: boolean;
  readonly is_elsewhere: boolean;
};

/** Refuses what would make stock something else than the sum of both. Both are locked with their stock. */
export async function checkStock(context: Context, { from, into }: ProductPair, pairs: readonly VariantPair[]) {
  const [was, becomes] = [pairs.map((pair) => pair.from.id), pairs.map((pair) => pair.into.id)];
  const found = await context.db.one<Found>(sql`
    select under_way, is_owed, is_valued_otherwise, is_elsewhere
    from stock_apart(${from.id}, ${into.id}, ${was}::uuid[], ${becomes}::uuid[])`);
  if (found.under_way.length > 0) throw stockUnderWay({ under_way: found.under_way });
  if (found.is_owed) {
    const message = 'One of them has negative stock. Count it or receive the missing stock first.';
    throw fault('/into_id', 'stock_owed', message);
  }
  if (found.is_valued_otherwise) {
    throw fault('/into_id', 'other_costing_method', 'Their costing methods differ.');
  }
  if (found.is_elsewhere) {
    const message = 'Their stock is on different inventory accounts. Merge them once one has no stock.';
    throw fault('/into_id', 'other_inventory_account', message);
  }
}
