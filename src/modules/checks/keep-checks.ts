import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { checksCompleted, checksFailed, Outcome, outcomeOf } from './kept-checks.ts';
import type { Verdict } from './run-check.ts';
import { runChecks } from './run-checks.ts';

const keptDays = 90;

export const keepChecks = operation({
  name: 'keep_checks',
  summary: 'Keep the result of the integrity checks (see check_books), and notify if any fails.',
  guidance: 'This runs automatically every night. It reads all data, which takes a minute for large books.',
  http: 'POST /organization/checks',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  cost: 60,
  noUndo: 'due',
  input: z.strictObject({}),
  output: Outcome,
  emits: [checksCompleted, checksFailed],
  async run(context) {
    // Nobody waits for it, so that it takes one core and leaves the others to those who do.
    context.db.later(sql`set local max_parallel_workers_per_gather = 0`);
    const outcome = outcomeOf(context, await runChecks(context, { writes: true }));
    keep(context, outcome);
    context.emit(checksCompleted({ ok: outcome.ok, checked_at: outcome.checked_at }));
    const failed = outcome.checks.filter(({ ok }) => !ok).map(withoutRecords);
    if (failed.length > 0) context.emit(checksFailed({ checked_at: outcome.checked_at, failed }));
    return outcome;
  },
});

/** Names of faulty records need the permission to run the checks. */
function withoutRecords({ name, promise, checked, wrong, extent }: Verdict): Omit<Verdict, 'found' | 'ok'> {
  return { name, promise, checked, wrong, extent };
}

/** Keeps an outcome and forgets those that nobody asks for any more, without waiting. */
function keep({ db, organization, now, newId, actor }: Context, { ok, checks }: z.output<typeof Outcome>): void {
  db.later(sql`
    delete from book_checks where organization_id = ${organization}
      and checked_at < ${now}::timestamptz - make_interval(days => ${keptDays})`);
  db.later(sql`
    insert into book_checks (organization_id, id, checked_at, ok, checks, created_by)
    values (${organization}, ${newId()}, ${now}, ${ok}, ${JSON.stringify(checks)},
      ${JSON.stringify(actorStamp(actor))})`);
}
