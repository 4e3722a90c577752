import { type Day, laterOf } from '../../core/calendar.ts';
import { depreciationOf, replanned } from '../../core/depreciation.ts';
import { sum } from '../../core/list.ts';
import { type AssetRow, methodOf, type PartRow } from './asset.ts';

/** The parts of a new asset, without those of before these books. */
export function firstPlan(asset: AssetRow, yearBegins: number): PartRow[] {
  const { depreciated_through: through, opening_depreciation: opening } = asset;
  const whole = wholePlan(asset, yearBegins);
  const rest = asset.cost - asset.residual_value - opening;
  return asPlanned(through === null ? whole : remaining(asset, whole, through, rest), 1);
}

/** The parts after those that were posted, for what is left of the book value. */
export function nextPlan(
  asset: AssetRow,
  {
    posted,
    yearBegins,
    after,
  }: { readonly posted: readonly PartRow[]; readonly yearBegins: number; readonly after: Day },
): PartRow[] {
  const taken = asset.opening_depreciation + sum(posted.map(({ amount }) => amount));
  const left = asset.cost - taken - asset.residual_value;
  const rest = left > 0n ? left : 0n;
  const last = posted.reduce((latest, part) => laterOf(latest, part.due_date), after);
  const position = posted.reduce((most, part) => Math.max(most, part.position), 0) + 1;
  return asPlanned(remaining(asset, wholePlan(asset, yearBegins), last, rest), position);
}

/** Book value that the asset would have on a day had it only been depreciated by its plan. */
export function plannedBookValue(asset: AssetRow, day: Day, yearBegins: number): bigint {
  const parts = firstPlan(asset, yearBegins).filter(({ due_date: due }) => due <= day);
  return asset.cost - asset.opening_depreciation - sum(parts.map(({ amount }) => amount));
}

function wholePlan(asset: AssetRow, yearBegins: number) {
  const { cost, residual_value: residual, in_use_from: inUseFrom } = asset;
  return depreciationOf({ cost, residual, inUseFrom, method: methodOf(asset), yearBegins });
}

function remaining(asset: AssetRow, plan: ReturnType<typeof wholePlan>, after: Day, rest: bigint) {
  return asset.method === 'none' ? [] : replanned(plan, { after, rest });
}

function asPlanned(parts: ReturnType<typeof wholePlan>, first: number): PartRow[] {
  return parts.map(({ date, amount }, index) => ({
    position: first + index,
    kind: 'depreciation',
    due_date: date,
    amount,
    posted_on: null,
    entry_id: null,
    reason: null,
  }));
}
