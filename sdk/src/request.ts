/** An operation as REST has it: method and path, and how it is to be called. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type Input = Readonly<Record<string, unknown>>;

export type Options = {
  /**
   * The write happens once under a key, however often it is sent. Every write has one: give your own where a second
   * run of your program is to find the first one's answer.
   */
  readonly idempotencyKey?: string;
  /** The whole effect is answered, and nothing is kept. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
};

/** `once` where the service keeps no answer under the key, so that sending again may do it again. */
export type Sending = Options & { readonly once?: boolean };

export type Prepared = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
};

/** Puts a flat input where it belongs: into the path, the query, a JSON body, or a form where there is a file. */
export function prepare(route: Route, input: Input, { idempotencyKey, dryRun }: Options = {}): Prepared {
  const at = route.indexOf(' ');
  const [method, template] = [route.slice(0, at), route.slice(at + 1)];
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string' || value === '') throw new TypeError(`${route} needs \`${name}\``);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = hasBody ? new URLSearchParams() : queryOf(rest);
  if (dryRun === true) query.set('dry_run', 'true');
  const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? newKey() };
  const body = hasBody ? bodyOf(rest) : null;
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  return { method, path: query.size === 0 ? path : `${path}?${query}`, headers, body };
}

function newKey(): string {
  return globalThis.crypto.randomUUID();
}

/** `status=a,b`, and `total[gte]=10` for bounds. */
function queryOf(input: ReadonlyMap<string, unknown>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of input) {
    if (Array.isArray(value)) query.set(name, value.join(','));
    else if (typeof value === 'object' && value !== null) {
      for (const [bound, limit] of Object.entries(value)) query.set(`${name}[${bound}]`, String(limit));
    } else query.set(name, String(value));
  }
  return query;
}

function bodyOf(input: ReadonlyMap<string, unknown>): string | FormData {
  const file = input.get('file');
  if (!(file instanceof Blob)) return JSON.stringify(Object.fromEntries(input));
  const form = new FormData();
  // The fields first: the service reads a form as it comes.
  for (const [name, value] of input) {
    if (name === 'file') continue;
    for (const one of [value].flat()) form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  }
  form.append('file', file);
  return form;
}
