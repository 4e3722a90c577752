import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { notInPractice, validationFailed } from '../../../operation/errors.ts';
import type { Operation, WriteOutcome } from '../../../operation/operation.ts';
import type { PractisedCall, PractisedWrite, PracticePlace, Practices } from '../../../operation/practice.ts';
import { actionNamed } from '../actions.ts';
import { previewOf } from '../previews/preview.ts';
import { practiceFull, practiceOver } from '../refusals.ts';
import { stepsMax, stepValuesMax, valuesIn, whyNoStep } from '../steps/step.ts';
import { expiryAfter } from './expiry.ts';
import { madeIds } from './made-ids.ts';
import { Effect, type KeptWrite } from './practice.ts';

/** Practices as the pipeline finds and keeps them, beside the transaction in which a call is tried. */
export function openPractices(): Practices {
  return {
    open: async (place, call) => {
      const { operation, actor } = call;
      mayBePractised(operation);
      const found = await place.db.transaction({ organization: actor.organization?.id, readOnly: true }, (db) =>
        runningOf(db, call),
      );
      if (found === undefined || found.expires_at <= place.now()) throw practiceOver();
      if (operation.effect !== 'read') mustHaveRoom(found, call);
      let kept: KeptWrite | undefined;
      return {
        id: found.id,
        writes: found.writes.map(writeFrom),
        look: async (context, outcome) => {
          const { preview } = await previewOf(context, outcome);
          kept = keptFrom(outcome, { at: context.now, effect: Effect.parse(preview) });
        },
        keep: async () => kept !== undefined && keep(place, call, { found, kept }),
      };
    },
  };
}

type Found = {
  readonly id: string;
  readonly writes: readonly KeptWrite[];
  readonly expires_at: string;
  readonly created_at: string;
};

function runningOf(db: Db, { actor }: PractisedCall): Promise<Found | undefined> {
  return db.maybe<Found>(sql`
    select id, writes, expires_at, created_at from practices
    where organization_id = ${actor.organization?.id ?? ''} and id = ${actor.practice ?? ''}
      and token_id = ${actor.credentialId} and state = 'running'`);
}

/** A practice takes what a step takes, so that all of it can be promoted; and every read that asks nothing outside. */
function mayBePractised(operation: Operation): void {
  if (operation.effect === 'read') {
    if (operation.prepare === undefined) return;
    throw notInPractice({ detail: 'It reads a file or asks a server first.' });
  }
  const why = whyNoStep(operation);
  if (why !== undefined) throw notInPractice({ detail: `${operation.name} cannot be practised: ${why}` });
}

function mustHaveRoom({ writes }: Found, { input }: PractisedCall): void {
  if (writes.length >= stepsMax) throw practiceFull({ max: stepsMax });
  const values = writes.reduce((sum, { arguments: given }) => sum + valuesIn(given), valuesIn(input));
  if (values > stepValuesMax) {
    throw practiceFull({ max: stepsMax, detail: `Its writes would have ${values} values; ${stepValuesMax} fit.` });
  }
}

function writeFrom({ action, arguments: input, idempotency_key: idempotencyKey, at, id }: KeptWrite): PractisedWrite {
  const operation = actionNamed(action);
  if (operation === undefined) throw validationFailed({ detail: `There is no action ${action} any more.` });
  return { operation, input, idempotencyKey, at, record: id };
}

function keptFrom(outcome: WriteOutcome, { at, effect }: Pick<KeptWrite, 'at' | 'effect'>): KeptWrite {
  const output: Readonly<Record<string, unknown>> = { ...Object(outcome.output) };
  const text = (name: string) => (typeof output[name] === 'string' ? output[name] : null);
  const { idempotencyKey, input } = outcome.request;
  return {
    action: outcome.operation.name,
    // A call that was parsed is an object with named fields.
    arguments: (input ?? {}) as KeptWrite['arguments'],
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    at,
    made: madeIds(outcome.output, new Set(outcome.ids)),
    id: text('id'),
    number: text('number'),
    status: text('status'),
    total: text('total') ?? text('amount'),
    currency: text('currency'),
    effect,
  };
}

type Keeping = { readonly found: Found; readonly kept: KeptWrite };

/** Adds a write behind those that it was tried after, unless others have come meanwhile. */
function keep({ db: database }: PracticePlace, { actor }: PractisedCall, { found, kept }: Keeping): Promise<boolean> {
  const organization = actor.organization?.id ?? '';
  const expires = expiryAfter(found.created_at, kept.at);
  return database.transaction({ organization }, async (db) => {
    const added = await db.run(sql`
      update practices set writes = writes || ${JSON.stringify([kept])}::jsonb, expires_at = ${expires}
      where organization_id = ${organization} and id = ${found.id} and state = 'running'
        and jsonb_array_length(writes) = ${found.writes.length}`);
    return added === 1;
  });
}
