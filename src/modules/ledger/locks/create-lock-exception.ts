import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { type FieldError, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, InstantInput, Text } from '../../../wire/index.ts';
import { exceptionColumns, LockException, lockExceptionCreated } from './lock-exception.ts';
import { softLocks } from './period-locks.ts';

const daysMax = 366;

export const createLockException = operation({
  name: 'create_lock_exception',
  summary: 'Create a temporary exception from a period lock for one member or everyone.',
  guidance: 'Give `from` and `to`, or `until_date` as the temporary end of the lock. A hard lock has no exceptions.',
  http: 'POST /periods/exceptions',
  effect: 'write',
  permission: 'periods:override',
  mcp: 'action',
  creates: true,
  undo: undoneBy('revoke_lock_exception'),
  input: z.strictObject({
    lock: z.enum(softLocks),
    from: Day.optional().describe('First day to open.'),
    to: Day.optional().describe('Last day to open.'),
    until_date: Day.optional().describe('Instead of from and to: the last locked day while the exception is valid.'),
    member_id: Id('member').nullable().optional().describe('Member it is for. Default: everyone.'),
    expires_at: InstantInput.describe('When the exception expires, within a year.'),
    reason: Text(500),
  }),
  output: LockException,
  refuses: [notFound, validationFailed],
  emits: [lockExceptionCreated],
  async run(context, input) {
    const { from, to } = daysOf(context, input);
    const expiresAt = new Date(input.expires_at).toISOString();
    checkExpiry(context, expiresAt);
    const [member] = await Promise.all([memberIn(context, input.member_id), checkHard(context, to)]);
    const { db, organization, now, actor } = context;
    const id = context.newId();
    db.later(sql`
      insert into lock_exceptions (organization_id, id, lock, opens_from, opens_to, member_id, reason, expires_at,
        created_at, created_by)
      values (${organization}, ${id}, ${input.lock}, ${from}, ${to}, ${member}, ${input.reason}, ${expiresAt}, ${now},
        ${JSON.stringify(actorStamp(actor))})`);
    const exception = await db.one<LockException>(sql`
      select ${exceptionColumns(context)} from lock_exceptions as x
      where x.organization_id = ${organization} and x.id = ${id}`);
    context.emit(lockExceptionCreated(exception));
    return exception;
  },
});

type Window = { readonly from: CoreDay; readonly to: CoreDay | null };
type Asked = { readonly [Field in 'from' | 'to' | 'until_date']?: CoreDay | undefined };

function daysOf({ today }: Context, { from, to, until_date: until }: Asked): Window {
  if ((until ?? from ?? today) > today) {
    const pointer = until === undefined ? '/from' : '/until_date';
    throw unfit({ pointer, code: 'in_future', message: `Write ${today} or an earlier date: later dates are open.` });
  }
  if (until !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw unfit({ pointer: '/until_date', code: 'not_wanted', message: 'Write either from and to, or until_date.' });
    }
    return { from: addDays(until, 1), to: null };
  }
  if (from === undefined)
    throw unfit({ pointer: '/from', code: 'required', message: 'Write the first day to open, in `from`.' });
  if (to === undefined)
    throw unfit({ pointer: '/to', code: 'required', message: 'Write the last day to open, in `to`.' });
  if (to < from)
    throw unfit({ pointer: '/to', code: 'reversed', message: 'Write a last day that is not before the first.' });
  return { from, to };
}

function checkExpiry({ now }: Context, expiresAt: string): void {
  const message = `Write a time in the future, at most ${daysMax} days ahead.`;
  const latest = new Date(Date.parse(now) + daysMax * 86_400_000).toISOString();
  if (expiresAt <= now || expiresAt > latest) {
    throw unfit({ pointer: '/expires_at', code: 'out_of_range', message }, { max: latest });
  }
}

async function memberIn({ db, organization }: Context, id: string | null | undefined): Promise<string | null> {
  if (id === undefined || id === null) return null;
  const found = await db.maybe(sql`
    select from team_members where organization_id = ${organization} and id = ${id} and status = 'active'`);
  if (found !== undefined) return id;
  throw notFound({ errors: [{ pointer: '/member_id', code: 'not_found', message: 'The member was not found.' }] });
}

async function checkHard({ db, organization }: Context, to: CoreDay | null): Promise<void> {
  const { hard } = await db.one<{ hard: CoreDay | null }>(sql`
    select hard from period_locks where organization_id = ${organization}`);
  if (hard === null || to === null || to > hard) return;
  const message = `A hard lock closes the books through ${hard}. Post a correction on a later date.`;
  throw unfit({ pointer: '/to', code: 'hard_locked', message }, { open_from: addDays(hard, 1) });
}

function unfit(error: FieldError, remedy: object = {}): Error {
  return validationFailed({ errors: [error], hint: error.message, ...remedy });
}
