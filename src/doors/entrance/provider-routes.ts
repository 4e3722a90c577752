import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../operation/actor.ts';
import { BusinessError, rateLimited } from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import { html, type Html } from '../public-page/html.ts';
import { header } from '../rest.ts';
import { sendPage } from '../signed-in/forms.ts';
import { framed, pagePolicy } from '../signed-in/frame.ts';
import { wordsAsked } from '../signed-in/messages.ts';
import type { PageContext } from '../signed-in/page-context.ts';
import { placeIn, providerPath } from '../signed-in/place.ts';
import { waitText } from '../signed-in/sign-in-page.ts';
import type { BegunAtProvider } from '../signed-in/ticket-cookie.ts';

type Visit = { readonly context: PageContext; readonly request: FastifyRequest; readonly reply: FastifyReply };
type Started = { readonly authorization_url: string; readonly ticket: string };
type ByOrganization = { Params: { organization: string } };

/** Asking a provider costs more than showing a page. */
const cost = 5;

/** The way to a provider and back, by the operations that a program would call. It needs no script. */
export function registerProviderRoutes(scope: FastifyInstance, context: PageContext): void {
  const work =
    (deed: (visit: Visit) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = { context, request, reply };
      await context.limits.count('address', networkOf(request.ip), cost, reply);
      return deed(visit).catch((error: unknown) => refused(visit, error));
    };
  scope.get('/login/sso/start', work(start));
  scope.get('/login/sso/prove', work(startProof));
  scope.get<ByOrganization>('/login/sso/callback/:organization', (request, reply) => work(comeBack)(request, reply));
}

async function start({ context, request, reply }: Visit): Promise<FastifyReply> {
  const { domain, email, to } = request.query as Readonly<Record<string, unknown>>;
  const input = { domain, ...(typeof email === 'string' && email !== '' ? { email } : {}) };
  const started = await context.sessions.call<Started>('start_provider_login', { actor: anonymous, request, input });
  return leave({ context, request, reply }, started, { to: placeIn(to), proves: false });
}

/** For who is signed in through a provider, before what cannot be undone. */
async function startProof({ context, request, reply }: Visit): Promise<FastifyReply> {
  const person = await context.sessions.known(context.cookie.token(request.headers.cookie), request);
  if (person === undefined) return goTo({ context, request, reply }, '/login');
  const started = await context.sessions.call<Started>('start_provider_proof', { actor: person.actor, request });
  const { to } = request.query as Readonly<Record<string, unknown>>;
  return leave({ context, request, reply }, started, { to: placeIn(to), proves: true });
}

function leave({ context, reply }: Visit, started: Started, begun: Omit<BegunAtProvider, 'ticket'>): FastifyReply {
  const { authorization_url: url, ticket } = started;
  return reply
    .code(303)
    .header('set-cookie', context.ticket.set({ ticket, ...begun }))
    .header('location', url)
    .send();
}

/** What the browser brings back counts only together with what it kept when it left, and once. */
async function comeBack(visit: Visit): Promise<FastifyReply> {
  const { context, request, reply } = visit;
  const begun = context.ticket.read(request.headers.cookie);
  reply.header('set-cookie', context.ticket.clear);
  if (begun === undefined) return failed(visit, { status: 401, text: wordsOf(visit).sso.reasons.expired });
  const { organization } = request.params as ByOrganization['Params'];
  const parameters = request.url.split('?', 2)[1] ?? '';
  const redirect_uri = `${context.publicUrl}/login/sso/callback/${organization}`;
  const input = { ticket: begun.ticket, parameters, redirect_uri };
  if (begun.proves) return prove(visit, input, begun.to);
  const name = 'login_with_provider';
  const tokens = await context.sessions.call<{ access_token: string }>(name, { actor: anonymous, request, input });
  for (const line of await context.sessions.begun(tokens.access_token, request)) reply.header('set-cookie', line);
  return goTo(visit, begun.to);
}

/** A page leads back to itself; whoever came in a window of its own goes on in the other. */
async function prove(visit: Visit, input: object, to: string): Promise<FastifyReply> {
  const { context, request } = visit;
  const person = await context.sessions.known(context.cookie.token(request.headers.cookie), request);
  if (person === undefined) return goTo(visit, '/login');
  await context.sessions.call('prove_with_provider', { actor: person.actor, request, input });
  if (to !== '/') return goTo(visit, to);
  const { sso } = wordsOf(visit);
  const body = html`<h1>${sso.proven}</h1>
    <p class="notice good" role="status">${sso.provenHint}</p>`;
  return show(visit, { status: 200, title: sso.proven, body });
}

function goTo({ context, reply }: Visit, place: string): FastifyReply {
  return reply.code(303).header('location', `${context.base}${place}`).send();
}

/** A refusal as a page that leads back. Anything else is for the scope's own handler. */
function refused(visit: Visit, error: unknown): FastifyReply {
  if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
  const words = wordsOf(visit);
  const { code, status } = error.kind;
  if (code === rateLimited.code) {
    return failed(visit, { status, text: waitText(Number(error.details['retry_after'] ?? 60), words) });
  }
  const { sso } = words;
  const told = Object.entries(sso.reasons).find(([name]) => name === error.details['reason'])?.[1];
  const other = code === 'sign_in_provider_unavailable' ? sso.unavailable : sso.none;
  return failed(visit, { status, text: told ?? (code === 'provider_refused' ? sso.reasons.not_accepted : other) });
}

function failed(visit: Visit, { status, text }: { readonly status: number; readonly text: string }): FastifyReply {
  const { sso, account } = wordsOf(visit);
  const { base } = visit.context;
  const body = html`<h1>${sso.failed}</h1>
    <p class="notice bad" role="alert">${text}</p>
    <p class="buttons"><a class="button primary" href="${providerPath(base, '/')}">${sso.again}</a></p>
    <p class="ways"><a href="${base}/login">${account.backToSignIn}</a></p>`;
  return show(visit, { status, title: sso.failed, body });
}

type Shown = { readonly status: number; readonly title: string; readonly body: Html };

function show(visit: Visit, { status, title, body }: Shown): FastifyReply {
  const text = framed({ title, words: wordsOf(visit), base: visit.context.base, body });
  return sendPage(visit.reply, status, { text, policy: pagePolicy() });
}

function wordsOf({ request }: Visit) {
  return wordsAsked(header(request, 'accept-language'));
}
