import { z } from 'zod';
import {
  advanceImport,
  amountOfRecord,
  type Answered,
  type CountedAmount,
  type ImportContext,
  type ImportRecord,
  inDigits,
  isAmount,
  type Kind,
  type Outcome,
  type Step,
  sumImport,
} from '../../modules/imports/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Call, Runtime } from '../../operation/run.ts';
import { validationError } from '../../operation/validation.ts';
import { typeIdFrom } from '../../wire/type-id.ts';

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
export type Planned = {
  readonly index: number;
  readonly record: ImportRecord;
  readonly steps: readonly Step[];
  readonly outcome?: Outcome;
};
export type Settled = Planned & { readonly outcome: Outcome };

/** What records of a batch came to, by their index: the document that each first step makes. */
export type Booked = Map<number, { readonly currency: string; readonly amount: string }>;

/** A retry builds its calls anew: no answer of a rolled-back attempt is left in them. */
export function callsOf(work: BatchWork, { index, steps }: Planned, booked: Booked): Call[] {
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
export function countOf(work: BatchWork, planned: readonly Planned[], booked: Booked): Call {
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

export function noteOf({ actor, id }: BatchWork, from: number, planned: readonly Planned[]): Call {
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
