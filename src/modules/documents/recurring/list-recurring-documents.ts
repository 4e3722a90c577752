import { sql } from '../../../db/sql.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { columnsOf, recurringFilters, recurringSorts } from '../../recurring/index.ts';
import {
  RecurringDocument,
  type RecurringDocumentRow,
  recurringDocuments,
  recurringModes,
  recurringRecord,
} from './recurring-document.ts';

const list = listOf({
  name: 'recurring_documents',
  row: RecurringDocument,
  id: sql`id`,
  sorts: recurringSorts,
  defaultSort: '-created_at',
  filters: {
    ...recurringFilters,
    document_id: filter(Id('document'), (id) => sql`document_id = ${id}`),
    mode: anyOf(recurringModes, (values) => sql`mode = any(${values}::text[])`),
  },
  expansions: {},
});

export const listRecurringDocuments = operation({
  name: 'list_recurring_documents',
  summary: 'List recurring documents, newest first.',
  http: 'GET /recurring-documents',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(RecurringDocument),
  async run(context, input) {
    const found = await page<RecurringDocumentRow>(context, list, input, {
      select: columnsOf(recurringDocuments),
      from: recurringDocuments.table,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => recurringRecord(context, row)) };
  },
});
