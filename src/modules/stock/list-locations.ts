import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Text } from '../../wire/index.ts';
import { Code, Location, locationColumns, locationTypes } from './location.ts';

const list = listOf({
  name: 'locations',
  row: Location,
  id: sql`locations.id`,
  sorts: {
    code: textKey(sql`locations.code`),
    created_at: instantKey(sql`locations.created_at`),
    updated_at: instantKey(sql`locations.updated_at`),
  },
  defaultSort: 'code',
  filters: {
    status: anyOf(['active', 'archived'], (wanted) =>
      wanted.length === 2 ? sql`true` : sql`(archived_at is null) = ${wanted.includes('active')}`,
    ),
    type: anyOf(locationTypes, (types) => sql`type = any(${types})`),
    code: filter(Code, (code) => sql`code = ${code}`),
    is_default: filter(z.boolean(), (wanted) => sql`is_default = ${wanted}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listLocations = operation({
  name: 'list_locations',
  summary: 'List stock locations.',
  http: 'GET /locations',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: list.input,
  output: Page(Location),
  run: (context, input) =>
    page<Location>(context, list, input, {
      select: locationColumns,
      from: sql`locations`,
      where: sql`organization_id = ${context.organization}`,
    }),
});
