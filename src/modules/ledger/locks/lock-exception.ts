import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../../wire/index.ts';
import { softLocks } from './period-locks.ts';

export const LockException = z.object({
  id: Id('lock_exception'),
  organization_id: Id('organization'),
  lock: z.enum(softLocks),
  from: Day.describe('First day opened.'),
  to: Day.nullable().describe('Last day opened; null if all days from the first on are open.'),
  until_date: Day.nullable().describe('If `to` is null: the last locked day while the exception is valid.'),
  member_id: Id('member').nullable().describe('Member it is for; null for everyone.'),
  reason: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  revoked_by: ActorStamp.nullable(),
  entry_count: z.int().describe('Number of journal entries posted under it.'),
  version: z.int(),
  created_at: Instant,
  created_by: ActorStamp,
});
export type LockException = z.output<typeof LockException>;

export const wireException: (exception: LockException) => unknown = encoderOf(LockException);

/** The columns of an exception called `x`, under the names of its fields. */
export function exceptionColumns({ now }: Context): Sql {
  return sql`x.id, x.organization_id, x.lock, x.opens_from as "from", x.opens_to as "to",
    case when x.opens_to is null then x.opens_from - 1 end as until_date, x.member_id, x.reason,
    case when x.revoked_at is not null then 'revoked' when x.expires_at <= ${now} then 'expired' else 'active' end
      as status,
    x.expires_at, x.revoked_at, x.revoked_by,
    (select count(*)::int from lock_exception_entries as written
      where written.organization_id = x.organization_id and written.exception_id = x.id) as entry_count,
    x.version, x.created_at, x.created_by`;
}

const ExceptionFacts = LockException.omit({ entry_count: true });

export const lockExceptionCreated = event('lock_exception.created', ExceptionFacts);
export const lockExceptionRevoked = event('lock_exception.revoked', ExceptionFacts);
