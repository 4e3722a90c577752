import { z } from 'zod';
import {
  advanceImport,
  amountOfRecord,
  type Answered,
  type CountedAmount,
  cellFault,
  externalIdOf,
  findAhead,
  type ImportContext,
  type ImportRecord,
  inDigits,
  isAmount,
  isFound,
  type Kind,
  lookup,
  type Outcome,
  type Step,
  stepsFor,
  sumImport,
} from '../../modules/imports/index.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import type { Actor } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { BusinessError, internal, invalidStateTransition } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Call, runTogether, type Runtime } from '../../operation/run.ts';
import { ChainApart, ChainsRefused, runChains, runsSideBySide } from '../../operation/run-chains.ts';
import { validationError } from '../../operation/validation.ts';

export type BatchWork = {
  readonly runtime: Runtime;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly id: string;
  readonly kind: Kind;
  readonly actor: Actor;
  readonly imports: ImportContext;
  readonly onBug: (error: unknown, record: number) => void;
  /** Some records of the last batch existed already: then it is a second run, and looking first is cheaper. */
  readonly seen: { duplicates: boolean };
};

/** A record with the writes that will bring it in, or with what became of it. */
type Planned = {
  readonly index: number;
  readonly record: ImportRecord;
  readonly steps: readonly Step[];
  readonly outcome?: Outcome;
};
type Settled = Planned & { readonly outcome: Outcome };

/**
 * Brings records in, all in one transaction with the note that they are. A record that is refused is noted with the
 * reason, and the others go on without it.
 *
 * Answers how many records were done, from the first on; none where the import has ended or somebody else runs it.
 */
export async function bringInBatch(work: BatchWork, from: number, records: readonly ImportRecord[]): Promise<number> {
  let planned: Planned[] = [];
  await findAhead(work.imports, work.kind, records).catch(leftToRecords);
  const there = work.seen.duplicates ? await thereAlready(work, records) : undefined;
  for (const [offset, record] of records.entries()) {
    const isThere = there?.has(externalIdOf(work.kind, record) ?? '') === true;
    planned.push(isThere ? skippedOne(record, from + offset) : await plan(work, record, from + offset));
  }
  const { outcome: together, left } = await bringInTogether(work, from, planned);
  planned = left;
  for (let result = together; ; result = undefined) {
    const failure = result ?? (await attempt(work, from, planned));
    if (failure === 'done') {
      work.seen.duplicates = planned.some(({ outcome }) => outcome?.result === 'skipped');
      return planned.length;
    }
    if (failure === 'ended') return 0;
    if (planned.every(({ steps }) => steps.length === 0)) throw failure.error;
    const first = planned.findIndex(({ steps }) => steps.length > 0);
    const isAlone = planned.filter(({ steps }) => steps.length > 0).length === 1;
    const at = failure.at ?? (isAlone ? first : undefined);
    const failed = at === undefined ? undefined : planned[at];
    // A failure that is no record's fault, such as a deadlock, is retried with the first record alone.
    if (at === undefined || failed === undefined) planned = planned.slice(0, first + 1);
    else {
      const settled = { ...failed, steps: [], outcome: await outcomeOf(work, failed, failure.error) };
      // Records rolled back with a failed one are written again, but never a third time.
      planned = [...planned.slice(0, at), settled, ...(at === first ? planned.slice(at + 1) : [])];
    }
  }
}

type Together = { readonly outcome: 'done' | 'ended' | undefined; readonly left: Planned[] };

/** Refusals come in three waves: of what is sent, of what is there, and of what follows from it. */
const togetherMax = 3;

/** Records in one transaction where each writes by itself: its locks keep others waiting. */
const inTurnMax = 25;

/**
 * Brings records in side by side, which shares their statements: those that are refused before anything is written cost
 * no more than being looked at. Undefined where it takes the writes one after the other to tell what fails.
 */
async function bringInTogether(work: BatchWork, from: number, all: readonly Planned[]): Promise<Together> {
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
  const there = await thereAlready(work, doubtful.map(({ record }) => record));
  return planned.map((one, at) => {
    const error = errors.get(at);
    if (error === undefined) return one;
    const isThere = isDuplicateOf(error) || there.has(externalIdOf(work.kind, one.record) ?? '');
    const outcome = isThere ? skippedOne(one.record, one.index).outcome : faultOf(work.kind, one, error);
    return { ...one, steps: [], outcome };
  });
}

function isDuplicateOf(error: BusinessError | undefined): boolean {
  return error?.kind.code.endsWith('external_id_taken') === true;
}

/** Whoever may not read clients, say, is told so at each record that names one. */
function leftToRecords(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

function isRefusal(error: unknown): error is BusinessError {
  return error instanceof BusinessError && error.kind.status < 500;
}

/** External ids that exist already, read in one transaction. */
async function thereAlready(work: BatchWork, records: readonly ImportRecord[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(records.flatMap((record) => externalIdOf(work.kind, record) ?? []))];
  const found = await work.imports.readAll(ids.map((id) => lookup(work.kind, id)));
  return new Set(ids.filter((_, index) => isFound(found[index])));
}

function skippedOne(record: ImportRecord, index: number): Settled {
  return { index, record, steps: [], outcome: { record: index, line: record.lines[0] ?? 1, result: 'skipped' } };
}

async function plan(work: BatchWork, record: ImportRecord, index: number): Promise<Planned> {
  const fault = record.fault === undefined ? cellFault(work.kind, record) : { row: 0, ...record.fault };
  if (fault !== undefined) {
    const { row, field, code, message } = fault;
    const line = record.lines[row] ?? 1;
    const outcome = {
      record: index,
      line,
      result: 'failed',
      field,
      code,
      message: toldOf(work.kind, message),
    } as const;
    return { index, record, steps: [], outcome };
  }
  try {
    const steps = await stepsFor(work.kind, record, work.imports);
    return steps.length === 0 ? skippedOne(record, index) : { index, record, steps };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { index, record, steps: [], outcome: faultOf(work.kind, { index, record }, error) };
  }
}

type Failure = { readonly at: number | undefined; readonly error: unknown };

/** All of it or nothing. Where it is nothing: at which record it failed, if it is known. */
async function attempt(
  work: BatchWork,
  from: number,
  planned: readonly Planned[],
): Promise<'done' | 'ended' | Failure> {
  const booked: Booked = new Map();
  const calls = planned.flatMap((one, at) => callsOf(work, one, booked).map((call) => ({ at, call })));
  const writes = calls.map(({ call }) => call);
  const note = noteOf(work, from, planned);
  const count = isAmount(work.kind) ? [countOf(work, planned, booked)] : [];
  const flights = work.imports.isTrial ? [writes, [note, ...count]] : [[note, ...writes, ...count]];
  for (const flight of flights) {
    try {
      await runTogether(work.runtime, flight);
    } catch (error) {
      if (!isRefusal(error)) return { at: undefined, error };
      const { index } = error.details;
      const call = typeof index === 'number' ? flight[index] : undefined;
      if (call === note) return 'ended';
      return { at: calls.find((one) => one.call === call)?.at, error };
    }
  }
  return 'done';
}

/** What records of a batch came to, by their index: the document that each first step makes. */
type Booked = Map<number, { readonly currency: string; readonly amount: string }>;

/** A retry builds its calls anew: no answer of a rolled-back attempt is left in them. */
function callsOf(work: BatchWork, { index, steps }: Planned, booked: Booked): Call[] {
  const { operations, actor, imports, id, kind } = work;
  const origin = { door: 'job', requestId: `import:${id}:${index}` } as const;
  let answer: Answered = {};
  return steps.map(({ operation: name, input, following }, step) => {
    const operation = operations.get(name);
    if (operation === undefined) throw new RangeError(`there is no operation ${name}`);
    const request = { actor, input: withoutBlanks(input), origin, dryRun: imports.isTrial };
    const isFollowed = step === 0 && steps.some((other) => other.following !== undefined);
    const isCounted = step === 0 && isAmount(kind);
    if (following === undefined && !isFollowed && !isCounted) return { operation, request };
    const run: Operation['run'] = async (context, given, prepared) => {
      const whole = following === undefined ? given : parsed(operation, { ...input, ...following(answer) });
      const output = await operation.run(context, whole, prepared);
      // Answers that a later call builds on are objects.
      if (isFollowed || isCounted) answer = encoderOf(operation.output)(output) as Answered;
      if (isCounted) booked.set(index, bookedIn(answer));
      return output;
    };
    const taking = following === undefined ? {} : { input: z.unknown(), sideBySide: ofItsOwn };
    return { operation: { ...operation, ...taking, run }, request };
  });
}

/** What follows from a step of the same record has nothing in common with others. */
function ofItsOwn(): readonly string[] {
  return [];
}

/** Credit notes count below zero, as they do in the file. */
function bookedIn({ currency, total, amount, kind }: Answered): { currency: string; amount: string } {
  const whole = String(total ?? amount);
  return { currency: String(currency), amount: kind === 'credit_note' ? `-${whole}` : whole };
}

/** Comes last, when it is known what the records came to. */
function countOf(work: BatchWork, planned: readonly Planned[], booked: Booked): Call {
  const { actor, id, kind } = work;
  const origin = { door: 'job', requestId: `import:${id}:sums` } as const;
  const run: typeof sumImport.run = (context, { id: own }, prepared) => {
    const counted = planned.flatMap((one) => countedOf(kind, one, booked));
    return sumImport.run(context, { id: own, counted }, prepared);
  };
  const input = { id: typeIdFrom('imp', id), counted: [] };
  return { operation: { ...sumImport, run }, request: { actor, input, origin } };
}

function countedOf(kind: Kind, { index, record, outcome }: Planned, booked: Booked): CountedAmount[] {
  const found = amountOfRecord(kind, record);
  if (found === undefined) return [];
  const made = outcome === undefined ? booked.get(index) : undefined;
  const currency = made?.currency ?? found.currency ?? null;
  const stated = found.amount === undefined ? made?.amount : inDigits(found.amount);
  const part = outcome?.result === 'skipped' || outcome?.result === 'failed' ? outcome.result : undefined;
  return [
    ...(stated === undefined ? [] : [{ part: 'stated' as const, currency, amount: stated }]),
    ...(made === undefined ? [] : [{ part: 'booked' as const, currency, amount: made.amount }]),
    ...(part === undefined || stated === undefined ? [] : [{ part, currency, amount: stated }]),
  ];
}

function parsed({ input }: Operation, given: object): unknown {
  const result = input.safeParse(withoutBlanks(given), { reportInput: true });
  if (!result.success) throw validationError(result.error, input);
  return result.data;
}

function noteOf({ actor, id }: BatchWork, from: number, planned: readonly Planned[]): Call {
  const origin = { door: 'job', requestId: `import:${id}:${from}` } as const;
  const outcomes = planned.map(({ index, record, outcome }): Outcome => {
    return outcome ?? { record: index, line: record.lines[0] ?? 1, result: 'created' };
  });
  return {
    operation: advanceImport,
    request: { actor, input: { id: typeIdFrom('imp', id), from, outcomes }, origin },
  };
}

/** JSON has no undefined; what a row does not say is not sent. */
export function withoutBlanks(input: object): unknown {
  return JSON.parse(JSON.stringify(input));
}

async function outcomeOf(work: BatchWork, planned: Planned, error: unknown): Promise<Outcome> {
  const { record, index } = planned;
  // The database is away, say: that is no fault of the record.
  if (error instanceof BusinessError && !isRefusal(error)) throw error;
  if (!isRefusal(error)) {
    work.onBug(error, index);
    return faultOf(work.kind, planned, internal());
  }
  // Another refusal may have come first, such as for stock that the same sale took the first time.
  const isDuplicate = isDuplicateOf(error) || (await thereAlready(work, [record])).size > 0;
  return isDuplicate ? skippedOne(record, index).outcome : faultOf(work.kind, planned, error);
}

type Place = Pick<Planned, 'index' | 'record'>;

function faultOf(of: Kind, { index, record }: Place, { kind, details }: BusinessError): Outcome {
  const { detail, errors = [], hint: better, index: _, ...remedy } = details;
  const [first] = errors;
  const facts = Object.keys(remedy).length === 0 ? [] : [JSON.stringify(remedy)];
  const message = first?.message ?? [detail ?? kind.title, better ?? kind.hint, ...facts].join(' ');
  // Lines and balances are told by the row that each came from.
  const row = Number(/^\/(?:lines|balances|variants|prices)\/(\d+)/.exec(first?.pointer ?? '')?.[1] ?? '0');
  const field = first?.pointer.slice(1).replace(/^(?:lines|balances|variants|prices)\/\d+(?:\/|$)/, '') ?? null;
  return {
    record: index,
    line: record.lines[row] ?? record.lines[0] ?? 1,
    result: 'failed',
    field,
    code: first?.code ?? kind.code,
    message: toldOf(of, message),
  };
}

/** A trial balance is taken over whole. */
function toldOf(kind: Kind, message: string): string {
  return kind === 'opening_balances' ? `No balance was taken over. ${message}` : message;
}
