import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { kinds } from './fields.ts';
import { Import, importColumns, importRecord, type ImportRow, importStates } from './import.ts';

const imports = listOf({
  name: 'imports',
  row: Import,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    kind: anyOf(kinds, (wanted) => sql`kind = any(${wanted})`),
    state: anyOf(importStates, (wanted) => sql`state = any(${wanted})`),
    is_trial: filter(z.boolean(), (wanted) => sql`is_trial = ${wanted}`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listImports = operation({
  name: 'list_imports',
  summary: 'List imports, latest first.',
  http: 'GET /imports',
  effect: 'read',
  permission: 'data:import',
  mcp: 'action',
  input: imports.input,
  output: Page(Import),
  async run(context, input) {
    const found = await page<ImportRow>(context, imports, input, {
      select: importColumns,
      from: sql`imports`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(importRecord) };
  },
});
