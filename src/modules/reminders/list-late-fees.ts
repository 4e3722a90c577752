import { sql } from '../../db/sql.ts';
import { clientIs, filter } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { LateFee, lateFeeColumns, lateFeeRecord, type LateFeeRow } from './late-fee.ts';

const list = listOf({
  name: 'late_fees',
  row: LateFee,
  id: sql`id`,
  sorts: { charged_at: instantKey(sql`charged_at`) },
  defaultSort: '-charged_at',
  filters: {
    document_id: filter(Id('document'), (id) => sql`document_id = ${id}`),
    fee_document_id: filter(Id('document'), (id) => sql`fee_document_id = ${id}`),
    client_id: clientIs(sql`client_id`),
  },
});

export const listLateFees = operation({
  name: 'list_late_fees',
  summary: 'List late fees charged, with the overdue invoice, the amount and the invoice of the fee.',
  http: 'GET /late-fees',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(LateFee),
  async run(context, input) {
    const found = await page<LateFeeRow>(context, list, input, {
      select: lateFeeColumns,
      from: sql`late_fees`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(lateFeeRecord) };
  },
});
