import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { lockSavedFilter, SavedFilter, savedFilter, savedFilterDeleted, wireSavedFilter } from './saved-filter.ts';

export const deleteSavedFilter = operation({
  name: 'delete_saved_filter',
  summary: 'Delete a saved filter.',
  http: 'DELETE /saved-filters/{id}',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('saved_filter'), version: Version.optional() }),
  output: SavedFilter,
  refuses: [notFound, forbidden, versionConflict],
  emits: [savedFilterDeleted],
  async run(context, { id, version }) {
    const filter = savedFilter(context, await lockSavedFilter(context, { id, version }));
    context.before(wireSavedFilter(filter));
    context.db.later(sql`
      delete from saved_filters where organization_id = ${context.organization} and id = ${id}`);
    context.emit(savedFilterDeleted(filter));
    return filter;
  },
});
