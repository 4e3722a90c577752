import { sql } from '../../db/sql.ts';
import { activeOrArchived, anyOf, filter, includeArchived, unlessAsked } from '../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { CustomField, customFields, fieldTypes, Key } from './custom-field.ts';
import { fieldKinds } from './kinds.ts';

const isArchived = sql`archived_at is not null`;

const list = listOf({
  name: 'custom_fields',
  row: CustomField,
  id: sql`id`,
  sorts: {
    position: numberKey(sql`position`),
    created_at: instantKey(sql`created_at`),
  },
  defaultSort: 'position',
  filters: {
    kind: anyOf(fieldKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    type: anyOf(fieldTypes, (types) => sql`type = any(${types}::text[])`),
    key: filter(Key, (key) => sql`key = ${key}`),
    status: activeOrArchived(isArchived),
    include_archived: includeArchived(isArchived),
  },
});

export const listCustomFields = operation({
  name: 'list_custom_fields',
  summary: 'List custom fields by kind of record, with their types and choices.',
  guidance: 'Archived fields are listed only with `status` or `include_archived`.',
  http: 'GET /custom-fields',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: list.input,
  output: Page(CustomField),
  run: (context, input) =>
    page<CustomField>(context, list, input, {
      select: customFields.columns,
      from: customFields.table,
      where: sql`organization_id = ${context.organization} and ${unlessAsked(input, isArchived)}`,
    }),
});
