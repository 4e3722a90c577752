import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { Afterwards } from './afterwards.ts';
import { linesAtOnce } from './audit.ts';
import { BusinessError, notInPractice, practiceBusy, practiceOutdated } from './errors.ts';
import { authorize, type Done, execute, parseInput } from './execute.ts';
import { refusalOf } from './failure.ts';
import type { Call, Request } from './operation.ts';
import type { Practice, PractisedWrite } from './practice.ts';
import { practisedIds } from './practised-ids.ts';
import { retrying } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { scopeOf } from './scope-of.ts';

const triesMax = 3;

/** Precedes the numbers of what is made in a practice: they are taken back with it, and others will bear them. */
const numberWord = 'PRACTICE-';

type Practised = { readonly output: unknown; readonly replayed: boolean };

/**
 * Runs a call in the practice of its actor: on the books as they are now, after the writes that were practised before,
 * in one transaction that is always rolled back. Nothing that follows a commit happens: no mail, no event, no job. A
 * write is kept as it was asked for, so that the next call finds it.
 */
export async function practise(runtime: Runtime, { operation, request }: Call): Promise<Practised> {
  const { practices } = runtime;
  if (practices === undefined) throw new Error('nobody practises here');
  authorize(operation, request.actor);
  const call = { ...request, operation };
  for (let tries = 0; tries < triesMax; tries += 1) {
    const practice = await practices.open(runtime, call);
    const parsed = parseInput(operation, request.input);
    const { output, replayed } = await rehearse(runtime, practice, { operation, request, parsed });
    if (output instanceof Afterwards) throw notInPractice({ detail: 'Nothing is printed in a practice.' });
    if (operation.effect === 'read' || request.dryRun === true || replayed) return { output, replayed };
    if (await practice.keep()) return { output, replayed };
  }
  throw practiceBusy();
}

type Asked = Call & { readonly parsed: unknown };

async function rehearse(runtime: Runtime, practice: Practice, asked: Asked): Promise<Done> {
  const { operation, request, parsed } = asked;
  let step = 0;
  const work = (db: Db) =>
    rehearseWithin({ runtime, practice, db, asked, parsed, entered: (index: number) => void (step = index) });
  // What has changed nothing yet sees the books as any read does.
  const readOnly = operation.effect === 'read' && practice.writes.length === 0;
  return retrying(() => runtime.db.transaction({ ...scopeOf(request.actor), readOnly, rollback: true }, work)).catch(
    (error: unknown) => {
      const earlier = practice.writes[step];
      if (earlier === undefined) throw refusalOf(error, [operation]);
      throw outdated(refusalOf(error, [earlier.operation]), earlier, step);
    },
  );
}

type Rehearsal = {
  readonly runtime: Runtime;
  readonly practice: Practice;
  readonly db: Db;
  readonly asked: Asked;
  readonly parsed: unknown;
  /** Told which write is made again; as many as there are: the call itself. */
  readonly entered: (index: number) => void;
};

async function rehearseWithin({ runtime, practice, db, asked, parsed, entered }: Rehearsal): Promise<Done> {
  const { operation, request } = asked;
  const { writes } = practice;
  if (operation.effect !== 'read' || writes.length > 0) {
    await db.run(sql`select set_config('daybook.practice', ${numberWord}, true)`);
  }
  for (const [index, write] of writes.entries()) {
    entered(index);
    await makeAgain(runtimeAt(runtime, practice, index, write.at), db, write, request);
  }
  entered(writes.length);
  // Sums that are kept at commit are kept now, as what is read next reads them.
  if (operation.effect === 'read' && writes.length > 0) await db.run(sql`set constraints all immediate`);
  const isKept = operation.effect !== 'read' && request.dryRun !== true;
  const beforeCommit: Request['beforeCommit'] = async (context, outcome) => {
    await request.beforeCommit?.(context, outcome);
    if (isKept) await practice.look(context, outcome);
  };
  const own = runtimeAt(runtime, practice, writes.length, runtime.now());
  const input = { wire: request.input, parsed, prepared: undefined };
  return done(await execute(own, db, { operation, request: { ...request, beforeCommit } }, input, leaving()));
}

/** Makes an earlier write once more, under the ids and at the time that it had. */
async function makeAgain(runtime: Runtime, db: Db, write: PractisedWrite, { actor, origin }: Request): Promise<void> {
  const { operation, input: wire, idempotencyKey, record } = write;
  authorize(operation, actor);
  const request = { actor, origin, input: wire, idempotencyKey };
  const input = { wire, parsed: parseInput(operation, wire), prepared: undefined };
  const { output } = done(await execute(runtime, db, { operation, request }, input, leaving()));
  // Its queries travel without being waited for, and a failure of theirs belongs to this write.
  await db.run(sql`select`);
  const made = typeof output === 'object' && output !== null && 'id' in output ? output.id : null;
  if (record !== null && made !== record) throw practiceOutdated({ detail: 'It makes another record now.' });
}

function done(outcome: Done): Done {
  if (outcome.refused !== undefined) throw outcome.refused;
  return outcome;
}

/** Nobody is told: what these gather goes with the transaction. */
function leaving() {
  return { effects: { emitted: [], queued: new Set<string>(), forgotten: [] }, lines: linesAtOnce };
}

function runtimeAt(runtime: Runtime, practice: Practice, step: number, at: string): Runtime {
  return { ...runtime, now: () => at, newId: practisedIds({ practice: practice.id, step, at }) };
}

function outdated(error: unknown, { operation: { name } }: PractisedWrite, index: number): unknown {
  if (!(error instanceof BusinessError) || error.kind.status >= 500) return error;
  const { code } = error.kind;
  return practiceOutdated({
    step: index + 1,
    action: name,
    problem: { code, ...error.details, detail: error.message },
    detail: `Step ${index + 1}, ${name}, can no longer be done: ${error.message}`,
  });
}
