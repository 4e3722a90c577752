import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../support/embedded-service.ts';
import { type Answer, ask, type Counter, saleOf } from './counter.ts';

export const callersAtOnce = 8;
const answerWithinMs = 10_000;
const askAgainAfterMs = 20;
/** So long somebody asks for one sale over and over, while the service is killed and comes back on a busy machine. */
const askingMaxMs = 300_000;

/** Answers known to callers: the number for each key, and the answers without one. */
export type History = {
  readonly sold: Map<string, string>;
  /** Answers 503. */
  readonly refused: Answer[];
  /** Number of requests without a conclusive answer. */
  unknown: number;
  /** Number of those that had taken effect. */
  replayed: number;
};

type Selling = { readonly history: History; readonly close: () => Promise<void> };

/**
 * Sells until closing time, or until the test has ended. What has no clear answer is asked again with the same key,
 * until it has.
 */
export function sell(
  test: Pick<TestContext, 'after'>,
  counter: Counter,
  url: () => string,
  timeoutMs = answerWithinMs,
): Selling {
  const history: History = { sold: new Map(), refused: [], unknown: 0, replayed: 0 };
  const closing = new AbortController();
  const ended = new AbortController();
  test.after(() => ended.abort());
  const isOpen = () => !closing.signal.aborted && !ended.signal.aborted;
  const callers = Array.from({ length: callersAtOnce }, async () => {
    while (isOpen()) await sellOne(counter, { url, timeoutMs, history, ended: ended.signal });
  });
  // Told at closing time; a test that fails before has said why.
  for (const caller of callers) caller.catch(() => undefined);
  const close = async () => {
    closing.abort();
    await Promise.all(callers);
  };
  return { history, close };
}

type Place = {
  readonly url: () => string;
  readonly timeoutMs: number;
  readonly history: History;
  /** Nobody waits for answers any more. */
  readonly ended: AbortSignal;
};

async function sellOne(counter: Counter, { url, timeoutMs, history, ended }: Place): Promise<void> {
  const key = randomUUID();
  const asking = { token: counter.token, key, timeoutMs };
  const begun = performance.now();
  for (let attempt = 0; performance.now() - begun < askingMaxMs; attempt += 1) {
    const answer = await ask(url(), 'POST /api/sales/record', saleOf(counter, key), asking);
    if (answer.status === 201) {
      history.sold.set(key, answer.body.number);
      if (attempt > 0 && answer.headers.has('idempotent-replayed')) history.replayed += 1;
      return;
    }
    assert.ok(isUnknown(answer.status, answer.body.code), `${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status === 503) history.refused.push(answer);
    if (attempt === 0) history.unknown += 1;
    if (ended.aborted) return;
    await sleep(askAgainAfterMs);
  }
  throw new Error('a sale was asked for over and over, and never answered');
}

function isUnknown(status: number, code: unknown): boolean {
  return status === 0 || status === 503 || status === 507 || (status === 409 && code === 'request_in_progress');
}

/** Differences between the answers and the records. */
export async function contradictions({ sold }: History, ownerUrl: string): Promise<string[]> {
  const rows = await rowsOf<{ which: string; number: string }>(
    ownerUrl,
    `select metadata ->> 'which' as which, number from sales where metadata ? 'which' order by number`,
  );
  return differences(
    sold,
    rows.map(({ which, number }) => [which, number]),
  );
}

export function differences(
  told: ReadonlyMap<string, string>,
  recorded: readonly (readonly [string, string])[],
): string[] {
  const found = new Map<string, string[]>();
  for (const [key, number] of recorded) found.set(key, [...(found.get(key) ?? []), number]);
  const lost = [...told].filter(([key]) => !found.has(key)).map(([key, number]) => `lost: ${number} of ${key}`);
  const odd = [...found].filter(([key, numbers]) => numbers.length !== 1 || numbers[0] !== told.get(key));
  return [...lost, ...odd.map(([key, numbers]) => `told ${told.get(key)}, recorded ${numbers.join()} of ${key}`)];
}
