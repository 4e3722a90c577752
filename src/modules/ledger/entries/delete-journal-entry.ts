import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { entryDeleted, entryOfRecord, lockDraft } from './manual-entry.ts';
import { readEntry } from './read-entry.ts';
import { wireEntry } from './update-journal-entry.ts';

export const deleteJournalEntry = operation({
  name: 'delete_journal_entry',
  summary: 'Delete a draft journal entry. A posted entry can only be reversed.',
  http: 'DELETE /journal-entries/{id}',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('journal_entry'), version: Version.optional() }),
  output: z.object({ id: Id('journal_entry'), deleted: z.literal(true) }),
  refuses: [entryOfRecord, invalidStateTransition, notFound, versionConflict],
  emits: [entryDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const [draft, before] = await Promise.all([lockDraft(context, id, version), readEntry(context, id)]);
    if (draft.status === 'posted') {
      throw invalidStateTransition({ status: before.status, allowed: ['reverse_journal_entry'] });
    }
    db.later(sql`delete from manual_entry_lines where organization_id = ${organization} and entry_id = ${id}`);
    db.later(sql`delete from manual_entries where organization_id = ${organization} and id = ${id}`);
    context.before(wireEntry(before));
    context.emit(entryDeleted({ id }));
    return { id, deleted: true as const };
  },
});
