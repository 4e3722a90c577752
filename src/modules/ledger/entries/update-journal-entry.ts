import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, recordPatch } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { JournalEntryWithLines } from './journal-entry.ts';
import {
  controlAccount,
  entryExternalIdTaken,
  entryOfRecord,
  entryUpdated,
  insertManualLines,
  lockDraft,
} from './manual-entry.ts';
import { entryDay, entryInput, linesFrom } from './manual-lines.ts';
import { readEntry } from './read-entry.ts';

export const wireEntry: (entry: z.output<typeof JournalEntryWithLines>) => unknown = encoderOf(JournalEntryWithLines);

export const updateJournalEntry = operation({
  name: 'update_journal_entry',
  summary: 'Update a draft journal entry. Its lines are replaced as a whole.',
  guidance: 'On a posted entry only tags and custom fields change: to correct it, reverse it and post another.',
  http: 'PATCH /journal-entries/{id}',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_journal_entry'),
  input: z.strictObject({
    id: Id('journal_entry'),
    entry_date: entryInput.entry_date,
    memo: entryInput.memo.optional(),
    lines: entryInput.lines.optional(),
    ...recordPatch,
  }),
  output: JournalEntryWithLines,
  refuses: [
    controlAccount,
    entryExternalIdTaken,
    entryOfRecord,
    invalidStateTransition,
    notFound,
    validationFailed,
    versionConflict,
  ],
  emits: [entryUpdated],
  async run(context, { id, version, ...change }) {
    const { db, organization, now, actor } = context;
    const [draft, before] = await Promise.all([lockDraft(context, id, version), readEntry(context, id)]);
    const changesBooks = [change.entry_date, change.memo, change.lines].some((field) => field !== undefined);
    if (draft.status === 'posted' && changesBooks) {
      throw invalidStateTransition({ status: before.status, allowed: ['reverse_journal_entry'] });
    }
    const date = change.entry_date === undefined ? draft.date : entryDay(context, change.entry_date);
    if (change.lines !== undefined) {
      const lines = await linesFrom(context, change.lines, { date, before: draft.lines });
      db.later(sql`delete from manual_entry_lines where organization_id = ${organization} and entry_id = ${id}`);
      insertManualLines(context, { ...draft, lines });
    }
    const about = { ...before, ...sent(change) };
    db.later(sql`
      update manual_entries set entry_date = ${date}, memo = ${change.memo ?? draft.memo},
        external_id = ${about.external_id}, metadata = ${JSON.stringify(about.metadata)},
        custom_fields = ${JSON.stringify(about.custom_fields)}, tags = ${about.tags}::text[], version = version + 1,
        updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const entry = await readEntry(context, id);
    context.before(wireEntry(before));
    context.emit(entryUpdated(entry));
    return entry;
  },
});
