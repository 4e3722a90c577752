import * as oauth from 'openid-client';
import type { RunningService, SignedIn } from './running-service.ts';
import { openVisitor, type Page, redirectUri, signIn, type Visitor } from './oauth.ts';
import type { Wire } from './world.ts';

/** An app as a member registers it over REST. */
export async function registeredApp(service: RunningService, by: SignedIn, more: object = {}): Promise<Wire> {
  const input = { name: 'Zapier', redirect_uris: [redirectUri], scopes: ['clients:read', 'clients:write'], ...more };
  const answer = await service.api(by.token, 'POST', '/oauth-apps', input);
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

type Service = Pick<RunningService, 'app'>;

/** Where the service says that it is, which is what programs find. */
function homeOf({ app }: Service): string {
  return app.runtime.settings.publicUrl;
}

/** The app as a program of its maker, which finds out by itself where everything is. */
export async function openProgram(
  service: Service,
  { client_id: id, client_secret: secret }: Wire,
  authentication?: oauth.ClientAuth,
): Promise<oauth.Configuration> {
  const auth = authentication ?? (secret === null ? oauth.None() : oauth.ClientSecretPost(secret));
  return oauth.discovery(new URL(`${homeOf(service)}/api/mcp`), id, {}, auth, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
}

export type Asked = { readonly page: Page; readonly verifier: string; readonly visitor: Visitor };

/** Sends the user of a program to consent. */
export async function askedBy(
  service: Service,
  program: oauth.Configuration,
  {
    who,
    more = {},
    visitor = openVisitor({ url: homeOf(service) }),
  }: { readonly who: SignedIn; readonly more?: Record<string, string>; readonly visitor?: Visitor },
): Promise<Asked> {
  const verifier = oauth.randomPKCECodeVerifier();
  const url = oauth.buildAuthorizationUrl(program, {
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'a state',
    ...more,
  });
  const page = await visitor.get(url.href);
  return { page: page.left === undefined ? await signIn(visitor, page, who) : page, verifier, visitor };
}

export function allow({ page, visitor }: Asked, fields: Record<string, string> = {}): Promise<Page> {
  return visitor.submit(page, 'decide', { decision: 'allow', lasts: 'none', ...fields });
}

/** The whole way: consent, and the code against tokens. */
export async function connectedBy(
  service: Service,
  program: oauth.Configuration,
  { fields = {}, ...asking }: Parameters<typeof askedBy>[2] & { readonly fields?: Record<string, string> },
): Promise<oauth.TokenEndpointResponse> {
  const asked = await askedBy(service, program, asking);
  const { left, text, status } = await allow(asked, fields);
  if (left === undefined) throw new Error(`no code: ${status} ${text}`);
  return oauth.authorizationCodeGrant(program, left, { pkceCodeVerifier: asked.verifier, expectedState: 'a state' });
}
