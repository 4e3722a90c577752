import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import {
  categoryColumns,
  categoryKinds,
  categoryRecord,
  categoryStatuses,
  type CategoryRow,
  ExpenseCategory,
} from './expense-category.ts';

const list = listOf({
  name: 'expense_categories',
  row: ExpenseCategory,
  id: sql`c.id`,
  sorts: {
    name: textKey(sql`c.name_key`),
    position: numberKey(sql`c.position`),
    level: numberKey(sql`cardinality(c.ancestor_ids)`),
    created_at: instantKey(sql`c.created_at`),
    updated_at: instantKey(sql`c.updated_at`),
  },
  defaultSort: 'level,position,name',
  filters: {
    status: anyOf(
      categoryStatuses,
      (wanted) => sql`(case when c.merged_into_id is not null then 'merged' when c.archived_at is null then 'active'
        else 'archived' end) = any(${wanted}::text[])`,
    ),
    kind: anyOf(categoryKinds, (kinds) => sql`c.kind = any(${kinds})`),
    account_id: filter(Id('account'), (id) => sql`c.account_id = ${id}`),
    parent_id: filter(Id('expense_category'), (id) => sql`c.parent_id = ${id}`),
    below_id: filter(Id('expense_category'), (id) => sql`c.ancestor_ids @> ${[id]}::uuid[]`),
    is_root: filter(z.boolean(), (wanted) => sql`(c.parent_id is null) = ${wanted}`),
    external_id: filter(ExternalId, (id) => sql`c.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`c.tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`c.updated_at`),
  },
  expansions: {},
});

export const listExpenseCategories = operation({
  name: 'list_expense_categories',
  summary: 'List expense categories as a tree, from the root down.',
  http: 'GET /expense-categories',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpenseCategory),
  async run(context, input) {
    const found = await page<CategoryRow>(context, list, input, {
      select: categoryColumns,
      from: sql`expense_categories c`,
      where: sql`c.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => categoryRecord(context, row)) };
  },
});
