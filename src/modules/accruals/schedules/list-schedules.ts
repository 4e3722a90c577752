import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { containing, dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { SourceId } from '../../ledger/index.ts';
import { Schedule, type ScheduleFound, scheduleKinds, scheduleRecord } from './schedule.ts';
import { isUnfinished, scheduleColumns } from './schedule-store.ts';

const schedules = listOf({
  name: 'schedules',
  row: Schedule,
  id: sql`id`,
  sorts: { start_date: dayKey(sql`start_date`), created_at: instantKey(sql`created_at`) },
  defaultSort: '-start_date',
  filters: {
    q: filter(Text(100).describe('Words in the description.'), (text) => sql`description ilike ${containing(text)}`),
    kind: anyOf(scheduleKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    status: filter(z.enum(['active', 'ended', 'voided']).describe('`ended` includes completed.'), (status) => {
      if (status === 'voided') return sql`voided_at is not null`;
      return status === 'active' ? isUnfinished : sql`(voided_at is null and not ${isUnfinished})`;
    }),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    source_id: filter(SourceId, ({ type, id }) => sql`(source_type = ${type} and source_id = ${id})`),
    start_date: dayRange(sql`start_date`),
    end_date: dayRange(sql`end_date`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listSchedules = operation({
  name: 'list_schedules',
  summary: 'List schedules of prepaid expenses and deferred income.',
  http: 'GET /schedules',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: schedules.input,
  output: Page(Schedule),
  async run(context, input) {
    const found = await page<ScheduleFound>(context, schedules, input, {
      select: scheduleColumns,
      from: sql`schedules`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => scheduleRecord(context, row)) };
  },
});
