import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { RegisteredApp, RegisteredApps } from '../../modules/keys/index.ts';
import { BusinessError, stepUpRequired } from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import { header } from '../rest.ts';
import { formOf } from '../public-page/form-body.ts';
import { faultOf, formKeys, isFromHere, Refused, sendPage, takeForms } from '../signed-in/forms.ts';
import { pagePolicy } from '../signed-in/frame.ts';
import { openPageContext } from '../signed-in/page-context.ts';
import type { PageCookie } from '../signed-in/page-cookie.ts';
import { phrase } from '../signed-in/phrase.ts';
import { givenIn, type Person, type SignInSessions } from '../signed-in/sign-in-sessions.ts';
import { type SignInFault, signInPage, signInPolicy } from '../signed-in/sign-in-page.ts';
import { wordsAsked, type Messages, wordsChosen } from '../signed-in/messages.ts';
import { appConsentPage, appRequest } from './app-consent.ts';
import { askerOf, type Asker } from './asker.ts';
import { consentPage } from './consent-page.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { errorPage } from './pages.ts';
import { interactionPath, issuerPath } from './paths.ts';
import { connecting, type Connecting } from './reception.ts';

type Parts = OauthDeps & { readonly open: () => Promise<Provider>; readonly apps: RegisteredApps };
type Visit = { readonly request: FastifyRequest<{ Params: { uid: string } }>; readonly reply: FastifyReply };
/** A request that waits for a person, the app that made it, and the key of the forms on its pages. */
type Waiting = Visit & {
  readonly provider: Provider;
  readonly asker: Asker;
  /** Undefined for an AI app, which asks for the connector. */
  readonly registered: { readonly app: RegisteredApp; readonly scopes: readonly string[] } | undefined;
  readonly key: string;
  readonly words: Messages;
  readonly base: string;
  readonly takesPasskeys: boolean;
};
type Tools = {
  readonly runtime: Parts['runtime'];
  readonly sessions: SignInSessions;
  readonly connect: Connecting;
  readonly cookie: PageCookie;
  readonly base: string;
  readonly takesPasskeys: boolean;
};
type FormAction = (waits: Waiting, form: URLSearchParams, tools: Tools) => Promise<FastifyReply>;

const deeds: ReadonlyMap<string, FormAction> = new Map([
  ['sign_in', signIn],
  ['decide', decide],
  ['leave', leave],
]);

/**
 * The pages on which a person signs in and decides what an app may do. They work without scripts, and
 * offer passkeys with one. A form is taken only
 * from this page, in the browser that the app's request came with, and from who is signed in there.
 */
export function registerRequestPages(server: FastifyInstance, parts: Parts): void {
  const { origin, base, cookie, sessions, takesPasskeys } = openPageContext(parts);
  const tools = { runtime: parts.runtime, sessions, connect: connecting(parts, sessions), cookie, base, takesPasskeys };
  const door = doorOf(parts, tools);
  const path = `${issuerPath}${interactionPath(':uid')}`;
  void server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error);
      if (fault.status >= 500) parts.onFailure(error, request.id);
      return send(reply, fault.status, errorPage(fault, wordsFor(request)));
    });
    scope.get<{ Params: { uid: string } }>(path, async (request, reply) => {
      const waits = await door.waiting({ request, reply });
      const person = await personOf(waits, tools);
      return person === undefined ? showSignIn(waits, 200) : showConsent(waits, { person, tools });
    });
    scope.post<{ Params: { uid: string } }>(path, async (request, reply) => {
      const form = formOf(request);
      if (!isFromHere(request, origin) || !door.fits({ request, reply }, form)) throw new Refused(403, 'form_refused');
      const deed = deeds.get(form.get('deed') ?? '');
      if (deed === undefined) throw new Refused(400, 'invalid_request');
      return deed(await door.waiting({ request, reply }), form, tools);
    });
  });
}

function wordsFor(request: FastifyRequest): Messages {
  return wordsAsked(header(request, 'accept-language'));
}

/** Lets in whoever holds the cookie of a request that still waits. */
function doorOf({ runtime, limits, open, apps }: Parts, { cookie, base, takesPasskeys }: Tools) {
  const keys = formKeys(runtime);
  // Signing in changes it, and what was shown before is no form any more.
  const about = ({ request }: Visit) => `${request.params.uid} ${cookie.tie(request.headers.cookie)}`;
  return {
    fits: (visit: Visit, form: URLSearchParams) => keys.fits(about(visit), form),
    waiting: async (visit: Visit): Promise<Waiting> => {
      const { request, reply } = visit;
      await limits.count('address', networkOf(request.ip), 1, reply);
      const provider = await open();
      const asked = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
        throw error;
      });
      if (asked === undefined || asked.uid !== request.params.uid) throw new Refused(400, 'request_expired');
      const { client_id: id = '', redirect_uri: redirectUri = '', scope = '' } = asked.params;
      const client = await provider.Client.find(id);
      if (client === undefined) throw new Refused(400, 'invalid_client');
      // It may have been taken from the app since.
      if (!client.redirectUriAllowed(redirectUri)) throw new Refused(400, 'invalid_redirect_uri');
      const asker = askerOf(client, redirectUri);
      const words = wordsFor(request);
      const app = await apps.find(id);
      const registered = app && { app, scopes: scope.split(' ').filter((one) => app.scopes.includes(one)) };
      return { ...visit, provider, asker, registered, key: keys.made(about(visit)), words, base, takesPasskeys };
    },
  };
}

function personOf({ request }: Waiting, { sessions, cookie }: Tools): Promise<Person | undefined> {
  return sessions.known(cookie.token(request.headers.cookie), request);
}

type SignInAgain = { readonly email?: string; readonly fault?: SignInFault };

function showSignIn(
  { request, reply, asker, key, words, base, takesPasskeys }: Waiting,
  status: number,
  again: SignInAgain = {},
): FastifyReply {
  const { name: app, place } = asker;
  const purpose = phrase(words.signIn.toConnect, { app, place });
  const text = signInPage({ purpose, key, words, base, place: placeOf(request), takesPasskeys, ...again });
  return sendPage(reply, status, { text, policy: signInPolicy(takesPasskeys) });
}

type Asking = { readonly person: Person; readonly tools: Tools; readonly fault?: string };

async function showConsent(
  { request, reply, asker, registered, key }: Waiting,
  { person, tools, fault }: Asking,
): Promise<FastifyReply> {
  const { runtime, sessions, cookie, base } = tools;
  const described = await sessions.described(person, request);
  const words = wordsChosen(described.user.locale, header(request, 'accept-language'));
  const used = cookie.used(request.headers.cookie);
  if (used !== undefined) reply.header('set-cookie', used);
  const page =
    registered === undefined
      ? consentPage({ asker, key, words, described, connectUrl: `${base}/connect`, fault })
      : appConsentPage({
          asker,
          asked: await appRequest(runtime, person, registered),
          key,
          words,
          described,
          connectedUrl: `${base}/settings/connected-apps`,
          fault,
        });
  return send(reply, fault === undefined ? 200 : 422, page, asker.origin);
}

async function signIn(waits: Waiting, form: URLSearchParams, tools: Tools): Promise<FastifyReply> {
  const given = givenIn(form);
  const answer = await tools.sessions.signIn(given, waits.request);
  const { email } = given;
  if ('fault' in answer) return showSignIn(waits, answer.fault.kind === 'wait' ? 429 : 422, { email, ...answer });
  for (const line of answer.cookies) waits.reply.header('set-cookie', line);
  return backToPage(waits, tools);
}

async function leave(waits: Waiting, _form: URLSearchParams, tools: Tools): Promise<FastifyReply> {
  const person = await personOf(waits, tools);
  if (person !== undefined) await tools.sessions.signOut(person, waits.request);
  waits.reply.header('set-cookie', tools.cookie.clear);
  return backToPage(waits, tools);
}

async function decide(waits: Waiting, form: URLSearchParams, tools: Tools): Promise<FastifyReply> {
  const { request, asker, registered } = waits;
  const person = await personOf(waits, tools);
  if (person === undefined) return showSignIn(waits, 422, { fault: { kind: 'ended' } });
  if (form.get('decision') !== 'allow') {
    return backToApp(waits, { error: 'access_denied', error_description: 'The user denied access.' });
  }
  try {
    const asked = registered && (await appRequest(tools.runtime, person, registered));
    const allowed = await tools.connect(person, { asker, asked, form, request, uid: request.params.uid });
    const { userId: accountId, grantId } = allowed;
    return await backToApp(waits, { login: { accountId, remember: false }, consent: { grantId } });
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
    // Whoever signs in has just given their second factor.
    if (error.kind.code === stepUpRequired.code) return showSignIn(waits, 422, { fault: { kind: 'step_up' } });
    const { hint = '' } = error.details;
    return showConsent(waits, { person, tools, fault: `${error.message} ${hint}` });
  }
}

function backToPage({ request, reply }: Waiting, { base }: Tools): FastifyReply {
  return reply
    .code(303)
    .header('location', `${base}${placeOf(request)}`)
    .send();
}

function placeOf({ params }: Waiting['request']): string {
  return `${issuerPath}${interactionPath(params.uid)}`;
}

/** The provider goes on from here, and sends the browser to the app. */
async function backToApp({ request, reply, provider, asker }: Waiting, result: object): Promise<FastifyReply> {
  const next = await provider.interactionResult(request.raw, reply.raw, result);
  const policy = pagePolicy({ returnsTo: asker.origin });
  return reply.code(303).header('content-security-policy', policy).header('location', next).send();
}

function send(reply: FastifyReply, status: number, text: string, returnsTo?: string): FastifyReply {
  return sendPage(reply, status, { text, policy: pagePolicy({ returnsTo }) });
}
