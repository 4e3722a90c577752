import { sql } from '../../../db/sql.ts';
import { anyOf, filter } from '../../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../../operation/list.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Practice, practiceColumns, type PracticeRecord, practiceStatuses, visiblePractices } from './practice.ts';

const list = listOf({
  name: 'practices',
  row: Practice,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(practiceStatuses, (values) => sql`status = any(${values})`),
    token_id: filter(Id('mcp_token'), (id) => sql`token_id = ${id}`),
  },
});

export const listPractices = operation({
  name: 'list_practices',
  summary: 'List the practices of AI apps: running ones, and how the others ended.',
  guidance: 'You see those of your own tokens; with tokens:read, all of them.',
  http: 'GET /mcp/practices',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  ofPractice: true,
  input: list.input,
  output: Page(Practice),
  run: (context: Context, input) =>
    page<PracticeRecord>(context, list, input, {
      select: sql`*`,
      from: sql`(select ${practiceColumns} from practices as practice
        where ${visiblePractices(context)}) as practice`,
      where: sql`true`,
    }),
});
