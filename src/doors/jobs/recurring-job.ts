import { z } from 'zod';
import { beginningOf } from '../../core/recurrence.ts';
import type { Db } from '../../db/database.ts';
import {
  operationFor,
  noteFailure,
  type RecurringTable,
  type Runnable,
  runnableRecurring,
} from '../../modules/recurring/index.ts';
import { membershipOf } from '../../modules/team/index.ts';
import { type Actor, isRestProgram } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { attemptsMax, type GaveUp, type JobHandler } from './job-loop.ts';

/** Time of the next attempt after a failure. */
const retryMs = 24 * 60 * 60 * 1_000;

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };

/**
 * Makes the next occurrence of a schedule by the operation that anybody could call, with the rights of whoever set it
 * up. That operation locks the schedule, moves it on and queues the job of the one after it in the same transaction, so
 * that whatever crashes, and however many nodes work, each is made once and none is forgotten.
 */
export function recurringRunner(recurring: RecurringTable, { runtime: runtimeOf, catalogue }: Deps): JobHandler {
  const action = operationFor('run', recurring);
  const operation = catalogue.find(({ name }) => name === action);
  if (operation === undefined) throw new RangeError(`nothing does ${action}`);
  return async ({ organizationId: organization, payload, attempts }) => {
    if (organization === null) throw new Error('a schedule belongs to an organisation');
    const { recurring_id: id, date } = payload as { recurring_id: string; date: string };
    const work = { recurring, runtime: runtimeOf(), organization, id, date };
    const runnable = await runnableIn(work);
    if (runnable === undefined) return;
    const actor = await memberBehind(work, runnable);
    if (actor === undefined) return fail(work, 'The person who set it up is no longer a member.');
    try {
      const origin = { door: 'job', requestId: `recurring:${id}:${date}` } as const;
      const input = { id: z.encode(Id(recurring.name), id) };
      const { output } = await run(work.runtime, operation, { actor, origin, input });
      // The organisation has moved to where that day has not begun yet.
      const isTooEarly = (output as { next_date: string | null }).next_date === date;
      if (!isTooEarly) return;
      const runAt = beginningOf(date, actor.organization?.timezone ?? 'UTC');
      await work.runtime.db.transaction({ organization }, async (tx) => queueIn(tx, work, runAt));
    } catch (error) {
      const isRefusal = error instanceof BusinessError && error.kind.status < 500;
      // It was paused or cancelled a moment ago: whoever resumes it queues what comes next.
      if (isRefusal && error.kind.code === 'invalid_state_transition') return;
      if (!isRefusal && attempts < attemptsMax) throw error;
      await fail(work, isRefusal ? problemOf(error) : notMade);
    }
  };
}

const notMade = 'It failed after several attempts.';

/** Notes that an occurrence could not be made, where the node died at each attempt, and has it tried another day. */
export function recurringGivenUp(recurring: RecurringTable, { runtime }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a schedule belongs to an organisation');
    const { recurring_id: id, date } = payload as { recurring_id: string; date: string };
    await fail({ recurring, runtime: runtime(), organization, id, date }, notMade);
  };
}

type Work = {
  readonly recurring: RecurringTable;
  readonly runtime: Runtime;
  readonly organization: string;
  readonly id: string;
  readonly date: string;
};

function runnableIn({ recurring, runtime: { db }, organization, id }: Work): Promise<Runnable | undefined> {
  return db.transaction({ organization, readOnly: true }, (tx) =>
    runnableRecurring(recurring, tx, { organization, id }),
  );
}

/** Notes what went wrong, where people see it, and queues another try with that, unless it failed too often. */
async function fail(work: Work, problem: string): Promise<void> {
  const { recurring, runtime, organization, id } = work;
  const now = runtime.now();
  await runtime.db.transaction({ organization }, async (tx) => {
    const goesOn = await noteFailure(recurring, tx, { organization, id, now, problem });
    if (goesOn) queueIn(tx, work, new Date(Date.parse(now) + retryMs).toISOString());
  });
}

function queueIn(tx: Db, { recurring, runtime, organization, id, date }: Work, runAt: string): void {
  const { newId, secrets } = runtime;
  const queueing = { db: tx, organization, newId, now: runtime.now(), secrets };
  enqueue(queueing, { kind: operationFor('run', recurring), payload: { recurring_id: id, date }, runAt });
}

/** Detail and remedy of a refusal. */
export function problemOf({ kind, details }: BusinessError): string {
  const [first] = details.errors ?? [];
  return [details.detail ?? kind.title, first?.message, details.hint ?? kind.hint].filter(Boolean).join(' ');
}

/** The member who set it up, with current permissions, within those of that time. */
export async function memberBehind(
  { runtime, organization }: Pick<Work, 'runtime' | 'organization'>,
  runnable: Pick<Runnable, 'user_id' | 'permissions' | 'created_by'>,
): Promise<Actor | undefined> {
  const { user_id: user, permissions, created_by: by } = runnable;
  const member = await runtime.db.transaction({ organization, user, readOnly: true }, (tx) =>
    membershipOf(tx, { user, organization, now: runtime.now() }),
  );
  if (member === undefined) return undefined;
  return {
    ...member,
    name: by.name,
    kind: by.type === 'mcp_token' || isRestProgram(by.type) ? by.type : 'user',
    credentialId: '',
    permissions: member.permissions.intersection(new Set(permissions)),
  };
}
