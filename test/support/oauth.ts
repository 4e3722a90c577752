import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { type Config } from '../../src/config.ts';
import { password, type RunningService, type SignedIn, startService } from './running-service.ts';
import type { Wire } from './world.ts';

/** A service that knows its own address, as OAuth has to. */
export async function startOauthService(
  overrides: Partial<Config> = {},
  parts: Parameters<typeof startService>[1] = {},
): Promise<RunningService> {
  const port = await freePort();
  return startService({ port, publicUrl: `http://127.0.0.1:${port}`, ...overrides }, parts);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise<void>((closed) => void server.close(() => closed()));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

type Place = Pick<RunningService, 'url'>;
type Person = Pick<SignedIn, 'email'>;

export const redirectUri = 'https://app.example.com/callback';

export type OauthClient = { readonly id: string; readonly redirectUri: string };

export async function registerClient({ url }: Place, metadata: object = {}): Promise<OauthClient> {
  const body = { client_name: 'Test app', redirect_uris: [redirectUri], ...metadata };
  const answer = await fetch(`${url}/api/mcp/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const registered: Wire = await answer.json();
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${JSON.stringify(registered)}`);
  return { id: registered.client_id, redirectUri: registered.redirect_uris[0] };
}

/** PKCE verifier of a client, with its challenge. */
export function newVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address that a client sends its user to. */
export function authorizeUrl({ url }: Place, client: OauthClient, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    state: 'a state',
    code_challenge_method: 'S256',
    resource: `${url}/api/mcp/mcp`,
    ...more,
  });
  for (const [name, value] of Object.entries(more)) if (value === '') query.delete(name);
  return `${url}/api/mcp/oauth/authorize?${query.toString()}`;
}

/** A browser without scripts: keeps cookies by their paths, and follows as far as it stays here. */
export type Visitor = {
  readonly get: (url: string) => Promise<Page>;
  /** Sends the page's form of this deed, with what a person filled in. */
  readonly submit: (page: Page, deed: string, fields?: Record<string, string>) => Promise<Page>;
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  /** Values of all cookies ever received. */
  readonly cookies: () => readonly string[];
};
export type Page = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Address outside this service to which the browser was redirected. */
  readonly left: URL | undefined;
};

/** `language`: what their browser asks for. */
export function openVisitor({ url: home }: { readonly url: string }, { language = 'en' } = {}): Visitor {
  const cookies = new Map<string, { readonly value: string; readonly path: string }>();
  const given = new Set<string>();
  const send: Visitor['send'] = async (url, init) => {
    const { pathname } = new URL(url);
    const sent = [...cookies].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    );
    const cookie = sent.map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language, ...(init.headers as object), cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value !== '') given.add(value);
      if (value === '') cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { value, path });
    }
    return answer;
  };
  const arrive = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const answer = await send(url, init);
    const location = answer.headers.get('location');
    if (location !== null) {
      const next = new URL(location, url);
      if (next.origin === new URL(home).origin) return arrive(next.href);
      return { url: next.href, status: answer.status, headers: answer.headers, text: '', left: next };
    }
    return { url, status: answer.status, headers: answer.headers, text: await answer.text(), left: undefined };
  };
  return {
    send,
    cookies: () => [...given],
    get: (url) => arrive(url),
    submit: (page, deed, fields = {}) => {
      const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const organization = /value="(org_[^"]+)"/.exec(page.text)?.[1];
      const shown = /name="shown" value="([^"]*)"/.exec(page.text)?.[1];
      const hidden = {
        ...(organization === undefined ? {} : { organization_id: organization }),
        ...(shown === undefined ? {} : { shown }),
      };
      const form = { key, deed, ...hidden, ...fields };
      return arrive(page.url, {
        method: 'POST',
        headers: { origin: new URL(home).origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
    },
  };
}

export const terms = { decision: 'allow', preset: 'full', lasts: '90' };

/** Signs in on the page that is shown, unless somebody is. */
export async function signIn(visitor: Visitor, page: Page, who: Person): Promise<Page> {
  return page.text.includes('id="password"') ? visitor.submit(page, 'sign_in', { email: who.email, password }) : page;
}

export type Granted = { readonly code: string; readonly verifier: string; readonly left: URL };

/** Goes the whole way to a code: the client asks, the person signs in and allows. */
export async function granted(
  service: Place,
  client: OauthClient,
  { who, more = {}, visitor = openVisitor(service), fields = {} }: Granting,
): Promise<Granted> {
  const { verifier, challenge } = newVerifier();
  const page = await visitor.get(authorizeUrl(service, client, { code_challenge: challenge, ...more }));
  const asked = await signIn(visitor, page, who);
  const { left, text, status } = await visitor.submit(asked, 'decide', { ...terms, ...fields });
  const code = left?.searchParams.get('code');
  if (left === undefined || code === null || code === undefined)
    throw new Error(`no code: ${asked.status} ${asked.text.split('</style>')[1]} ${status} ${left?.href} ${text}`);
  return { code, verifier, left };
}
type Granting = {
  readonly who: Person;
  readonly more?: Record<string, string>;
  readonly visitor?: Visitor;
  readonly fields?: Record<string, string>;
};

export type TokenAnswer = { readonly status: number; readonly body: Wire };

export async function tokenRequest({ url }: Place, fields: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch(`${url}/api/mcp/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: await answer.json() };
}

export function codeFields(client: OauthClient, { code, verifier }: Granted): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: client.id,
    code,
    code_verifier: verifier,
    redirect_uri: client.redirectUri,
  };
}

/** A connection of that person, as a client has it. */
export async function connected(service: RunningService, who: SignedIn, metadata: object = {}): Promise<Connected> {
  const client = await registerClient(service, metadata);
  const answer = await tokenRequest(service, codeFields(client, await granted(service, client, { who })));
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { client, ...answer.body };
}
export type Connected = {
  readonly client: OauthClient;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: string;
};
