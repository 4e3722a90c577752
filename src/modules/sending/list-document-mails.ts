import { sql } from '../../db/sql.ts';
import { anyOf, filter } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { DocumentMail, type DocumentMailRow, mailColumns, mailStatuses } from './document-mail.ts';

const list = listOf({
  name: 'document_mails',
  row: DocumentMail,
  id: sql`id`,
  sorts: { queued_at: instantKey(sql`queued_at`) },
  defaultSort: '-queued_at',
  filters: {
    document_id: filter(Id('document'), (id) => sql`document_id = ${id}`),
    status: anyOf(mailStatuses, (values) => sql`status = any(${values}::text[])`),
  },
});

export const listDocumentMails = operation({
  name: 'list_document_mails',
  summary: 'List document emails with recipient, delivery status and the mail server’s response.',
  http: 'GET /document-mails',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: list.input,
  output: Page(DocumentMail),
  run: (context, input) =>
    page<DocumentMailRow>(context, list, input, {
      select: mailColumns,
      from: sql`document_mails`,
      where: sql`organization_id = ${context.organization}`,
    }),
});
