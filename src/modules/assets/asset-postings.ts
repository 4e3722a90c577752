import { type Day, laterOf } from '../../core/calendar.ts';
import { type Entry, entry, type EntryLine } from '../../core/entry.ts';
import type { Context } from '../../operation/operation.ts';
import { type AccountsByRole, openDays, type Posting } from '../ledger/index.ts';
import {
  accumulatedOf,
  assetCreated,
  assetDepreciated,
  type AssetFound,
  type AssetRow,
  type PartRow,
} from './asset.ts';
import type { PostedPart } from './asset-store.ts';

/**
 * The cost leaves the account that the bill or the bank put it on, and the dimensions that it is on it for. Undefined
 * where it is in its place already.
 */
export function capitalisationOf(asset: AssetRow, from: readonly string[]): Entry | undefined {
  const { moved_from_id: source, account_id: account, cost } = asset;
  if (source === null || source === account) return undefined;
  const made = { date: asset.acquired_on, memo: `Asset: ${asset.name}`, event: assetCreated.type };
  return entryOf(asset, made, [
    { account, amount: cost },
    { account: source, amount: -cost, dimensionIds: from },
  ]);
}

/** A negative amount raises the book value. */
export function depreciationEntry(
  asset: AssetRow,
  made: { readonly date: Day; readonly memo: string; readonly event: string; readonly amount: bigint },
): Entry {
  return entryOf(asset, made, [
    { account: asset.depreciation_account_id, amount: made.amount, dimensionIds: asset.dimension_value_ids },
    { account: asset.accumulated_account_id, amount: -made.amount },
  ]);
}

type Due = { readonly asset: AssetRow; readonly part: PartRow };

/** Entries of parts that are due, each on its day, or on the first open day after it, which its memo then says. */
export async function partPostings(
  context: Context,
  due: readonly Due[],
): Promise<{ readonly postings: Posting[]; readonly parts: PostedPart[] }> {
  const wanted = due.map(({ asset, part }) => laterOf(part.due_date, asset.acquired_on));
  const open = await openDays(context, { type: 'asset', id: '', event: assetDepreciated.type }, wanted);
  const made = due.map(({ asset, part }, index) => {
    const asked = wanted[index] ?? part.due_date;
    const date = open.get(asked) ?? asked;
    const { amount } = part;
    const memo = memoOf(asset, part, date === asked);
    const posting = {
      id: context.newId(),
      entry: depreciationEntry(asset, { date, memo, event: assetDepreciated.type, amount }),
    };
    return { posting, part: { ...part, posted_on: date, entry_id: posting.id, assetId: asset.id } };
  });
  return { postings: made.map(({ posting }) => posting), parts: made.map(({ part }) => part) };
}

function memoOf({ name }: AssetRow, { due_date: due }: PartRow, isOpen: boolean): string {
  const month = due.slice(0, 7);
  return isOpen ? `Depreciation, ${month}: ${name}` : `Depreciation, ${month}, whose period is closed: ${name}`;
}

type Disposal = {
  readonly date: Day;
  readonly memo: string;
  readonly event: string;
  readonly proceeds: bigint;
  /** Account of income that the proceeds are on; undefined where there are none. */
  readonly proceedsAccount: string | undefined;
  /** Dimensions that they are on it for. */
  readonly proceedsDimensions: readonly string[];
};

/** Cost and depreciation leave the books against the proceeds; what differs is gain or loss. */
export function disposalOf(asset: AssetFound, roles: AccountsByRole, made: Disposal): Entry {
  const accumulated = accumulatedOf(asset);
  const gain = made.proceeds - (asset.cost - accumulated);
  const { proceedsAccount, proceedsDimensions } = made;
  const dimensionIds = asset.dimension_value_ids;
  const lines: EntryLine[] = [
    { account: asset.accumulated_account_id, amount: accumulated },
    { account: asset.account_id, amount: -asset.cost },
    { account: gain > 0n ? roles.disposalGain : roles.disposalLoss, amount: -gain, dimensionIds },
    ...(proceedsAccount === undefined
      ? []
      : [{ account: proceedsAccount, amount: made.proceeds, dimensionIds: proceedsDimensions }]),
  ];
  return entryOf(
    asset,
    made,
    lines.filter(({ amount }) => amount !== 0n),
  );
}

function entryOf(
  { id }: AssetRow,
  { date, memo, event }: { readonly date: Day; readonly memo: string; readonly event: string },
  lines: readonly EntryLine[],
): Entry {
  return entry({ kind: 'system', date, memo: memo.slice(0, 500), source: { type: 'asset', id, event } }, lines);
}
