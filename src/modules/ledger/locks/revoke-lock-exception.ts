import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { exceptionColumns, LockException, lockExceptionRevoked, wireException } from './lock-exception.ts';

export const revokeLockException = operation({
  name: 'revoke_lock_exception',
  summary: 'Revoke an exception from a period lock before it expires. Entries posted under it stay.',
  http: 'POST /periods/exceptions/{id}/revoke',
  effect: 'write',
  permission: 'periods:override',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('lock_exception'), version: Version.optional() }),
  output: LockException,
  refuses: [invalidStateTransition, notFound, versionConflict],
  emits: [lockExceptionRevoked],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    // Waits for postings under the exception: none follows after the answer.
    db.later(sql`select hold_postings(${organization})`);
    const before = await db.maybe<LockException>(sql`
      select ${exceptionColumns(context)} from lock_exceptions as x
      where x.organization_id = ${organization} and x.id = ${id} for update of x`);
    if (before === undefined) throw notFound();
    if (version !== undefined && version !== before.version) {
      throw versionConflict({ current_version: before.version });
    }
    if (before.status !== 'active') throw invalidStateTransition({ status: before.status, allowed: [] });
    const stamp = actorStamp(actor);
    db.later(sql`
      update lock_exceptions set revoked_at = ${now}, revoked_by = ${JSON.stringify(stamp)}, version = version + 1
      where organization_id = ${organization} and id = ${id}`);
    context.before(wireException(before));
    const changed = { status: 'revoked', revoked_at: now, revoked_by: stamp, version: before.version + 1 } as const;
    const exception = { ...before, ...changed };
    context.emit(lockExceptionRevoked(exception));
    return exception;
  },
});
