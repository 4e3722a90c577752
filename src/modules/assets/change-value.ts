import { z } from 'zod';
import { type Day as CoreDay, laterOf } from '../../core/calendar.ts';
import { formatMoney, money } from '../../core/money.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { Amount, Day, Id, Text, Version } from '../../wire/index.ts';
import { baseAmountFrom, enqueueSchedules } from '../accruals/index.ts';
import { post } from '../ledger/index.ts';
import { settingsOf } from '../organization/index.ts';
import {
  assetPooled,
  assetRecord,
  type AssetRow,
  AssetWithParts,
  type assetWrittenDown,
  bookValueOf,
  partRecord,
  type PartRow,
  wireAsset,
} from './asset.ts';
import { depreciationEntry, partPostings } from './asset-postings.ts';
import { type AssetStored, lockAsset, partsOf, readAsset, replaceOpenParts, touchAssets } from './asset-store.ts';
import { nextPlan, plannedBookValue } from './plan.ts';

export const changeValueInput = z.strictObject({
  id: Id('asset'),
  amount: Amount.describe('In the base currency.'),
  date: Day.optional().describe('Default: today.'),
  reason: Text(500).optional(),
  version: Version.optional(),
});
type Input = z.output<typeof changeValueInput>;

type Kind = 'write_down' | 'write_up';

/**
 * Changes the book value on a day, after what is due until then, and spreads what is left over the rest of the life.
 * Posts, so it comes last in a transaction.
 */
export async function changeValue(
  context: Context,
  { id, amount: asked, date = context.today, reason, version }: Input,
  { kind, tell }: { readonly kind: Kind; readonly tell: typeof assetWrittenDown },
): Promise<z.output<typeof AssetWithParts>> {
  const stored = await lockAsset(context, id, version);
  checkInUse(stored.row);
  const amount = baseAmountFrom(context, asked, '/amount');
  const { fiscalYearStart } = await settingsOf(context);
  context.before(wireAsset(assetRecord(context, stored.row)));
  const ready = await caughtUp(context, stored, date);
  const limit = kind === 'write_down' ? ready.bookValue : roomAbove(ready, stored.row, date, fiscalYearStart.month);
  if (amount > limit) {
    throw fault('/amount', 'too_large', `Write at most ${formatMoney(money(limit, baseCurrency(context)))}.`);
  }
  const signed = kind === 'write_down' ? amount : -amount;
  const memo = `${kind === 'write_down' ? 'Write-down' : 'Write-up'}: ${stored.row.name}`;
  const entryId = context.newId();
  const position = Math.max(0, ...ready.posted.map((part) => part.position)) + 1;
  const part: PartRow = {
    position,
    kind,
    due_date: date,
    amount: signed,
    posted_on: date,
    entry_id: entryId,
    reason: reason ?? null,
  };
  const posted = [...ready.posted, part];
  const open = nextPlan(stored.row, {
    posted,
    yearBegins: fiscalYearStart.month,
    after: lastDue(stored.row, ready.posted),
  });
  replaceOpenParts(context, id, [...ready.caught, part, ...open]);
  if (open.length > 0) enqueueSchedules(context);
  touchAssets(context, [id]);
  post(context, [
    ...ready.postings,
    { id: entryId, entry: depreciationEntry(stored.row, { date, memo, event: tell.type, amount: signed }) },
  ]);
  const [row, parts] = await Promise.all([readAsset(context, id), partsOf(context, id)]);
  const record = assetRecord(context, row);
  context.emit(tell(record));
  return { ...record, parts: parts.map((one) => partRecord(context, one)) };
}

/** Refuses an asset that is gone, or part of a pool. */
export function checkInUse(row: AssetRow): void {
  if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
  if (row.disposed_on !== null) throw invalidStateTransition({ status: 'disposed', allowed: ['reinstate_asset'] });
  if (row.method === 'pool') throw assetPooled();
}

/** The asset once what is due until a day was posted: its parts, and those of them that are posted only now. */
export async function caughtUp(context: Context, { row, parts }: AssetStored, date: CoreDay) {
  const before = parts.filter((part) => part.posted_on !== null);
  const earliest = before.reduce((latest, part) => laterOf(latest, part.posted_on ?? latest), row.acquired_on);
  if (date < earliest || date > context.today) {
    throw fault('/date', 'wrong_day', `Write a date from ${earliest} to ${context.today}.`);
  }
  const due = parts.filter((part) => part.posted_on === null && part.due_date <= date);
  const done = await partPostings(
    context,
    due.map((part) => ({ asset: row, part })),
  );
  const caught: readonly PartRow[] = done.parts;
  const caughtAmount = caught.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    posted: [...before, ...caught],
    caught,
    postings: done.postings,
    caughtAmount,
    bookValue: bookValueOf(row) - caughtAmount,
  };
}

/** Largest write-up: earlier write-downs, limited to the book value that the plan alone would have left. */
function roomAbove(
  { posted, bookValue }: { readonly posted: readonly PartRow[]; readonly bookValue: bigint },
  row: AssetRow,
  date: CoreDay,
  yearBegins: number,
): bigint {
  const down = posted.reduce((sum, { kind, amount }) => (kind === 'depreciation' ? sum : sum + amount), 0n);
  const room = plannedBookValue(row, date, yearBegins) - bookValue;
  const limit = room < down ? room : down;
  return limit > 0n ? limit : 0n;
}

/** The last month that was depreciated; the plan goes on after it. */
export function lastDue(row: AssetRow, posted: readonly PartRow[]): CoreDay {
  const first = row.depreciated_through ?? '0001-01-01';
  return posted.reduce(
    (latest, part) => (part.kind === 'depreciation' ? laterOf(latest, part.due_date) : latest),
    first,
  );
}
