import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { SavedFilter, savedFilter, savedFilterColumns, type SavedFilterRow, visibleTo } from './saved-filter.ts';

export const getSavedFilter = operation({
  name: 'get_saved_filter',
  summary: 'Get a saved filter: its list, its query and whether the query is still valid.',
  http: 'GET /saved-filters/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: z.strictObject({ id: Id('saved_filter') }),
  output: SavedFilter,
  refuses: [notFound],
  async run(context, { id }) {
    const row = await context.db.maybe<SavedFilterRow>(sql`
      select ${savedFilterColumns} from saved_filters where ${visibleTo(context)} and id = ${id}`);
    if (row === undefined) throw notFound();
    return savedFilter(context, row);
  },
});
