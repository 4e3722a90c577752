import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { JournalEntryWithLines } from './journal-entry.ts';
import { readEntry } from './read-entry.ts';

export const getJournalEntry = operation({
  name: 'get_journal_entry',
  summary: 'Get a journal entry with its lines, posted or draft.',
  http: 'GET /journal-entries/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('journal_entry'), fields: fieldsInput(JournalEntryWithLines).optional() }),
  output: JournalEntryWithLines,
  refuses: [notFound],
  run: (context, { id }) => readEntry(context, id),
});
