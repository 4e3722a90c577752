import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { CustomField, customFields, fieldTypes, Key } from './custom-field.ts';
import { fieldKinds } from './kinds.ts';

const list = listOf({
  name: 'custom_fields',
  row: CustomField,
  id: sql`id`,
  sorts: {
    position: { expression: sql`position`, cast: sql`::int` },
    created_at: instantKey(sql`created_at`),
  },
  defaultSort: 'position',
  filters: {
    kind: anyOf(fieldKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    type: anyOf(fieldTypes, (types) => sql`type = any(${types}::text[])`),
    key: filter(Key, (key) => sql`key = ${key}`),
    include_archived: filter(z.boolean(), (include) => (include ? sql`true` : sql`archived_at is null`)),
  },
});

export const listCustomFields = operation({
  name: 'list_custom_fields',
  summary: 'List custom fields by kind of record, with their types and choices.',
  guidance: 'Archived fields are listed only with `include_archived`.',
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
      where:
        input['include_archived'] === undefined
          ? sql`organization_id = ${context.organization} and archived_at is null`
          : sql`organization_id = ${context.organization}`,
    }),
});
