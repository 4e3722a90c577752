import { hasEnded } from './session.ts';

/** What the service answers when it refuses: RFC 9457, with the fields at fault. */
export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly request_id?: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
};

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
  }
}

type Sent = {
  readonly method?: string;
  readonly body?: object;
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
  /** Read by the console itself, so that it keeps no sign-in alive. */
  readonly isBackground?: boolean;
};

/** Every write has a key, so that pressing twice or a lost answer happens once. */
export async function send(
  path: string,
  { method = 'GET', body, key, signal, isBackground = false }: Sent = {},
): Promise<Response> {
  const headers: Record<string, string> = { 'daybook-console': isBackground ? 'background' : '1' };
  // A form says its type by itself, with what divides its parts.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['idempotency-key'] = key ?? crypto.randomUUID();
  const response = await fetch(`/api/${path}`, {
    method,
    headers,
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused({ status: 0, code: 'offline', title: 'No connection.' });
  });
  if (response.ok) return response;
  if (response.status === 401) hasEnded.value = true;
  const unknown = { status: response.status, code: 'unknown', title: response.statusText };
  throw new Refused((await response.json().catch(() => unknown)) as Problem);
}

export async function call<Answer>(path: string, sent?: Sent): Promise<Answer> {
  const response = await send(path, sent);
  // Deleting answers nothing, and asks for no answer.
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
