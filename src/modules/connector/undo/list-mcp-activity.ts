import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { ActionName } from '../../../operation/action-name.ts';
import { filter, instantRange } from '../../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ActorStamp, AnyId, Id, Instant } from '../../../wire/index.ts';
import { changedSince, Undoable, undoableOf, visibleLines, writeColumns, type WriteRow } from './mcp-write.ts';

const Activity = z.object({
  id: Id('audit'),
  at: Instant,
  token_id: Id('mcp_token').nullable(),
  actor: ActorStamp,
  client: z.string().nullable(),
  action: z.string(),
  effect: z.string(),
  target_id: z.string().nullable(),
  arguments: z.record(z.string(), z.unknown()),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  request_id: z.string(),
  conversation: z.string().nullable().describe('The conversation id that the AI app sent, if any.'),
  approval: z
    .object({ id: Id('approval'), decided_by: ActorStamp, note: z.string().nullable() })
    .nullable()
    .describe('Who approved it, with their note; null if no approval was needed.'),
  undo: Undoable,
});
type Activity = z.output<typeof Activity>;

type Row = Omit<Activity, 'undo' | 'arguments' | 'after'> & WriteRow & { readonly noted: boolean; changed: boolean };

const list = listOf({
  name: 'mcp_activity',
  row: Activity,
  id: sql`line.id`,
  sorts: { at: instantKey(sql`line.at`) },
  defaultSort: '-at',
  filters: {
    token_id: filter(Id('mcp_token'), (id) => sql`line.credential_id = ${id}`),
    action: filter(ActionName, (name) => sql`line.action = ${name}`),
    target_id: filter(AnyId, (id) => sql`line.target_id = ${id}`),
    at: instantRange(sql`line.at`),
  },
});

export const listMcpActivity = operation({
  name: 'list_mcp_activity',
  summary: 'List writes by AI apps: each call with its arguments and the record before and after.',
  guidance: 'You see those of your own tokens; with audit:read, everyone’s. `undo` says what undo_mcp_write can undo.',
  http: 'GET /mcp/activity',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: list.input,
  output: Page(Activity),
  async run(context, input) {
    const rows = await page<Row>(context, list, input, {
      select: sql`${writeColumns}, line.credential_id as token_id, line.actor, line.mcp_client as client, line.effect,
        line.request_id, write.conversation, write.id is not null as noted, ${changedSince(context.now)} as changed,
        case when approval.id is not null then jsonb_build_object(
          'id', approval.id, 'decided_by', approval.decided_by, 'note', approval.note) end as approval`,
      from: sql`audit_log as line
        left join mcp_writes as write on write.organization_id = line.organization_id and write.id = line.id
        left join approvals as approval on approval.organization_id = line.organization_id
          and approval.line_id = line.id`,
      where: visibleLines(context),
    });
    return { ...rows, data: rows.data.map((row) => activityFrom(row, context.now)) };
  },
});

function activityFrom(row: Row, now: string): Activity {
  const { input, output, before = null, ...rest } = row;
  return { ...rest, arguments: input, before, after: output, undo: undoableOf(row, now) };
}
