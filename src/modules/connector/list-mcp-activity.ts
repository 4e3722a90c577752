import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant, Text } from '../../wire/index.ts';

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
});

const list = listOf({
  name: 'mcp_activity',
  row: Activity,
  id: sql`id`,
  sorts: { at: instantKey(sql`at`) },
  defaultSort: '-at',
  filters: {
    token_id: filter(Id('mcp_token'), (id) => sql`credential_id = ${id}`),
    action: filter(Text(64), (name) => sql`action = ${name}`),
    target_id: filter(Text(64), (id) => sql`target_id = ${id}`),
    at: instantRange(sql`at`),
  },
});

export const listMcpActivity = operation({
  name: 'list_mcp_activity',
  summary: 'List what AI clients wrote: each call with its arguments, and the record before and after.',
  guidance: 'You see the calls of your own tokens; with audit:read, everyone’s.',
  http: 'GET /mcp/activity',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: list.input,
  output: Page(Activity),
  run(context, input) {
    const { organization, actor } = context;
    const written = sql`organization_id = ${organization} and door = 'mcp'`;
    // A token may see less than its owner does, so what another token wrote is not for it to read.
    const own =
      actor.kind === 'mcp_token'
        ? sql`${written} and credential_id = ${actor.credentialId}`
        : sql`${written} and credential_id in (
            select id from mcp_tokens where organization_id = ${organization} and member_id = ${actor.memberId})`;
    return page(context, list, input, {
      select: sql`id, at, credential_id as token_id, actor, mcp_client as client, action, effect, target_id,
        input as arguments, before, after, request_id`,
      from: sql`audit_log`,
      where: actor.permissions.has('audit:read') ? written : own,
    });
  },
});
