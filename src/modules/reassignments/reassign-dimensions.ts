import { z } from 'zod';
import { type Entry, mergedEntry } from '../../core/entry.ts';
import { event } from '../../operation/events.ts';
import {
  invalidStateTransition,
  notFound,
  refusal,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import type { Undo } from '../../operation/undo.ts';
import { Day, Id, Version } from '../../wire/index.ts';
import { checkedValues, DimensionValueIds, dimensionValuesNamed } from '../dimensions/index.ts';
import {
  entryOfRecord,
  heldByValues,
  openDay,
  post,
  refuseLackingDimensions,
  requiredDimensions,
  reversalDay,
} from '../ledger/index.ts';
import { type BookedRecord, lockBooked } from './booked-record.ts';
import { isSame, movesOf } from './moves.ts';

const linesMax = 500;

const Reassigned = z.object({
  line: z.int(),
  dimension_value_ids: z.array(Id('dimension_value')),
  earlier_value_ids: z.array(Id('dimension_value')),
});

const Reassignment = z.object({
  sale_id: Id('sale').nullable(),
  expense_id: Id('expense').nullable(),
  entry_id: Id('journal_entry').nullable(),
  posted_entry_id: Id('journal_entry').nullable().describe('The entry that moves the amounts; null: there were none.'),
  posted_on: Day.nullable(),
  lines: z.array(Reassigned).describe('Lines that changed.'),
});

const dimensionReassigned = event('dimension.reassigned', Reassignment);

const amountMovedOn = refusal(
  'amount_moved_on',
  409,
  'The amount of the line has moved to a schedule or a fixed asset.',
  'Void the schedule or the asset first, or change what the asset is for with update_asset.',
);

/** By the same call with what the lines were for before. */
const undoneByEarlier: Undo = ({ input, output }) => {
  const lines = output['lines'];
  if (!Array.isArray(lines) || lines.length === 0) return [];
  const { sale_id, expense_id, entry_id, date } = input;
  const record = Object.entries({ sale_id, expense_id, entry_id, date }).filter(([, said]) => said !== undefined);
  const earlier = lines.map(({ line, earlier_value_ids: ids }: { line: unknown; earlier_value_ids: unknown }) => {
    return { line, dimension_value_ids: ids };
  });
  return [{ operation: 'reassign_dimensions', input: { ...Object.fromEntries(record), lines: earlier } }];
};

export const reassignDimensions = operation({
  name: 'reassign_dimensions',
  summary: 'Reassign posted lines of a sale, an expense or a manual entry to other dimension values.',
  guidance:
    'Posts an entry from the old values to the new: on the day of the lines if that is open, else today or on ' +
    '`date`. No account changes. Lines are counted from 1. Update drafts instead.',
  http: 'POST /dimension-reassignments',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneByEarlier,
  input: z.strictObject({
    sale_id: Id('sale').optional().describe('A confirmed sale or return. One of these three.'),
    expense_id: Id('expense').optional(),
    entry_id: Id('journal_entry').optional().describe('A posted manual entry.'),
    lines: z
      .array(
        z.strictObject({
          line: z.int().min(1).describe('Position in the record, from 1.'),
          dimension_value_ids: DimensionValueIds.describe('All values that it has from now on; [] for none.'),
        }),
      )
      .min(1)
      .max(linesMax),
    date: Day.optional().describe('Default: the day of the lines if it is open, else today.'),
    version: Version.optional().describe('Of the record.'),
  }),
  output: Reassignment,
  refuses: [amountMovedOn, entryOfRecord, invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [dimensionReassigned],
  async run(context, input) {
    const record = await lockBooked(context, input);
    const source = { type: record.type, id: record.id, event: dimensionReassigned.type };
    const [held, values, required, onDay, onToday] = await Promise.all([
      heldByValues(context, source),
      dimensionValuesNamed(context, input.lines),
      requiredDimensions(context),
      openDay(context, source, record.day),
      openDay(context, source, context.today),
    ]);
    const next = nextValues(record, input.lines, { held: held.flatMap(({ ids }) => ids), values });
    const changes = [...next].flatMap(([at, ids]) => (isSame(ids, record.lines[at]?.ids ?? []) ? [] : [{ at, ids }]));
    const stuck = changes.find(({ at }) => record.moved.has(at));
    if (stuck !== undefined) throw amountMovedOn({ line: stuck.at + 1 });
    const named = input.lines.map(({ line }, index) => {
      const at = line - 1;
      return { pointer: `/lines/${index}`, account: record.lines[at]?.account ?? '', dimensionIds: next.get(at) ?? [] };
    });
    refuseLackingDimensions(named, { required, values, day: record.day });
    const recorded = record.day;
    const isOpen = input.date === undefined && onDay === recorded;
    const date = isOpen ? recorded : reversalDay(context, { asked: input.date, open: onToday, recorded });
    const header = { kind: 'system', date, memo: record.memo, source } as const;
    const lines = record.lines.map((line, at) => ({ ...line, next: next.get(at) }));
    const moved = changes.length === 0 ? undefined : mergedEntry(header, movesOf(lines, held));
    if (changes.length > 0) record.write(changes);
    const id = moved === undefined ? null : postMoved(context, moved);
    const reassignment = {
      sale_id: input.sale_id ?? null,
      expense_id: input.expense_id ?? null,
      entry_id: input.entry_id ?? null,
      posted_entry_id: id,
      posted_on: id === null ? null : date,
      lines: changes.map(({ at, ids }) => {
        return { line: at + 1, dimension_value_ids: [...ids], earlier_value_ids: [...(record.lines[at]?.ids ?? [])] };
      }),
    };
    if (changes.length > 0) context.emit(dimensionReassigned(reassignment));
    return reassignment;
  },
});

function postMoved(context: Context, entry: Entry): string {
  const id = context.newId();
  post(context, [{ id, entry }]);
  return id;
}

type Named = {
  /** What the record has or had: it may have been archived or ended since. */
  readonly held: readonly string[];
  readonly values: Awaited<ReturnType<typeof dimensionValuesNamed>>;
};

/** What each line that is named is for from now on, by its position from zero. */
function nextValues(
  { lines, day }: BookedRecord,
  given: readonly { readonly line: number; readonly dimension_value_ids: readonly string[] }[],
  { held, values }: Named,
): Map<number, string[]> {
  const next = new Map<number, string[]>();
  for (const [index, { line, dimension_value_ids: ids }] of given.entries()) {
    const pointer = `/lines/${index}`;
    if (line > lines.length) throw fault(`${pointer}/line`, 'no_line', `Write a line from 1 to ${lines.length}.`);
    if (next.has(line - 1)) throw fault(`${pointer}/line`, 'twice', 'Name each line once.');
    const checked = checkedValues(ids, { values, day, pointer: `${pointer}/dimension_value_ids`, kept: held });
    next.set(line - 1, checked);
  }
  return next;
}
