import { sql } from '../../db/sql.ts';
import { filter } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Share, shareColumns, type ShareRow } from './share.ts';

const list = listOf({
  name: 'document_shares',
  row: Share,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: { document_id: filter(Id('document'), (id) => sql`document_id = ${id}`) },
});

export const listDocumentShares = operation({
  name: 'list_document_shares',
  summary: 'List share links to documents with expiry, recipient and first view.',
  http: 'GET /document-shares',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(Share),
  run: (context, input) =>
    page<ShareRow>(context, list, input, {
      select: shareColumns(context.now),
      from: sql`document_shares`,
      where: sql`organization_id = ${context.organization}`,
    }),
});
