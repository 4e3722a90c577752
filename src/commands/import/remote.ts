import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ConfigError } from '../../config.ts';

const waitMs = 1_000;
/** A service that restarts is back by then. */
const patienceMs = 60_000;
const requestTimeoutMs = 60_000;

/** A service somewhere, as the holder of a token meets it. */
export type Remote = {
  readonly post: (path: string, body: object, key: string) => Promise<unknown>;
  readonly get: (path: string) => Promise<unknown>;
  readonly text: (path: string) => Promise<string>;
};

const Problem = z.object({
  title: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
});

type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

/** Asks again while the service is away or busy; what it refuses is said in one line. */
export function remoteAt(url: string, token: string): Remote {
  const authorization = `Bearer ${token}`;
  const known = { answers: false };
  const ask = (path: string, request: Asked) =>
    patiently(known, `${url.replace(/\/+$/, '')}/api${path}`, {
      ...request,
      headers: { authorization, ...request.headers },
    });
  return {
    post: async (path, body, key) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    },
    get: async (path) => (await ask(path, {})).json(),
    text: async (path) => (await ask(path, {})).text(),
  };
}

/** Every write bears a key, so that asking again does nothing twice. */
async function patiently(known: { answers: boolean }, url: string, request: Asked): Promise<Response> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(requestTimeoutMs) }).catch(unanswered);
    const isOver = performance.now() > deadline;
    if (answer instanceof Response) {
      known.answers = true;
      if (answer.ok) return answer;
      if (isOver || !mayPass.has(answer.status)) throw await refused(answer);
      await sleep(secondsIn(answer) * 1_000);
      continue;
    }
    // Before its first answer it may be the wrong address, which no waiting makes right.
    if (isOver || !known.answers) throw new ConfigError(`Nothing answers at ${new URL(url).origin}: ${answer}.`);
    await sleep(waitMs);
  }
}

const mayPass: ReadonlySet<number> = new Set([429, 503]);

function secondsIn(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '1');
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 60) : 1;
}

function unanswered(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

async function refused(response: Response): Promise<ConfigError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { data } = Problem.safeParse(body);
  if (response.status === 401) {
    return new ConfigError('The token is not accepted. Make an API key in the console and run `daybook login`.');
  }
  if (data === undefined) return new ConfigError(`${response.url} answered ${response.status}: is that a Daybook?`);
  const errors = (data.errors ?? []).map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`);
  const reasons = errors.length > 0 ? errors : [data.detail, data.hint].filter((one) => one !== undefined);
  return new ConfigError([data.title, ...reasons].join(' '));
}
