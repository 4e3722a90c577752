import { sql } from '../db/sql.ts';
import { actorStamp } from './actor.ts';
import type { Context, Operation } from './operation.ts';
import type { Request } from './request.ts';

const masked = '•••';

type Done = {
  readonly operation: Operation;
  readonly request: Request;
  readonly output: unknown;
  readonly before: unknown;
};

/** One row for every write: who did what to which record, from where, with the state before and after. */
export function recordAudit(context: Context, { operation, request, output, before }: Done): void {
  const { actor, db, now, newId } = context;
  if (actor.organization === undefined) return;
  const { origin } = request;
  db.later(sql`
    insert into audit_log (id, organization_id, at, actor, credential_id, action, effect, target_id, input, before,
      after, door, request_id, idempotency_key, ip, user_agent, mcp_client)
    values (${newId()}, ${actor.organization.id}, ${now}, ${JSON.stringify(actorStamp(actor))},
      ${actor.credentialId === '' ? null : actor.credentialId}, ${operation.name}, ${operation.effect},
      ${targetOf(output, request.input)}, ${JSON.stringify(withoutSecrets(operation, request.input))},
      ${before === undefined ? null : JSON.stringify(before)}, ${JSON.stringify(withoutSecrets(operation, output))},
      ${origin.door}, ${origin.requestId}, ${request.idempotencyKey ?? null}, ${origin.ip ?? null},
      ${origin.userAgent ?? null}, ${origin.mcpClient ?? null})`);
}

/** The id of the record that was written: what the answer shows, else what was asked for. */
function targetOf(output: unknown, input: unknown): string | null {
  return idIn(output) ?? idIn(input) ?? null;
}

function idIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id.slice(0, 64) : undefined;
}

function withoutSecrets(operation: Operation, value: unknown): unknown {
  const { secretInput = [], unaudited = [] } = operation;
  const isWhole = secretInput.length === 0 && unaudited.length === 0;
  if (isWhole || typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (secretInput.includes(key)) return [key, masked];
      return [key, unaudited.includes(key) && typeof item === 'string' ? `${item.length} characters` : item];
    }),
  );
}
