import type { Db } from '../db/database.ts';
import { type AuditLines, gatherLines } from './audit.ts';
import { BusinessError, storageFull } from './errors.ts';
import { admit, type Effects, execute, type Input, type Leaving, parseInput } from './execute.ts';
import { refusalOf } from './failure.ts';
import type { Call, Operation } from './operation.ts';
import { retrying } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { scopeOf } from './scope-of.ts';
import { ChainsRefused, sideBySide } from './side-by-side.ts';

export { ChainsRefused } from './side-by-side.ts';

/** Calls that come first and last, one after the other, and chains of calls that are carried out side by side. */
export type Chains = {
  readonly first: readonly Call[];
  readonly chains: readonly (readonly Call[])[];
  readonly last: readonly Call[];
};

/** A chain that has something in common with one before it, by its place: those before it may be carried out. */
export class ChainApart extends Error {
  override readonly name = 'ChainApart';
  readonly at: number;

  constructor(at: number) {
    super('these calls are carried out one after the other');
    this.at = at;
  }
}

/** True where calls of an operation may be carried out beside others. */
export function runsSideBySide(operation: Operation | undefined): boolean {
  return operation?.sideBySide !== undefined && operation.prepare === undefined;
}

/**
 * Runs calls of one actor in one transaction, all of them or none, as `runTogether` does: chains side by side,
 * so that they share their statements, and what they leave in the log in the order in which they are given.
 *
 * @throws ChainsRefused with every refusal that is known before the first chain writes; ChainApart
 */
export function runChains(runtime: Runtime, given: Chains): Promise<void> {
  const calls = [...given.first, ...given.chains.flat(), ...given.last];
  const work = () => runChainsUnwatched(runtime, given, calls);
  return runtime.watch === undefined ? work() : runtime.watch(calls, work);
}

async function runChainsUnwatched(runtime: Runtime, given: Chains, calls: readonly Call[]): Promise<void> {
  const [one] = calls;
  if (one === undefined) return;
  const inputs = new Map<Call, Input>();
  const take = (call: Call) => {
    const { operation, request } = call;
    admit(operation, request, runtime.now());
    if (runtime.isFull?.() === true && operation.alsoWhenFull !== true) throw storageFull();
    const parsed = parseInput(operation, request.input);
    inputs.set(call, { wire: request.input, parsed, prepared: undefined });
  };
  for (const call of [...given.first, ...given.last]) take(call);
  const refused = new Map<number, BusinessError>();
  for (const [place, chain] of given.chains.entries()) {
    try {
      for (const call of chain) take(call);
    } catch (error) {
      if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
      refused.set(place, error);
    }
  }
  if (refused.size > 0) throw new ChainsRefused(refused);
  refuseMeeting(given.chains, inputs);
  const effects: Effects = { emitted: [], queued: new Set(), forgotten: [] };
  const { actor, dryRun = false } = one.request;
  await retrying(async () => {
    effects.emitted.length = 0;
    effects.queued.clear();
    const now = runtime.now();
    // What happens side by side happens at one moment.
    const still = { ...runtime, now: () => now };
    await runtime.db.transaction({ ...scopeOf(actor), rollback: dryRun }, (db) =>
      executeChains(still, db, { given, inputs, effects }),
    );
  }).catch((error: unknown) => {
    throw refusalOf(
      error,
      calls.map(({ operation }) => operation),
    );
  });
  for (const id of effects.forgotten) runtime.access.forget(id);
  if (!dryRun) runtime.committed?.(effects.emitted, effects.queued);
}

function refuseMeeting(chains: Chains['chains'], inputs: ReadonlyMap<Call, Input>): void {
  const met = new Set<string>();
  for (const [place, chain] of chains.entries()) {
    const own = chain.flatMap((call) => call.operation.sideBySide?.(inputs.get(call)?.parsed as never) ?? []);
    if (own.some((name) => met.has(name))) throw new ChainApart(place);
    for (const name of own) met.add(name);
  }
}

type ChainWork = {
  readonly given: Chains;
  readonly inputs: ReadonlyMap<Call, Input>;
  readonly effects: Effects;
};

async function executeChains(runtime: Runtime, db: Db, { given, inputs, effects }: ChainWork): Promise<void> {
  const lines = gatherLines();
  const inTurn = async (calls: readonly Call[]) => {
    for (const call of calls) await execute(runtime, db, call, inputs.get(call) as Input, { effects, lines });
  };
  await inTurn(given.first);
  const chains = given.chains.map((calls) => ({ calls, newId: idsFrom(runtime), left: leftBehind() }));
  await sideBySide(
    db,
    chains.map(({ calls, newId, left }) => async (own) => {
      for (const call of calls) await execute({ ...runtime, newId }, own, call, inputs.get(call) as Input, left);
    }),
  );
  for (const {
    left: { waiting, effects: own },
  } of chains) {
    for (const [context, done] of waiting) lines.record({ ...context, db }, { ...done, line: runtime.newId() });
    effects.emitted.push(...own.emitted);
    effects.forgotten.push(...own.forgotten);
    for (const kind of own.queued) effects.queued.add(kind);
  }
  await inTurn(given.last);
  lines.flush();
}

const idsAhead = 64;

/** Ids in the order of the chains, whichever needs them first: records of one moment are listed by their ids. */
function idsFrom({ newId }: Runtime): () => string {
  const ids = Array.from({ length: idsAhead }, newId);
  let used = 0;
  return () => {
    used += 1;
    return ids[used - 1] ?? newId();
  };
}

type LeftBehind = Leaving & { readonly waiting: Parameters<AuditLines['record']>[] };

/** What a chain leaves is written once all are done, so that the log has it in the order of the chains. */
function leftBehind(): LeftBehind {
  const waiting: Parameters<AuditLines['record']>[] = [];
  const lines = {
    record: (...line: Parameters<AuditLines['record']>) => void waiting.push(line),
    flush: () => undefined,
  };
  return { waiting, lines, effects: { emitted: [], queued: new Set(), forgotten: [] } };
}
