import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { JournalEntryWithLines } from './journal-entry.ts';
import { bankConfirmed } from './bank-confirmed.ts';
import { entryOfRecord, entryReversed, lockDraft, postByHand } from './manual-entry.ts';
import { latestReversal } from './manual-lines.ts';
import { openDay, reversalDate, reversalDay } from '../locks/open-day.ts';
import { readEntry } from './read-entry.ts';
import { reversalsOf } from './reversals-of.ts';

export const reverseJournalEntry = operation({
  name: 'reverse_journal_entry',
  summary: 'Reverse a posted manual journal entry, once. Returns the reversing entry.',
  guidance: 'To reverse the entries of sales, payments and other records, void those records.',
  http: 'POST /journal-entries/{id}/reverse',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('journal_entry'),
    date: reversalDate,
    memo: Text(500).optional(),
    version: Version.optional(),
  }),
  output: JournalEntryWithLines,
  refuses: [bankConfirmed, entryOfRecord, invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [entryReversed],
  async run(context, { id, date: asked, memo, version }) {
    const source = { type: 'journal_entry', id, event: entryReversed.type };
    const [draft, open] = await Promise.all([lockDraft(context, id, version), openDay(context, source, context.today)]);
    if (draft.status === 'draft') {
      throw invalidStateTransition({ status: 'draft', allowed: ['post_journal_entry', 'delete_journal_entry'] });
    }
    const date = reversalDay(context, { asked, open, recorded: draft.date, latest: latestReversal(context) });
    const reversals = await reversalsOf(context, source, {
      date,
      memo: memo ?? `Reversal: ${draft.memo}`.slice(0, 500),
    });
    const [reversal] = reversals;
    if (reversal === undefined) throw invalidStateTransition({ status: 'reversed', allowed: [] });
    postByHand(context, reversals);
    const entry = await readEntry(context, reversal.id);
    context.emit(entryReversed(entry));
    return entry;
  },
});
