import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../../operation/filter.ts';
import { idKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { exceptionColumns, LockException } from './lock-exception.ts';
import { softLocks } from './period-locks.ts';

const exceptions = listOf({
  name: 'lock_exceptions',
  row: LockException,
  id: sql`x.id`,
  sorts: {
    created_at: idKey(sql`x.id`),
    expires_at: instantKey(sql`x.expires_at`),
  },
  defaultSort: '-created_at',
  filters: {
    lock: anyOf(softLocks, (locks) => sql`x.lock = any(${locks})`),
    member_id: filter(Id('member'), (id) => sql`x.member_id = ${id}`),
    revoked: filter(z.boolean(), (is) => (is ? sql`x.revoked_at is not null` : sql`x.revoked_at is null`)),
    expires_at: instantRange(sql`x.expires_at`),
  },
});

export const listLockExceptions = operation({
  name: 'list_lock_exceptions',
  summary: 'List exceptions from period locks, latest first.',
  guidance: 'For the active ones, use `revoked=false` and `expires_at[gt]` now.',
  http: 'GET /periods/exceptions',
  effect: 'read',
  permission: 'periods:read',
  mcp: 'action',
  input: exceptions.input,
  output: Page(LockException),
  run: (context, input) =>
    page<LockException>(context, exceptions, input, {
      select: exceptionColumns(context),
      from: sql`lock_exceptions as x`,
      where: sql`x.organization_id = ${context.organization}`,
    }),
});
