import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { fault } from '../../../operation/fault.ts';
import { anyOfMostly, clientMeant, dayRange, filter, hasRow, instantRange } from '../../../operation/filter.ts';
import { containing, dayKey, idKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import {
  draftColumns,
  draftsFrom,
  entriesFrom,
  entryColumns,
  entryFrom,
  entryKinds,
  type EntryRow,
  JournalEntry,
} from './journal-entry.ts';
import { entryHasPaper } from './paper.ts';
import { SourceId } from './source-id.ts';

/** Manual entries called `e`, with a condition on their record. */
const enteredWith = (more: Sql): Sql => sql`e.id in (
  select entered.id from manual_entries as entered where entered.organization_id = e.organization_id and ${more})`;

const linesWith = (more: Sql): Sql => sql`select from journal_lines as l
  where l.organization_id = e.organization_id and l.entry_id = e.id and ${more}`;

const reversals = sql`select reversing.reverses_id from journal_entries as reversing
  where reversing.organization_id = current_organization() and reversing.reverses_id is not null`;
const isReversed = sql`e.id in (${reversals})`;
// By itself for each entry, since nearly all are: joined, they would all be read for a page.
const isNotReversed = sql`not exists (${reversals} and reversing.reverses_id = e.id offset 0)`;

const entries = listOf({
  name: 'journal_entries',
  row: JournalEntry,
  id: sql`e.id`,
  sorts: {
    entry_date: dayKey(sql`e.entry_date`),
    posted_at: idKey(sql`e.id`),
    number: textKey(sql`e.number`),
  },
  defaultSort: '-entry_date',
  filters: {
    q: filter(Text(100).describe('Words in the memo.'), (text) => sql`e.memo ilike ${containing(text)}`),
    number: filter(Text(40), (number) => sql`e.number = ${number}`),
    entry_date: dayRange(sql`e.entry_date`),
    posted_at: instantRange(sql`e.posted_at`),
    status: filter(z.enum(['draft', 'posted', 'reversed']).describe('Drafts are listed only with `draft`.'), (status) =>
      status === 'draft' ? sql`true` : status === 'posted' ? isNotReversed : isReversed,
    ),
    kind: anyOfMostly(entryKinds, 'system', { column: sql`e.kind`, isOther: sql`e.kind <> 'system'` }),
    source_id: filter(SourceId, ({ type, id }) =>
      type === 'document' || type === 'file'
        ? entryHasPaper(id)
        : sql`(e.source_type = ${type} and e.source_id = ${id})`,
    ),
    exception_id: filter(
      Id('lock_exception').describe('Only entries posted in locked periods under this exception.'),
      (id) => sql`exists (select from lock_exception_entries as written
      where written.organization_id = e.organization_id and written.entry_id = e.id and written.exception_id = ${id})`,
    ),
    external_id: filter(ExternalId, (id) => enteredWith(sql`entered.external_id = ${id}`)),
    tag: filter(Text(50), (tag) => enteredWith(sql`entered.tags <> '{}' and entered.tags @> ${[tag]}::text[]`)),
    account_id: hasRow(Id('account'), (id) => linesWith(sql`l.account_id = ${id}`)),
    client_id: hasRow(Id('client'), (id) => linesWith(sql`l.client_id = ${clientMeant(id)}`)),
    dimension_value_id: hasRow(Id('dimension_value'), (id) =>
      linesWith(sql`l.dimension_value_ids && array(
        select value.id from report_dimension_values as value where value.organization_id = current_organization()
          and (value.id = ${id} or value.ancestor_ids @> ${[id]}::uuid[]))`),
    ),
  },
});

/** Filters that look at what only a posted entry has. */
const ofPosted = [
  'number',
  'source_id',
  'exception_id',
  'account_id',
  'client_id',
  'dimension_value_id',
  'posted_at',
] as const;

export const listJournalEntries = operation({
  name: 'list_journal_entries',
  summary: 'List journal entries, latest first.',
  guidance: 'Filter by date, account, client or source record; use get_journal_entry for the lines.',
  http: 'GET /journal-entries',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: entries.input,
  output: Page(JournalEntry),
  async run(context, input) {
    const drafts = input['status'] === 'draft';
    const odd = drafts ? ofPosted.find((name) => input[name] !== undefined) : undefined;
    if (odd !== undefined)
      throw fault(`/${odd}`, 'not_wanted', 'Filter drafts only by date, memo, external_id and tag.');
    const found = await page<EntryRow>(context, entries, input, {
      select: drafts ? draftColumns : entryColumns,
      from: drafts ? draftsFrom : entriesFrom,
      where: sql`e.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => entryFrom(context, row)) };
  },
});
