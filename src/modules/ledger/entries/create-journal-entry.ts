import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { recordInput } from '../../../wire/index.ts';
import { JournalEntryWithLines } from './journal-entry.ts';
import {
  checkRequired,
  controlAccount,
  entryCreated,
  entryExternalIdTaken,
  entryPosted,
  entryTooShort,
  entryUnbalanced,
  insertManual,
  postManual,
} from './manual-entry.ts';
import { entryDay, entryInput, linesFrom } from './manual-lines.ts';
import { readEntry } from './read-entry.ts';
import { requiredDimensions } from './required-dimensions.ts';

export const createJournalEntry = operation({
  name: 'create_journal_entry',
  summary: 'Create a manual journal entry as a draft, or post it at once with `post`.',
  guidance:
    'For entries no other operation posts, such as depreciation, accruals or wages. Amounts are in the base currency.',
  http: 'POST /journal-entries',
  effect: 'write',
  permission: 'ledger:write',
  mcp: 'action',
  creates: true,
  posts: true,
  undo: undoneBy('delete_journal_entry'),
  input: z.strictObject({
    ...entryInput,
    kind: z.enum(['manual', 'opening']).default('manual'),
    ...recordInput,
    post: z.boolean().default(false).describe('Post it immediately, as post_journal_entry does.'),
  }),
  output: JournalEntryWithLines,
  refuses: [controlAccount, entryExternalIdTaken, entryTooShort, entryUnbalanced, notFound, validationFailed],
  emits: [entryCreated, entryPosted],
  async run(context, { kind, memo, post, ...given }) {
    const date = entryDay(context, given.entry_date);
    const [lines, required] = await Promise.all([
      linesFrom(context, given.lines, { date }),
      post ? requiredDimensions(context) : [],
    ]);
    const draft = { id: context.newId(), kind, date, memo, lines };
    insertManual(context, draft, given);
    if (post) {
      await checkRequired(context, draft, required);
      postManual(context, draft);
    }
    const entry = await readEntry(context, draft.id);
    context.emit((post ? entryPosted : entryCreated)(entry));
    return entry;
  },
});
