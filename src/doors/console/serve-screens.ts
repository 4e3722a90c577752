import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../operation/actor.ts';
import { BusinessError, notFound, validationFailed } from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import { html, type Html } from '../public-page/html.ts';
import { header } from '../rest.ts';
import { formOf } from '../public-page/form-body.ts';
import { isFromHere, sendPage, takeForms } from '../signed-in/forms.ts';
import { pagePolicy } from '../signed-in/frame.ts';
import { openPageContext, type PageDeps } from '../signed-in/page-context.ts';
import { givenIn, type Person } from '../signed-in/sign-in-sessions.ts';
import { type SignInFault, signInPage, signInPolicy } from '../signed-in/sign-in-page.ts';
import { showTrouble } from '../signed-in/trouble.ts';
import { type Messages, wordsAsked, wordsChosen } from '../signed-in/messages.ts';
import { openOnce } from './once.ts';
import { openReader } from './reader.ts';
import {
  type ConsoleSession,
  type Outcome,
  type Screen,
  screenPage,
  type Shown,
  type AnonymousContext,
  tabPaths,
} from './screen.ts';

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type SignInAgain = { readonly status: number; readonly email?: string; readonly fault?: SignInFault };

/**
 * Serves screens to people who are signed in, and the page to sign in on to everybody else. A form is taken only from
 * the page that it was read off, while the same person is signed in there.
 */
export function serveScreens(server: FastifyInstance, deps: PageDeps, screens: readonly Screen[]): void {
  void server.register(async (scope) => {
    takeForms(scope);
    showTrouble(scope, deps);
    const context = openContext(deps);
    for (const screen of screens) {
      scope.get(screen.path, (request, reply) => look({ ...context, screen }, { request, reply }));
      scope.post(screen.path, (request, reply) => act({ ...context, screen }, { request, reply }));
    }
  });
}

function openContext(deps: PageDeps) {
  const context = openPageContext(deps);
  const once = openOnce(context.runtime.secrets, context.publicUrl);
  return { ...context, once, consoleApp: deps.consoleApp };
}

type ScreenContext = ReturnType<typeof openContext> & { readonly screen: Screen };

/** Binds a form to this page and to the sign-in. */
function aboutOf({ cookie }: ScreenContext, { url, headers }: FastifyRequest): string {
  return `screen ${url.split('?', 1)[0]} ${cookie.tie(headers.cookie)}`;
}

function personOf({ cookie, sessions }: ScreenContext, request: FastifyRequest): Promise<Person | undefined> {
  return sessions.known(cookie.token(request.headers.cookie), request);
}

async function look(context: ScreenContext, visit: Visit): Promise<FastifyReply> {
  if (context.screen.data !== undefined && !wantsPage(visit)) {
    return visit.reply.send(context.screen.data(context.publicUrl));
  }
  const person = await personOf(context, visit.request);
  if (person === undefined) return welcome(context, visit);
  if (context.screen.isConsole === true && context.consoleApp !== undefined) {
    return context.consoleApp.send(visit.request, visit.reply);
  }
  const session = await sessionOf(context, visit, person);
  return show(context, session, context.screen.show(session));
}

/** Browsers name HTML first; programs ask for JSON or for anything. */
function wantsPage({ request, reply }: Visit): boolean {
  reply.header('vary', 'Accept');
  return (header(request, 'accept') ?? '').includes('text/html');
}

/** Page for anonymous visitors: that of the screen, or the sign-in. */
async function welcome(context: ScreenContext, visit: Visit): Promise<FastifyReply> {
  const { screen, limits, sessions, base } = context;
  const { request, reply } = visit;
  if (screen.welcome === undefined) return showSignIn(context, visit, { status: 200 });
  await limits.count('address', networkOf(request.ip), 1, reply);
  const call: AnonymousContext['call'] = (name) => sessions.call(name, { actor: anonymous, request });
  const words = wordsAsked(header(request, 'accept-language'));
  return sendPage(reply, 200, { text: await screen.welcome({ words, base, call }), policy: pagePolicy() });
}

async function act(context: ScreenContext, visit: Visit): Promise<FastifyReply> {
  const { request } = visit;
  const [form, person] = [formOf(request), await personOf(context, request)];
  const isOurs = isFromHere(request, context.origin) && context.keys.fits(aboutOf(context, request), form);
  const deed = form.get('deed') ?? '';
  if (person === undefined) {
    if (isOurs && deed === 'sign_in') return signIn(context, visit, form);
    return showSignIn(context, visit, { status: isOurs ? 422 : 403, fault: { kind: 'ended' } });
  }
  if (isOurs && deed === 'leave') return leave(context, visit, person);
  if (isOurs && deed === 'switch') return move(context, visit, { person, form });
  const session = await sessionOf(context, visit, person);
  if (!isOurs) return show(context, session, stale(session, context.screen));
  const work = context.screen.deeds?.get(deed);
  return show(context, session, work === undefined ? Promise.reject(notFound()) : work(session, form));
}

async function showSignIn(
  context: ScreenContext,
  { request, reply }: Visit,
  again: SignInAgain,
): Promise<FastifyReply> {
  await context.limits.count('address', networkOf(request.ip), 1, reply);
  const words = wordsAsked(header(request, 'accept-language'));
  const key = context.keys.made(aboutOf(context, request));
  const { base, screen, takesPasskeys } = context;
  const purpose = purposeOf(screen.tab, words);
  const text = signInPage({ purpose, key, words, base, place: request.url, takesPasskeys, ...again });
  return sendPage(reply, again.status, { text, policy: signInPolicy(takesPasskeys) });
}

function purposeOf(tab: Screen['tab'], { signIn: said }: Messages): Html | undefined {
  if (tab === 'start') return undefined;
  if (tab === 'approvals') return html`${said.toDecide}`;
  return html`${tab === 'notifications' ? said.toSeeNotices : said.toConnectClient}`;
}

async function signIn(context: ScreenContext, visit: Visit, form: URLSearchParams): Promise<FastifyReply> {
  const given = givenIn(form);
  const answer = await context.sessions.signIn(given, visit.request);
  if ('fault' in answer) {
    const status = answer.fault.kind === 'wait' ? 429 : 422;
    return showSignIn(context, visit, { status, email: given.email, fault: answer.fault });
  }
  for (const line of answer.cookies) visit.reply.header('set-cookie', line);
  return goTo(context, visit, visit.request.url);
}

async function leave(context: ScreenContext, visit: Visit, person: Person): Promise<FastifyReply> {
  await context.sessions.signOut(person, visit.request);
  visit.reply.header('set-cookie', context.cookie.clear);
  return goTo(context, visit, visit.request.url);
}

type Moving = { readonly person: Person; readonly form: URLSearchParams };

/** To another organisation, and to where the tab begins: what was looked at belongs to the one before. */
async function move(context: ScreenContext, visit: Visit, { person, form }: Moving): Promise<FastifyReply> {
  const token = await context.sessions.moved(person, form.get('organization_id') ?? '', visit.request);
  visit.reply.header('set-cookie', context.cookie.moved(visit.request.headers.cookie, token));
  return goTo(context, visit, tabPaths[context.screen.tab]);
}

function goTo({ base }: ScreenContext, { reply }: Pick<Visit, 'reply'>, place: string): FastifyReply {
  return reply.code(303).header('location', `${base}${place}`).send();
}

async function sessionOf(context: ScreenContext, { request, reply }: Visit, person: Person): Promise<ConsoleSession> {
  const { limits, sessions, runtime, cookie, base, publicUrl, once } = context;
  const { actor } = person;
  await limits.count('organization', actor.organization?.id ?? '', 1, reply);
  await limits.count('credential', actor.credentialId, 1, reply);
  const used = cookie.used(request.headers.cookie);
  if (used !== undefined) reply.header('set-cookie', used);
  const call: ConsoleSession['call'] = (name, input = {}) => sessions.call(name, { actor, request, input });
  const counting = { status: ['pending'], limit: 1, fields: ['id'], include: ['total_count'] };
  const [me, waiting, told] = await Promise.all([
    sessions.described(person, request),
    call<{ total_count: number }>('list_approvals', counting),
    call<{ unread: number }>('count_unread_notifications'),
  ]);
  const words = wordsChosen(me.user.locale, header(request, 'accept-language'));
  const nowMs = Date.parse(runtime.now());
  const reader = openReader(words.language, { zone: me.organization.timezone, nowMs });
  const key = context.keys.made(aboutOf(context, request));
  const place = { base, publicUrl, once, nowMs, waiting: waiting.total_count, unread: told.unread };
  return { request, reply, person, me, words, reader, key, call, ...place };
}

async function show(context: ScreenContext, session: ConsoleSession, making: Promise<Outcome>): Promise<FastifyReply> {
  const outcome = await making.catch((error: unknown) => troubleOf(session, error));
  for (const one of outcome.cookies ?? []) session.reply.header('set-cookie', one);
  if ('goTo' in outcome) return goTo(context, session, outcome.goTo);
  return sendPage(session.reply, outcome.status ?? 200, screenPage(session, context.screen.tab, outcome));
}

/** A stale form is not carried out, and its page is shown anew. */
async function stale(session: ConsoleSession, screen: Screen): Promise<Outcome> {
  const shown = await screen.show(session);
  const notice = html`<p class="notice bad" role="alert">${session.words.desk.stale}</p>`;
  return { ...shown, status: 403, body: html`${notice}${shown.body}` };
}

/** A refusal as a page. Anything else is for the scope's own handler. */
function troubleOf({ words }: ConsoleSession, error: unknown): Shown {
  if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
  const { desk } = words;
  const isGone = [notFound.code, validationFailed.code].includes(error.kind.code);
  const title = isGone ? desk.gone : desk.failed;
  const { detail = error.kind.title, hint = '' } = error.details;
  return {
    title,
    status: isGone ? 404 : error.kind.status,
    body: html`<h1>${title}</h1>
      <p class="lead" role="alert">${isGone ? desk.goneHint : `${detail} ${hint}`}</p>`,
  };
}
