import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { dayRange, filter, instantRange } from '../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Revaluation, revaluationColumns, revaluationRecord, type RevaluationRow } from './revaluation.ts';

const revaluations = listOf({
  name: 'revaluations',
  row: Revaluation,
  id: sql`id`,
  sorts: { date: dayKey(sql`revalued_on`), created_at: instantKey(sql`created_at`) },
  defaultSort: '-date',
  filters: {
    status: filter(z.enum(['posted', 'voided']), (status) =>
      status === 'posted' ? sql`voided_at is null` : sql`voided_at is not null`,
    ),
    date: dayRange(sql`revalued_on`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listRevaluations = operation({
  name: 'list_revaluations',
  summary: 'List exchange revaluations by date.',
  http: 'GET /revaluations',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: revaluations.input,
  output: Page(Revaluation),
  async run(context, input) {
    const found = await page<RevaluationRow>(context, revaluations, input, {
      select: revaluationColumns,
      from: sql`revaluations`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => revaluationRecord(context, row)) };
  },
});
