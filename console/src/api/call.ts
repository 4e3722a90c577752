import { countFirstRead } from './first-reads.ts';
import { Refused, type Problem } from './problem.ts';
import { proven } from './proof.ts';
import { reachable } from './reach.ts';
import { hasEnded } from './session.ts';
import { owner, untilAnswered } from './unsent.ts';
import { loadFieldWords } from '../words/field-words.ts';

export { type Problem, Refused };

type Sent = {
  readonly method?: string;
  readonly body?: object | undefined;
  readonly key?: string;
  /** The screen that it was made on; the one that is shown by default. */
  readonly title?: string;
  readonly signal?: AbortSignal | undefined;
  /** Read by the console itself, so that it keeps no sign-in alive. */
  readonly isBackground?: boolean;
};

/**
 * Every write has a key, so that pressing twice or a lost answer happens once. One that has no answer is sent again
 * until it has, except what signs in or out, and what only asks and is outrun by the next question.
 */
export function send(path: string, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', body, key = crypto.randomUUID(), title = titleShown(), signal } = sent;
  const once = () => sendOnce(path, { ...sent, method, key });
  if (method === 'GET' || signal !== undefined || path.startsWith('auth/')) return once();
  return untilAnswered({ key, path, method, body, title, of: owner.peek() }, once);
}

const titleShown = (): string => document.querySelector<HTMLElement>('main h1')?.innerText ?? '';

/** Asked for the second factor on the way, where it is about what cannot be undone. */
async function sendOnce(path: string, sent: Sent): Promise<Response> {
  try {
    return await answered(path, sent);
  } catch (error) {
    const isAsked = error instanceof Refused && error.problem.code === 'step_up_required';
    if (!isAsked || !(await proven(error.problem['through']))) throw error;
    return answered(path, sent);
  }
}

async function answered(
  path: string,
  { method = 'GET', body, key = '', signal, isBackground = false }: Sent,
): Promise<Response> {
  const headers: Record<string, string> = { 'daybook-console': isBackground ? 'background' : '1' };
  // A form says its type by itself, with what divides its parts.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['idempotency-key'] = key;
  const response = await fetch(`/api/${path}`, {
    method,
    headers,
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void reachable();
    throw new Refused({ status: 0, code: 'offline', title: 'No connection.' });
  });
  if (response.ok) return response;
  const unknown = { status: response.status, code: 'unknown', title: response.statusText };
  const problem = (await response.json().catch(() => unknown)) as Problem;
  // A wrong password or code is no end of a sign-in.
  if (problem.code === 'unauthenticated') hasEnded.value = true;
  const translate = await loadFieldWords();
  throw new Refused(inWords(problem, translate));
}

/** The hint of a refusal is often what is said of its first field, and is then known by being equal. */
function inWords({ errors, hint, ...rest }: Problem, translate: (message: string) => string): Problem {
  return {
    ...rest,
    ...(hint !== undefined && { hint: translate(hint) }),
    ...(errors && { errors: errors.map((one) => ({ ...one, message: translate(one.message) })) }),
  };
}

export function call<Answer>(path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', signal, isBackground = false } = sent;
  const answer = answerOf<Answer>(path, sent);
  return method === 'GET' && signal === undefined && !isBackground ? countFirstRead(path, answer) : answer;
}

async function answerOf<Answer>(path: string, sent: Sent): Promise<Answer> {
  const response = await send(path, sent);
  // Deleting answers nothing, and asks for no answer.
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
