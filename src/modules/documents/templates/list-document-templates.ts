import { z } from 'zod';
import { nameKey } from '../../../core/fold.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { anyOf, filter, includeArchived, instantRange } from '../../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Locale, Text } from '../../../wire/index.ts';
import { type DocumentTemplate, DocumentTemplateSummary, templateTypes } from './document-template.ts';
import { summaryColumns } from './template-store.ts';

const statusIs: Readonly<Record<DocumentTemplate['status'], Sql>> = {
  draft: sql`archived_at is null and published_version is null`,
  published: sql`archived_at is null and published_version is not null`,
  archived: sql`archived_at is not null`,
};

const templates = listOf({
  name: 'document_templates',
  row: DocumentTemplateSummary,
  id: sql`id`,
  sorts: {
    name: textKey(sql`name_key`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: 'name',
  filters: {
    q: filter(Text(100), (text) => sql`name_key like ${containing(nameKey(text))}`),
    status: anyOf(['draft', 'published', 'archived'], (wanted) => {
      return sql`(${join(
        wanted.map((status) => statusIs[status]),
        sql` or `,
      )})`;
    }),
    include_archived: includeArchived(sql`archived_at is not null`),
    document_type: filter(
      z.enum(templateTypes),
      (type) => sql`(document_types = '{}' or ${type} = any (document_types))`,
    ),
    language: filter(Locale, (language) => sql`(languages = '{}' or ${language} = any (languages))`),
    is_default: filter(z.boolean(), (wanted) => sql`is_default = ${wanted}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listDocumentTemplates = operation({
  name: 'list_document_templates',
  summary: 'List document templates with their types, languages and published state.',
  http: 'GET /document-templates',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: templates.input,
  output: Page(DocumentTemplateSummary),
  run: (context, input) =>
    page<z.output<typeof DocumentTemplateSummary>>(context, templates, input, {
      select: summaryColumns,
      from: sql`document_templates`,
      where: sql`organization_id = ${context.organization}`,
    }),
});
