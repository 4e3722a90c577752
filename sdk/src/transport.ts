import { DaybookError, problemOf } from './problem.ts';
import { type Input, type Prepared, prepare, type Route, type Sending } from './request.ts';
import { type Credentials, Session } from './session.ts';

export type Settings = {
  /** Of the service, such as `https://books.example.com`. */
  readonly url: string;
  /** Left out for the few calls that need none. */
  readonly credentials?: Credentials;
  /** Retries after failures that may pass: no connection, 429, 502, 503, 504, still running. */
  readonly retries?: number;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
};

const retriesDefault = 4;
const timeoutMsDefault = 60_000;
const waitMsLeast = 250;
const waitMsMost = 30_000;

/** Sends calls: signs them, gives them time, sends them again under the same key where that may help. */
export class Transport {
  readonly #base: string;
  readonly #retries: number;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;
  readonly #session: Session | undefined;

  constructor({ url, credentials, retries, timeoutMs, fetch: given }: Settings) {
    this.#base = `${url.replace(/\/+$/, '')}/api`;
    this.#retries = retries ?? retriesDefault;
    this.#timeoutMs = timeoutMs ?? timeoutMsDefault;
    this.#fetch = given ?? globalThis.fetch;
    const post = (path: string, body: object) =>
      this.#attempt(prepare(`POST ${path}` as Route, { ...body }), undefined);
    this.#session = credentials === undefined ? undefined : new Session(credentials, post);
  }

  /**
   * The answer to a call that was not refused.
   * @throws DaybookError where it was refused, after the retries that may help; whatever `fetch` throws where nobody
   * answered.
   */
  async send(route: Route, input: Input, options: Sending = {}): Promise<Response> {
    const call = prepare(route, input, options);
    const { signal, once = false } = options;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#once(call, signal).catch((error: unknown) => ({ error }));
      const isLast = attempt >= this.#retries || signal?.aborted === true;
      if ('error' in outcome) {
        if (isLast || once || outcome.error instanceof DaybookError) throw outcome.error;
        await pause(waitMsOf(attempt), signal);
        continue;
      }
      if (outcome.ok) return outcome;
      const problem = await problemOf(outcome);
      if (isLast || !(once ? mayPassUndone : mayPass)(problem)) throw new DaybookError(problem);
      await pause(waitMsOf(attempt, outcome.headers.get('retry-after')), signal);
    }
  }

  async #once(call: Prepared, signal: AbortSignal | undefined): Promise<Response> {
    const token = await this.#session?.accessToken();
    const response = await this.#attempt(call, signal, token);
    if (response.status !== 401 || token === undefined) return response;
    const other = await this.#session?.instead(token);
    return other === undefined ? response : this.#attempt(call, signal, other);
  }

  #attempt(
    { method, path, headers, body }: Prepared,
    signal: AbortSignal | undefined,
    token?: string,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    return this.#fetch(`${this.#base}${path}`, {
      method,
      body,
      redirect: 'error',
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
  }
}

/** Refused before anything was done. */
function mayPassUndone({ status, code }: { readonly status: number; readonly code: string }): boolean {
  return status === 429 && code !== 'no_problem_body';
}

function mayPass({ status, code }: { readonly status: number; readonly code: string }): boolean {
  return [429, 502, 503, 504].includes(status) || code === 'request_in_progress';
}

/** The delay asked for by the service, in seconds; else longer each time, with jitter. */
function waitMsOf(attempt: number, retryAfter: string | null = null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1_000;
  const grown = waitMsLeast * 2 ** attempt * (0.5 + Math.random());
  return Math.min(waitMsMost, Number.isFinite(asked) ? Math.max(asked, grown) : grown);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
