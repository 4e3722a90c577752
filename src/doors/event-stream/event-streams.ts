import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { type EventMark, feedState, readableTypes } from '../../modules/events/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { BusinessError, rateLimited } from '../../operation/errors.ts';
import { openRounds, type Rounds } from './rounds.ts';

/** Of one node: each counts for itself. */
export const streamLimits = {
  streamsOfSessionMax: 8,
  streamsOfOrganizationMax: 250,
  streamsMax: 2_000,
  /** Said when nothing happens, so that proxies keep the connection, and to look at the caller's rights again. */
  heartbeatMs: 15_000,
  /** A reader that takes nothing for so long is dropped. */
  stalledMs: 30_000,
  /** Events are read in such pages; no stream holds more than one of them. */
  pageMax: 200,
  /** A reader further behind is told to start anew, which costs less than so many events. */
  behindMax: 10_000,
} as const;
export type StreamLimits = { readonly [Name in keyof typeof streamLimits]: number };

const retryAfterSeconds = 30;
/** Milliseconds before a browser reconnects. */
const reconnectMs = 2_000;
const bufferBytes = 16_384;

export type Session = {
  readonly actor: Actor;
  /** The current actor; refuses where the session has ended. */
  readonly actorNow: () => Promise<Actor>;
  /** The sequence of the last event that the caller has; undefined to begin with the next one. */
  readonly after: number | undefined;
};

export type EventStreams = {
  /** Events of the caller's organisation, as server-sent events. */
  open(session: Session): Readable;
  count(): number;
  stop(): Promise<void>;
};

type Deps = { readonly db: Database; readonly onFailure: (error: unknown) => void; readonly limits?: StreamLimits };

export function openEventStreams({ db, onFailure, limits = streamLimits }: Deps): EventStreams {
  const open = new Map<PassThrough, Actor>();
  const rounds = openRounds(db);
  return {
    open: (session) => {
      refuseTooMany([...open.values()], session.actor, limits);
      const out = new PassThrough({ highWaterMark: bufferBytes });
      open.set(out, session.actor);
      out.once('close', () => open.delete(out));
      // Writing to a closed stream fails, and nobody is left to tell.
      out.on('error', () => undefined);
      follow({ db, rounds, session, out, limits }).catch((error: unknown) => {
        if (!out.destroyed) onFailure(error);
        out.destroy();
      });
      return out;
    },
    count: () => open.size,
    stop: async () => {
      for (const out of open.keys()) out.end();
      await rounds.stop();
    },
  };
}

function refuseTooMany(open: readonly Actor[], { credentialId, organization }: Actor, limits: StreamLimits): void {
  const ofSession = open.filter((actor) => actor.credentialId === credentialId).length;
  const ofOrganization = open.filter((actor) => actor.organization?.id === organization?.id).length;
  const tooMany = (limit: string, max: number) =>
    rateLimited({
      limit,
      retry_after: retryAfterSeconds,
      hint: `At most ${max} event streams are open at once. Close one, or share one among your pages.`,
    });
  if (ofSession >= limits.streamsOfSessionMax) throw tooMany('streams_of_session', limits.streamsOfSessionMax);
  if (ofOrganization >= limits.streamsOfOrganizationMax)
    throw tooMany('streams_of_organization', limits.streamsOfOrganizationMax);
  if (open.length >= limits.streamsMax) throw tooMany('streams', limits.streamsMax);
}

type Following = {
  readonly db: Database;
  readonly rounds: Rounds;
  readonly session: Session;
  readonly out: PassThrough;
  readonly limits: StreamLimits;
};

/** Tells what happens until the reader leaves, stalls, or may no longer read it. */
async function follow({ db, rounds, session, out, limits }: Following): Promise<void> {
  const organization = session.actor.organization?.id ?? '';
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  const say = (text: string) => write(out, text, { gone: gone.signal, stalledMs: limits.stalledMs });
  const state = await db.transaction({ organization, readOnly: true }, (tx) => feedState(tx, organization));
  let after = session.after ?? state.last;
  const isLost = after > state.last || after < state.first - 1 || after < state.last - limits.behindMax;
  if (isLost) after = state.last;
  await say(`retry: ${reconnectMs}\n${isLost ? resetFrame(after) : placeFrame(after)}`);
  const types = new Set(readableTypes(session.actor));
  while (!gone.signal.aborted && out.writable) {
    const round = rounds.of(organization);
    const ended = await endOf(session);
    if (ended !== undefined) {
      out.end(endFrame(ended));
      return;
    }
    const events = await round.after(after, limits.pageMax);
    after = events.at(-1)?.sequence ?? after;
    const readable = events.filter(({ type }) => types.has(type));
    if (readable.length > 0) await say(readable.map(eventFrame).join(''));
    if (events.length === limits.pageMax) continue;
    const isQuiet = await isQuietFor(limits.heartbeatMs, { round: round.over, gone: gone.signal });
    if (isQuiet) await say(placeFrame(after));
  }
}

/** Sends no faster than it is read, so that a slow reader costs a page of memory and no more, and then its stream. */
async function write(
  out: PassThrough,
  text: string,
  { gone, stalledMs }: { readonly gone: AbortSignal; readonly stalledMs: number },
): Promise<void> {
  if (!out.writable || out.write(text)) return;
  const stalled = AbortSignal.timeout(stalledMs);
  await once(out, 'drain', { signal: AbortSignal.any([gone, stalled]) }).catch(() => void out.destroy());
}

type EndReason = 'session_ended' | 'rights_changed';

/** A stream is opened anew with other rights: what it told before was told by those that it was opened with. */
async function endOf({ actor, actorNow }: Session): Promise<EndReason | undefined> {
  const now = await actorNow().catch((error: unknown) => {
    if (error instanceof BusinessError) return undefined;
    throw error;
  });
  if (now === undefined) return 'session_ended';
  const isSame =
    now.organization?.id === actor.organization?.id &&
    now.scope === actor.scope &&
    now.permissions.symmetricDifference(actor.permissions).size === 0;
  return isSame ? undefined : 'rights_changed';
}

/** True when nothing was published for this long. */
async function isQuietFor(ms: number, until: { readonly round: Promise<void>; gone: AbortSignal }): Promise<boolean> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, until.gone]);
  const quiet = sleep(ms, true, { signal }).catch(() => false);
  return Promise.race([until.round.then(() => false), quiet]).finally(() => over.abort());
}

function eventFrame(event: EventMark): string {
  return `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Without data, so that it is no event, but where a reader goes on when the connection is lost. */
function placeFrame(sequence: number): string {
  return `id: ${sequence}\n\n`;
}

function resetFrame(sequence: number): string {
  return `id: ${sequence}\nevent: reset\ndata: ${JSON.stringify({ sequence })}\n\n`;
}

function endFrame(reason: EndReason): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}
