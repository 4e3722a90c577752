import type { Database } from '../db/database.ts';
import { membershipOf } from '../modules/team/index.ts';
import {
  beginImport,
  bringIn,
  type Desk,
  endImport,
  filesOf,
  noteOutcomes,
  type Outcome,
  readTables,
  recordsIn,
} from '../modules/imports/index.ts';
import type { Actor } from '../operation/actor.ts';
import { BusinessError } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { run, type Runtime } from '../operation/run.ts';
import { attemptsMax, type JobHandler } from './jobs.ts';

/** How many records are brought in between two looks at whether to go on. After a crash as many are gone over again. */
const recordsPerNote = 25;

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[] };
type Begun = NonNullable<Awaited<ReturnType<typeof beginImport>>>;

/**
 * Runs an import: each record through the operations that anybody could call, with the rights of whoever asked for it,
 * under a key of its own. Whoever takes over after a crash begins where the last note was, and what was brought in since
 * answers as it did.
 */
export function importRunner({ runtime, catalogue }: Deps): JobHandler {
  const operations = new Map(catalogue.map((operation) => [operation.name, operation]));
  return async ({ organizationId: organization, payload, attempts }, progress) => {
    if (organization === null) throw new Error('an import belongs to an organisation');
    const { import_id: id } = payload as { import_id: string };
    const work = { runtime: runtime(), operations, organization, id, progress };
    try {
      await runImport(work);
    } catch (error) {
      if (attempts >= attemptsMax) await end(work, 'It was tried several times and could not go on.');
      throw error;
    }
  };
}

type Work = {
  readonly runtime: Runtime;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly organization: string;
  readonly id: string;
  readonly progress: (percent: number) => Promise<void>;
};

async function runImport(work: Work): Promise<void> {
  const { runtime, organization, id, progress } = work;
  const { db, now } = runtime;
  const begun = await db.transaction({ organization }, (tx) => beginImport(tx, organization, id, now()));
  if (begun === undefined) return;
  const actor = await actorOf(db, work, { begun, now: now() });
  if (actor === undefined) return end(work, 'Whoever asked for it is not a member any more.');
  const files = await db.transaction({ organization, readOnly: true }, (tx) => filesOf(tx, organization, id));
  const records = recordsIn(readTables(files), begun);
  const found = new Map<string, Promise<unknown>>();
  for (let from = begun.done; from < records.length; from += recordsPerNote) {
    const outcomes: Outcome[] = [];
    for (const [offset, record] of records.slice(from, from + recordsPerNote).entries()) {
      const index = from + offset;
      const desk = deskFor({ ...work, found }, { actor, begun, key: `import:${id}:${index}` });
      outcomes.push({ record: index, line: record.line, ...(await outcomeOf(bringIn(begun.kind, record, desk))) });
    }
    const at = { organization, id, from, now: now() };
    if (!(await db.transaction({ organization }, (tx) => noteOutcomes(tx, at, outcomes)))) return;
    await progress((100 * (from + outcomes.length)) / records.length);
  }
  await end(work, null);
}

async function end({ runtime, organization, id }: Work, problem: string | null): Promise<void> {
  const { db, now } = runtime;
  await db.transaction({ organization }, (tx) => endImport(tx, { organization, id, now: now() }, problem));
}

/** Who asked, with what they may do now, and no more than they could when they asked. */
async function actorOf(
  db: Database,
  { organization }: Work,
  { begun, now }: { readonly begun: Begun; readonly now: string },
): Promise<Actor | undefined> {
  const member = await db.transaction({ organization, user: begun.user_id, readOnly: true }, (tx) =>
    membershipOf(tx, { user: begun.user_id, organization, now }),
  );
  if (member === undefined) return undefined;
  return {
    ...member,
    name: begun.created_by.name,
    kind: begun.created_by.type === 'mcp_token' ? 'mcp_token' : 'user',
    credentialId: '',
    permissions: member.permissions.intersection(new Set(begun.permissions)),
  };
}

type Tools = Pick<Work, 'runtime' | 'operations'> & { readonly found: Map<string, Promise<unknown>> };

function deskFor(
  { runtime, operations, found }: Tools,
  { actor, begun, key }: { readonly actor: Actor; readonly begun: Begun; readonly key: string },
): Desk {
  const origin = { door: 'job', requestId: key } as const;
  const call = async (name: string, input: object, more: { idempotencyKey?: string; dryRun?: boolean }) => {
    const operation = operations.get(name);
    if (operation === undefined) throw new RangeError(`there is no operation ${name}`);
    const { output } = await run(runtime, operation, { actor, input: withoutBlanks(input), origin, ...more });
    // Whatever an import calls answers an object.
    return output as Record<string, unknown>;
  };
  return {
    isTrial: begun.is_trial,
    stock: begun.stock ?? 'issue',
    read: (name, input) => call(name, input, {}),
    write: (name, step, input) =>
      call(name, input, begun.is_trial ? { dryRun: true } : { idempotencyKey: `${key}:${step}` }),
    once: (about, find) => {
      const known = found.get(about);
      if (known !== undefined) return known as ReturnType<typeof find>;
      const finding = find();
      found.set(about, finding);
      // What was not there may come with a later row.
      finding.catch(() => found.delete(about));
      return finding;
    },
  };
}

/** JSON has no undefined; what a row does not say is not sent. */
function withoutBlanks(input: object): unknown {
  return JSON.parse(JSON.stringify(input));
}

async function outcomeOf(work: Promise<void>): Promise<DistributiveOmit<Outcome, 'record' | 'line'>> {
  try {
    await work;
    return { result: 'created' };
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
    const { code, title, hint } = error.kind;
    if (code.endsWith('external_id_taken')) return { result: 'skipped' };
    const { detail, errors = [], hint: better, ...remedy } = error.details;
    const [first] = errors;
    const facts = Object.keys(remedy).length === 0 ? [] : [JSON.stringify(remedy)];
    const message = first?.message ?? [detail ?? title, better ?? hint, ...facts].join(' ');
    return { result: 'failed', field: first?.pointer.slice(1) ?? null, code: first?.code ?? code, message };
  }
}

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;
