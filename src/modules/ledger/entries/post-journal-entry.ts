import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { JournalEntryWithLines } from './journal-entry.ts';
import {
  checkRequired,
  controlAccount,
  entryOfRecord,
  entryPosted,
  entryTooShort,
  entryUnbalanced,
  lockDraft,
  postManual,
} from './manual-entry.ts';
import { accountsOf } from './manual-lines.ts';
import { readEntry } from './read-entry.ts';
import { requiredDimensions } from './required-dimensions.ts';
import { wireEntry } from './update-journal-entry.ts';

export const postJournalEntry = operation({
  name: 'post_journal_entry',
  summary: 'Post a draft journal entry. It gets its number and can no longer be changed.',
  http: 'POST /journal-entries/{id}/post',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  undo: undoneBy('reverse_journal_entry'),
  input: z.strictObject({ id: Id('journal_entry'), version: Version.optional() }),
  output: JournalEntryWithLines,
  refuses: [
    controlAccount,
    entryOfRecord,
    entryTooShort,
    entryUnbalanced,
    invalidStateTransition,
    notFound,
    validationFailed,
    versionConflict,
  ],
  emits: [entryPosted],
  async run(context, { id, version }) {
    const draft = await lockDraft(context, id, version);
    if (draft.status === 'posted') {
      throw invalidStateTransition({ status: 'posted', allowed: ['reverse_journal_entry'] });
    }
    // One may have been archived since it was drafted.
    const [before, , required] = await Promise.all([
      readEntry(context, id),
      accountsOf(context, draft.lines, '/lines'),
      requiredDimensions(context),
    ]);
    await checkRequired(context, draft, required);
    context.before(wireEntry(before));
    postManual(context, draft);
    const entry = await readEntry(context, id);
    context.emit(entryPosted(entry));
    return entry;
  },
});
