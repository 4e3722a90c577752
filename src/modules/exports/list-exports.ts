import { sql } from '../../db/sql.ts';
import { anyOf } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { exportStatuses } from './document-export.ts';
import { archiveColumns, Export, exportOf, type OrganizationExportRow } from './export.ts';

const list = listOf({
  name: 'exports',
  row: Export,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: { status: anyOf(exportStatuses, (values) => sql`status = any(${values}::text[])`) },
});

export const listExports = operation({
  name: 'list_exports',
  summary: 'List exports of the organisation with their status.',
  http: 'GET /exports',
  effect: 'read',
  permission: 'data:export',
  mcp: 'action',
  input: list.input,
  output: Page(Export),
  async run(context, input) {
    const found = await page<OrganizationExportRow>(context, list, input, {
      select: archiveColumns,
      from: sql`organization_exports`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(exportOf) };
  },
});
