import { nothing, type Sql, sql } from '../db/sql.ts';
import type { actorStamp } from './actor.ts';
import { auditMark } from './audit-mark.ts';
import type { Effect, Origin } from './operation.ts';
import type { Secrets } from './secrets.ts';

export type AuditRow = {
  readonly organization: string;
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly actor: ReturnType<typeof actorStamp>;
  /** The session or MCP token that it was done with; empty where there was none. */
  readonly credentialId: string;
  readonly action: string;
  readonly effect: Effect;
  readonly target: string | null;
  readonly input: unknown;
  readonly before: unknown;
  readonly after: unknown;
  readonly origin: Origin;
  readonly idempotencyKey?: string | undefined;
};

type Beside = {
  /** A query: where it finds a row, nothing is written. */
  readonly unless?: Sql;
  /** Parts of a `with` that write what else the call leaves: its events, its key. */
  readonly parts?: readonly (Sql | undefined)[];
};

/** Writes a row of the audit log, and that it waits for its link in the chain, in one statement. */
export function auditRow(secrets: Secrets, row: AuditRow, { unless, parts = [] }: Beside = {}): Sql {
  const { organization, id, credentialId, before, origin } = row;
  const mark = auditMark(secrets.audit, organization, id);
  return sql`
    with ${parts.reduce<Sql>((all, part) => (part === undefined ? all : sql`${all}${part},`), nothing)} written as (
      insert into audit_log (id, organization_id, at, actor, credential_id, action, effect, target_id, input, before,
        after, door, request_id, idempotency_key, ip, user_agent, mcp_client)
      select ${id}::uuid, ${organization}::uuid, ${row.at}::timestamptz, ${JSON.stringify(row.actor)}::jsonb,
        ${credentialId === '' ? null : credentialId}::uuid, ${row.action}, ${row.effect}, ${row.target},
        ${JSON.stringify(row.input)}::jsonb, ${before === null ? null : JSON.stringify(before)}::jsonb,
        ${JSON.stringify(row.after)}::json, ${origin.door}, ${origin.requestId}, ${row.idempotencyKey ?? null},
        ${origin.ip ?? null}, ${origin.userAgent ?? null}, ${origin.mcpClient ?? null}
      ${unless === undefined ? nothing : sql`where not exists (${unless})`}
      returning organization_id, id
    )
    insert into audit_unsealed (organization_id, audit_id, mark) select organization_id, id, ${mark} from written`;
}
