import { type Attempt, headersOf, type Receiver, signedHeaders, type Taken } from '../../modules/webhooks/index.ts';
import { type GuardedAnswer, type GuardedFetch, GuardedFetchError } from '../../net/guarded-fetch.ts';

const timeoutMs = 15_000;
/** So much of an answer is kept, for whoever looks for what went wrong. */
const excerptBytes = 1_024;
const errorMax = 500;

type Means = {
  readonly fetch: GuardedFetch;
  readonly now: () => string;
  readonly sealing: Uint8Array;
  /** Told of what is our own fault. */
  readonly onFault: (error: unknown) => void;
};

/** Sends a delivery once. Whatever goes wrong is what came of it, and nothing is thrown. */
export async function attempt(
  { fetch, now, sealing, onFault }: Means,
  receiver: Receiver,
  delivery: Taken,
): Promise<Attempt> {
  const startedAt = now();
  const started = performance.now();
  const { message_id: id, body } = delivery;
  const timestamp = Math.floor(Date.parse(startedAt) / 1_000);
  const lasted = () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
  try {
    const answer = await fetch(receiver.url, {
      method: 'POST',
      headers: {
        ...headersOf(sealing, receiver),
        'content-type': 'application/json',
        'user-agent': 'Daybook-Webhooks/1',
        ...signedHeaders(sealing, receiver, { id, timestamp, body }),
      },
      body,
      timeoutMs,
      responseMaxBytes: excerptBytes,
    });
    return { ...lasted(), ...told(answer, startedAt), error: null };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) onFault(error);
    const said = error instanceof GuardedFetchError ? error.message : 'It could not be sent.';
    return {
      ...lasted(),
      status: null,
      excerpt: null,
      error: plain(said).slice(0, errorMax),
      retryAfterSeconds: undefined,
    };
  }
}

function told({ status, headers, body }: GuardedAnswer, now: string) {
  const text = plain(body.toString('utf8'));
  const excerpt = text === '' ? null : text;
  return { status, excerpt, retryAfterSeconds: secondsIn(headers['retry-after'], now) };
}

/** Seconds, or a date. */
function secondsIn(retryAfter: string | undefined, now: string): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const seconds = (Date.parse(retryAfter) - Date.parse(now)) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Text for a column: an answer may hold anything. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
