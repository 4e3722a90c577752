import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkQuery, listNamed, listsFor, unknownList } from './lists.ts';
import {
  FilterName,
  ListName,
  Query,
  SavedFilter,
  savedFilter,
  savedFilterColumns,
  savedFilterCreated,
  savedFilterNameTaken,
  type SavedFilterRow,
} from './saved-filter.ts';

const filtersMax = 200;

export const createSavedFilter = operation({
  name: 'create_saved_filter',
  summary: 'Create a saved filter: a named query of a list, for yourself or shared with everyone.',
  guidance: 'The query is validated as the list would validate it.',
  http: 'POST /saved-filters',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  creates: true,
  input: z.strictObject({ name: FilterName, list: ListName, query: Query, shared: z.boolean().default(false) }),
  output: SavedFilter,
  refuses: [savedFilterNameTaken, validationFailed, limitExceeded],
  emits: [savedFilterCreated],
  async run(context, { name, list: listName, query, shared }) {
    const { db, organization, now, actor } = context;
    const list = listNamed(listName);
    if (list === undefined || !listsFor(actor.permissions).includes(listName)) throw unknownList();
    checkQuery(list, query);
    const stamp = JSON.stringify(actorStamp(actor));
    const [{ count }, row] = await Promise.all([
      db.one<{ count: bigint }>(sql`
        select count(*) as count from saved_filters
        where organization_id = ${organization} and member_id = ${actor.memberId}`),
      db.one<SavedFilterRow>(sql`
        insert into saved_filters (organization_id, id, member_id, name, list, query, shared, created_at, updated_at,
          created_by, updated_by)
        values (${organization}, ${context.newId()}, ${actor.memberId}, ${name}, ${listName}, ${JSON.stringify(query)},
          ${shared}, ${now}, ${now}, ${stamp}, ${stamp})
        returning ${savedFilterColumns}`),
    ]);
    if (count >= filtersMax) throw limitExceeded({ max: filtersMax, hint: 'Delete a filter you no longer need.' });
    context.emit(savedFilterCreated(savedFilter(context, row)));
    return savedFilter(context, row);
  },
});
