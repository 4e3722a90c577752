import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { changesBetween } from '../../operation/history.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, ForeignValue, Id, Instant } from '../../wire/index.ts';
import { withoutCosts } from './costs.ts';

/** One line of the audit log: who did what to which record, when and from where. */
export const AuditEntry = z.object({
  id: Id('audit'),
  at: Instant,
  actor: ActorStamp,
  token_id: Id('mcp_token').nullable().describe('The MCP token used.'),
  api_key_id: Id('api_key').nullable().describe('The API key used.'),
  connected_app_id: Id('connected_app').nullable().describe('The connection of the OAuth app used.'),
  session_id: Id('session').nullable(),
  action: z.string(),
  effect: z.enum(['write', 'destructive']),
  target_id: z.string().nullable().describe('The record affected.'),
  door: z.string(),
  request_id: z.string(),
  idempotency_key: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  mcp_client: z.string().nullable(),
  refused: z.string().nullable().describe('The refusal code, recorded for failed sign-ins.'),
  sequence: z.int().nullable().describe('Position in the hash chain; null until it is sealed, moments later.'),
});

const Change = z.object({ field: z.string(), before: ForeignValue, after: ForeignValue });

/** The same with what was sent, and the record before and after. */
export const WholeAuditEntry = AuditEntry.extend({
  input: ForeignValue.describe('The input, without secrets.'),
  before: ForeignValue.nullable(),
  after: ForeignValue.nullable(),
  changes: z.array(Change),
  hash: z.string().nullable().describe('Its hash in the chain, in hexadecimal.'),
});
export type WholeAuditEntry = z.output<typeof WholeAuditEntry>;

export const entrySource: Sql = sql`audit_log as entry
  left join audit_seals as seal on seal.organization_id = entry.organization_id and seal.audit_id = entry.id`;

export const entryColumns: Sql = sql`entry.id, entry.at, entry.actor,
  case when entry.actor ->> 'type' = 'mcp_token' then entry.credential_id end as token_id,
  case when entry.actor ->> 'type' = 'api_key' then entry.credential_id end as api_key_id,
  case when entry.actor ->> 'type' = 'app' then entry.credential_id end as connected_app_id,
  case when entry.actor ->> 'type' = 'user' then entry.credential_id end as session_id,
  entry.action, entry.effect, entry.target_id, entry.door, entry.request_id, entry.idempotency_key, entry.ip,
  entry.user_agent, entry.mcp_client, entry.after ->> 'refused' as refused, seal.sequence::int as sequence`;

export const wholeColumns: Sql = sql`${entryColumns}, entry.input, entry.before, entry.after,
  encode(seal.hash, 'hex') as hash`;

/** An entry as it goes out: without costs for whoever may not see costs. */
export function wholeEntryFrom({ actor }: Context, row: Omit<WholeAuditEntry, 'changes'>): WholeAuditEntry {
  const seesCosts = actor.permissions.has('costs:read');
  const shown = (value: unknown) => (seesCosts ? value : withoutCosts(value, row.target_id));
  const [before, after] = [shown(row.before), shown(row.after)];
  return { ...row, input: shown(row.input), before, after, changes: changesBetween(before, after) };
}
