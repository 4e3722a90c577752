import { sql } from '../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import {
  frequencies,
  recurringColumns,
  RecurringDocument,
  recurringModes,
  recurringRecord,
  type RecurringRow,
  recurringStatuses,
} from './recurring-document.ts';

const list = listOf({
  name: 'recurring_documents',
  row: RecurringDocument,
  id: sql`id`,
  sorts: {
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
    start_date: dayKey(sql`start_date`),
  },
  defaultSort: '-created_at',
  filters: {
    document_id: filter(Id('document'), (id) => sql`document_id = ${id}`),
    status: anyOf(recurringStatuses, (values) => sql`status = any(${values}::text[])`),
    mode: anyOf(recurringModes, (values) => sql`mode = any(${values}::text[])`),
    frequency: anyOf(frequencies, (values) => sql`frequency = any(${values}::text[])`),
    next_date: dayRange(sql`next_date`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`updated_at`),
  },
  expansions: {},
});

export const listRecurringDocuments = operation({
  name: 'list_recurring_documents',
  summary: 'Lists recurring documents, the newest first.',
  http: 'GET /recurring-documents',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(RecurringDocument),
  async run(context, input) {
    const found = await page<RecurringRow>(context, list, input, {
      select: recurringColumns,
      from: sql`recurring_documents`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => recurringRecord(context, row)) };
  },
});
