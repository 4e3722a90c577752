import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { exceptionColumns, LockException } from './lock-exception.ts';

export const getLockException = operation({
  name: 'get_lock_exception',
  summary: 'Get an exception from a period lock.',
  guidance: 'For the entries posted under it, use list_journal_entries with `exception_id`.',
  http: 'GET /periods/exceptions/{id}',
  effect: 'read',
  permission: 'periods:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('lock_exception') }),
  output: LockException,
  refuses: [notFound],
  async run(context, { id }) {
    const found = await context.db.maybe<LockException>(sql`
      select ${exceptionColumns(context)} from lock_exceptions as x
      where x.organization_id = ${context.organization} and x.id = ${id}`);
    if (found === undefined) throw notFound();
    return found;
  },
});
