import { sql } from '../db/sql.ts';
import { actorStamp } from './actor.ts';
import { auditMark } from './audit-mark.ts';
import type { Context, Operation } from './operation.ts';
import type { Request } from './request.ts';
import { scopeOf } from './scope-of.ts';

const masked = '•••';

type Done = {
  /** The id of the line. What other organisations are told has an id of its own. */
  readonly line: string;
  readonly operation: Operation;
  readonly request: Request;
  readonly output: unknown;
  readonly before: unknown;
  readonly about: string | undefined;
  readonly alsoIn: readonly string[];
};

/** One row for every write: who did what to which record, from where, with the state before and after. */
export function recordAudit(context: Context, done: Done): void {
  const { actor, db } = context;
  if (actor.organization === undefined) return;
  const own = actor.organization.id;
  const others = done.alsoIn.filter((organization) => organization !== own);
  for (const organization of others) {
    db.scope({ organization, user: actor.userId });
    writeRow(context, organization, { ...done, line: context.newId() });
  }
  if (others.length > 0) db.scope(scopeOf(actor));
  writeRow(context, own, done);
}

function writeRow(context: Context, organization: string, done: Done): void {
  const { actor, db, now, secrets } = context;
  const { line: id, operation, request, output, before, about } = done;
  const { origin } = request;
  const mark = auditMark(secrets.audit, organization, id);
  // One statement for both: the row, and that it waits for its link in the chain.
  db.later(sql`
    with written as (
      insert into audit_log (id, organization_id, at, actor, credential_id, action, effect, target_id, input, before,
        after, door, request_id, idempotency_key, ip, user_agent, mcp_client)
      values (${id}, ${organization}, ${now}, ${JSON.stringify(actorStamp(actor))},
        ${actor.credentialId === '' ? null : actor.credentialId}, ${operation.name}, ${operation.effect},
        ${about ?? targetOf(output, request.input)}, ${JSON.stringify(withoutSecrets(operation, request.input))},
        ${before === undefined ? null : JSON.stringify(withoutSecrets(operation, before))},
        ${JSON.stringify(withoutSecrets(operation, output))}, ${origin.door}, ${origin.requestId},
        ${request.idempotencyKey ?? null}, ${origin.ip ?? null}, ${origin.userAgent ?? null},
        ${origin.mcpClient ?? null})
      returning organization_id, id
    )
    insert into audit_unsealed (organization_id, audit_id, mark) select organization_id, id, ${mark} from written`);
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
