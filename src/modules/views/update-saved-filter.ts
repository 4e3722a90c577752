import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { forbidden, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, sent, Version } from '../../wire/index.ts';
import { checkQuery, listNamed } from './lists.ts';
import {
  FilterName,
  lockSavedFilter,
  Query,
  SavedFilter,
  savedFilter,
  savedFilterColumns,
  savedFilterNameTaken,
  type SavedFilterRow,
  savedFilterUpdated,
  wireSavedFilter,
} from './saved-filter.ts';

export const updateSavedFilter = operation({
  name: 'update_saved_filter',
  summary: 'Update the name, query or sharing of a saved filter.',
  http: 'PATCH /saved-filters/{id}',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('saved_filter'),
    name: FilterName.optional(),
    query: Query.optional().describe('The complete query; it replaces the existing one.'),
    shared: z.boolean().optional(),
    version: Version.optional(),
  }),
  output: SavedFilter,
  refuses: [notFound, forbidden, versionConflict, validationFailed, savedFilterNameTaken],
  emits: [savedFilterUpdated],
  async run(context, { id, version, ...change }) {
    const { db, organization, now, actor } = context;
    const before = await lockSavedFilter(context, { id, version });
    const list = listNamed(before.list);
    if (list !== undefined && change.query !== undefined) checkQuery(list, change.query);
    context.before(wireSavedFilter(savedFilter(context, before)));
    const next = { ...before, ...sent(change) };
    const row = await db.one<SavedFilterRow>(sql`
      update saved_filters set name = ${next.name}, query = ${JSON.stringify(next.query)}, shared = ${next.shared},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${savedFilterColumns}`);
    context.emit(savedFilterUpdated(savedFilter(context, row)));
    return savedFilter(context, row);
  },
});
