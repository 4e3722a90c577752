import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  entryColumns,
  entryFrom,
  type EntryRow,
  JournalEntryWithLines,
  lineFrom,
  type LineRow,
} from './journal-entry.ts';

export const getJournalEntry = operation({
  name: 'get_journal_entry',
  summary: 'Shows one journal entry with its lines.',
  http: 'GET /journal-entries/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('journal_entry'), fields: fieldsInput(JournalEntryWithLines).optional() }),
  output: JournalEntryWithLines,
  refuses: [notFound],
  async run(context, { id }) {
    const [entry, lines] = await Promise.all([
      context.db.maybe<EntryRow>(sql`
        select ${entryColumns} from journal_entries as e
        where e.organization_id = ${context.organization} and e.id = ${id}`),
      context.db.many<LineRow>(sql`
        select l.position, l.account_id, a.code as account_code, a.name as account_name, l.amount,
          l.currency as original_currency, l.currency_amount as original_minor, l.client_id, l.product_id,
          l.variant_id, l.member_id, l.location_id, l.tax_rate_id, l.tax_base
        from journal_lines as l
        join accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
        where l.organization_id = ${context.organization} and l.entry_id = ${id} order by l.position`),
    ]);
    if (entry === undefined) throw notFound();
    return { ...entryFrom(context, entry), lines: lines.map((line) => lineFrom(context, line)) };
  },
});
