import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { knownWord } from '../../operation/known-word.ts';
import { listNames } from './lists.ts';
import { filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import {
  FilterName,
  SavedFilter,
  savedFilter,
  savedFilterColumns,
  type SavedFilterRow,
  visibleTo,
} from './saved-filter.ts';

const filters = listOf({
  name: 'saved_filters',
  row: SavedFilter,
  id: sql`id`,
  sorts: { name: textKey(sql`name`), created_at: instantKey(sql`created_at`) },
  defaultSort: 'name',
  filters: {
    list: filter(knownWord('list', listNames), (list) => sql`list = ${list}`),
    name: filter(FilterName, (name) => sql`name = ${name}`),
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    shared: filter(z.boolean(), (shared) => sql`shared = ${shared}`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listSavedFilters = operation({
  name: 'list_saved_filters',
  summary: 'List your saved filters and those shared by others, for lists you may read.',
  guidance: 'Pass its id or name to the list as `view`; parameters you add override the saved ones.',
  http: 'GET /saved-filters',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: filters.input,
  output: Page(SavedFilter),
  async run(context, input) {
    const found = await page<SavedFilterRow>(context, filters, input, {
      select: savedFilterColumns,
      from: sql`saved_filters`,
      where: visibleTo(context),
    });
    return { ...found, data: found.data.map((row) => savedFilter(context, row)) };
  },
});
