import { sql } from '../../../db/sql.ts';
import {
  activeOrArchived,
  anyOf,
  clientMeant,
  dayRange,
  filter,
  includeArchived,
  instantRange,
  unlessAsked,
} from '../../../operation/filter.ts';
import { instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { fileTypes, Sha256 } from '../../files/index.ts';
import { wordsIn } from '../../../operation/has-words.ts';
import { OtherDocument } from './other-document.ts';
import { otherColumns, otherRecord, type OtherRow } from './other-document-store.ts';

const linksOf = sql`select l.other_document_id from other_document_links as l
  where l.organization_id = other_documents.organization_id`;

const isArchived = sql`archived_at is not null`;

const others = listOf({
  name: 'other_documents',
  row: OtherDocument,
  id: sql`id`,
  sorts: {
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
    title: textKey(sql`title`),
  },
  defaultSort: '-created_at',
  filters: {
    q: wordsIn(sql`words`, 'Words, or the beginnings of words, in title, tags, file name or text.'),
    status: activeOrArchived(isArchived),
    include_archived: includeArchived(isArchived),
    client_id: filter(Id('client'), (id) => sql`id in (${linksOf} and l.client_id = ${clientMeant(id)})`),
    sale_id: filter(Id('sale'), (id) => sql`id in (${linksOf} and l.sale_id = ${id})`),
    expense_id: filter(Id('expense'), (id) => sql`id in (${linksOf} and l.expense_id = ${id})`),
    document_id: filter(Id('document'), (id) => sql`id in (${linksOf} and l.document_id = ${id})`),
    content_type: anyOf(fileTypes, (types) => sql`content_type = any(${types}::text[])`),
    sha256: filter(Sha256, (hash) => sql`sha256 = ${hash}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    document_date: dayRange(sql`document_date`),
    expires_on: dayRange(sql`expires_on`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listOtherDocuments = operation({
  name: 'list_other_documents',
  summary: 'List uploaded documents by their text, tag, date, expiry or linked record.',
  guidance: 'Archived documents are listed only with `status` or `include_archived`.',
  http: 'GET /other-documents',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: others.input,
  output: Page(OtherDocument),
  async run(context, input) {
    const found = await page<OtherRow>(context, others, input, {
      select: otherColumns,
      from: sql`other_documents`,
      where: sql`organization_id = ${context.organization} and ${unlessAsked(input, isArchived)}`,
    });
    return { ...found, data: found.data.map((row) => otherRecord(context, row)) };
  },
});
