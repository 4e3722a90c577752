import {
  cellFault,
  externalIdOf,
  findAhead,
  type ImportRecord,
  isAmount,
  stepsFor,
} from '../../modules/imports/index.ts';
import { runTogether } from '../../operation/run.ts';
import { type BatchWork, type Booked, callsOf, countOf, noteOf, type Planned } from './import-calls.ts';
import { faultOf, isRefusal, outcomeOf, skippedOne, thereAlready, toldOf } from './import-outcome.ts';
import { bringInTogether } from './import-together.ts';

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
      const noted = { ...failed, steps: [], outcome: await outcomeOf(work, failed, failure.error) };
      // Records rolled back with a failed one are written again, but never a third time.
      planned = [...planned.slice(0, at), noted, ...(at === first ? planned.slice(at + 1) : [])];
    }
  }
}

/** Whoever may not read clients, say, is told so at each record that names one. */
function leftToRecords(error: unknown): void {
  if (!isRefusal(error)) throw error;
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
