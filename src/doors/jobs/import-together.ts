import { externalIdOf, isAmount } from '../../modules/imports/index.ts';
import { type BusinessError, invalidStateTransition } from '../../operation/errors.ts';
import { runTogether } from '../../operation/run.ts';
import { ChainApart, ChainsRefused, runChains, runsSideBySide } from '../../operation/run-chains.ts';
import { type BatchWork, type Booked, callsOf, countOf, noteOf, type Planned } from './import-calls.ts';
import { faultOf, isDuplicateOf, isRefusal, skippedOne, thereAlready } from './import-outcome.ts';

/**
 * Brings records in side by side, which shares their statements: those that are refused before anything is written cost
 * no more than being looked at. Undefined where it takes the writes one after the other to tell what fails.
 */
export async function bringInTogether(work: BatchWork, from: number, all: readonly Planned[]): Promise<Together> {
  let left = [...all];
  for (let tries = 0; tries < togetherMax && isForTogether(work, left); tries += 1) {
    const failure = await attemptTogether(work, from, left);
    if (failure === 'done' || failure === 'ended') return { outcome: failure, left };
    if (failure === undefined) break;
    if (failure instanceof ChainApart) left = left.slice(0, chainsOf(left)[failure.at]);
    else left = await settled(work, left, failure.refused);
  }
  return { outcome: undefined, left: left.slice(0, inTurnMax) };
}

type Together = { readonly outcome: 'done' | 'ended' | undefined; readonly left: Planned[] };

/** Refusals come in three waves: of what is sent, of what is there, and of what follows from it. */
const togetherMax = 3;

/** Records in one transaction where each writes by itself: its locks keep others waiting. */
const inTurnMax = 25;

/** One record alone has nothing to share. */
function isForTogether({ operations }: BatchWork, planned: readonly Planned[]): boolean {
  const steps = planned.flatMap((one) => one.steps);
  const runs = (name: string) => runsSideBySide(operations.get(name));
  return chainsOf(planned).length > 1 && steps.every(({ operation }) => runs(operation));
}

/** Places of the records that are still to be written. */
function chainsOf(planned: readonly Planned[]): number[] {
  return planned.flatMap(({ steps }, at) => (steps.length === 0 ? [] : [at]));
}

/** All of it or nothing, and undefined where it is nothing and it is not known why. */
async function attemptTogether(
  work: BatchWork,
  from: number,
  planned: readonly Planned[],
): Promise<'done' | 'ended' | ChainsRefused | ChainApart | undefined> {
  const booked: Booked = new Map();
  const chains = chainsOf(planned).flatMap((at) => {
    const one = planned[at];
    return one === undefined ? [] : [callsOf(work, one, booked)];
  });
  const note = noteOf(work, from, planned);
  const last = isAmount(work.kind) ? [countOf(work, planned, booked)] : [];
  try {
    if (work.imports.isTrial) {
      await runChains(work.runtime, { first: [], chains, last: [] });
      await runTogether(work.runtime, [note, ...last]);
    } else await runChains(work.runtime, { first: [note], chains, last });
    return 'done';
  } catch (error) {
    if (error instanceof ChainsRefused || error instanceof ChainApart) return error;
    // The note is the only call beside them that can be refused.
    return isRefusal(error) && error.kind === invalidStateTransition ? 'ended' : undefined;
  }
}

/** Notes what became of records that were refused side by side, given by their places among those that run. */
async function settled(
  work: BatchWork,
  planned: readonly Planned[],
  refused: ReadonlyMap<number, BusinessError>,
): Promise<Planned[]> {
  const places = chainsOf(planned);
  const errors = new Map([...refused].map(([chain, error]) => [places[chain], error]));
  const doubtful = planned.filter((_, at) => errors.has(at) && !isDuplicateOf(errors.get(at)));
  const there = await thereAlready(
    work,
    doubtful.map(({ record }) => record),
  );
  return planned.map((one, at) => {
    const error = errors.get(at);
    if (error === undefined) return one;
    const isThere = isDuplicateOf(error) || there.has(externalIdOf(work.kind, one.record) ?? '');
    const outcome = isThere ? skippedOne(one.record, one.index).outcome : faultOf(work.kind, one, error);
    return { ...one, steps: [], outcome };
  });
}
