import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { ActionName } from '../../operation/action-name.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf } from '../../operation/list.ts';
import { AnyId, Id, type Prefixed, prefixes, Text } from '../../wire/index.ts';
import { AuditEntry } from './audit-entry.ts';

const actionsMax = 20;
const kinds = Object.keys(prefixes) as [Prefixed, ...Prefixed[]];

/** Filters of the log; the export takes the same. */
export const entryFilters = {
  actor_id: filter(Id('user'), (id) => sql`entry.actor ->> 'id' = ${z.encode(Id('user'), id)}`),
  action: filter(z.array(ActionName).min(1).max(actionsMax), (names) => sql`entry.action = any(${names}::text[])`),
  effect: anyOf(['write', 'destructive'], (effects) => sql`entry.effect = any(${effects}::text[])`),
  target_id: filter(AnyId, (id) => sql`entry.target_id = ${id}`),
  target_type: filter(z.enum(kinds), (kind) => sql`left(entry.target_id, -27) = ${prefixes[kind]}`),
  door: anyOf(['rest', 'mcp', 'job', 'console'], (doors) => sql`entry.door = any(${doors}::text[])`),
  token_id: filter(Id('mcp_token'), (id) => sql`entry.credential_id = ${id}`),
  api_key_id: filter(Id('api_key'), (id) => sql`entry.credential_id = ${id}`),
  connected_app_id: filter(Id('connected_app'), (id) => sql`entry.credential_id = ${id}`),
  session_id: filter(Id('session'), (id) => sql`entry.credential_id = ${id}`),
  mcp_client: filter(Text(200), (name) => sql`entry.mcp_client = ${name}`),
  request_id: filter(Text(200), (id) => sql`entry.request_id = ${id}`),
  at: instantRange(sql`entry.at`),
};

export const entryList = listOf({
  name: 'audit_log',
  row: AuditEntry,
  id: sql`entry.id`,
  sorts: { at: instantKey(sql`entry.at`) },
  defaultSort: '-at',
  filters: entryFilters,
});
