import { sql } from '../../db/sql.ts';
import { anyOf } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { DocumentExport, exportColumns, exportRecord, type ExportRow, exportStatuses } from './document-export.ts';

const list = listOf({
  name: 'document_exports',
  row: DocumentExport,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: { status: anyOf(exportStatuses, (values) => sql`status = any(${values}::text[])`) },
});

export const listDocumentExports = operation({
  name: 'list_document_exports',
  summary: 'List document exports (zips of PDFs) with their status.',
  http: 'GET /document-exports',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(DocumentExport),
  async run(context, input) {
    const found = await page<ExportRow>(context, list, input, {
      select: exportColumns,
      from: sql`document_exports`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(exportRecord) };
  },
});
