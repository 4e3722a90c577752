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
    with ${listed(parts)} written as (
      insert into audit_log (${columns})
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

/** The same of several calls. They come as one JSON text: as an array of each column, their texts are quoted twice. */
export function auditRows(secrets: Secrets, rows: readonly AuditRow[], { parts = [] }: Pick<Beside, 'parts'>): Sql {
  const lines = rows.map(({ organization, id, credentialId, target, origin, idempotencyKey, ...row }) => ({
    ...row,
    id,
    organization_id: organization,
    credential_id: credentialId === '' ? null : credentialId,
    target_id: target,
    door: origin.door,
    request_id: origin.requestId,
    idempotency_key: idempotencyKey,
    ip: origin.ip,
    user_agent: origin.userAgent,
    mcp_client: origin.mcpClient,
    mark: auditMark(secrets.audit, organization, id).toString('hex'),
  }));
  return sql`
    with ${listed(parts)} line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as line (id uuid, organization_id uuid,
        at timestamptz, actor jsonb, credential_id uuid, action text, effect text, target_id text, input jsonb,
        before jsonb, after json, door text, request_id text, idempotency_key text, ip text, user_agent text,
        mcp_client text, mark text)),
    written as (insert into audit_log (${columns}) select ${columns} from line)
    insert into audit_unsealed (organization_id, audit_id, mark)
    select organization_id, id, decode(mark, 'hex') from line`;
}

const columns: Sql = sql`id, organization_id, at, actor, credential_id, action, effect, target_id, input, before, after,
  door, request_id, idempotency_key, ip, user_agent, mcp_client`;

function listed(parts: readonly (Sql | undefined)[]): Sql {
  return parts.reduce<Sql>((all, part) => (part === undefined ? all : sql`${all}${part},`), nothing);
}
