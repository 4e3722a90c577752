import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusinessError, notFound, validationFailed } from '../../operation/errors.ts';
import { networkOf } from '../../operation/network.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Runtime } from '../../operation/run.ts';
import type { Limits } from '../limits.ts';
import { html } from '../public-page/html.ts';
import { type ActorOf, header } from '../rest.ts';
import { formOf } from '../public-page/form-body.ts';
import { faultOf, formKeys, isFromHere, sendPage, takeForms } from '../signed-in/forms.ts';
import { framed, pagePolicy } from '../signed-in/frame.ts';
import { openPageCookie } from '../signed-in/page-cookie.ts';
import { givenIn, openReception, type Person } from '../signed-in/reception.ts';
import { type SignInFault, signInPage } from '../signed-in/sign-in-page.ts';
import { wordsAsked, wordsChosen } from '../signed-in/words/index.ts';
import { openOnce } from './once.ts';
import { openReader } from './reader.ts';
import { type Guest, type Outcome, type Screen, screenPage, type Shown, tabPaths } from './screen.ts';

export type DeskDeps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly actorOf: ActorOf;
  readonly onFailure: (error: unknown, requestId: string) => void;
};

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type SignInAgain = { readonly status: number; readonly email?: string; readonly fault?: SignInFault };

/**
 * Serves screens to people who are signed in, and the page to sign in on to everybody else. A form is taken only from
 * the page that it was read off, while the same person is signed in there.
 */
export function serveScreens(server: FastifyInstance, deps: DeskDeps, screens: readonly Screen[]): void {
  void server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const fault = faultOf(error);
      if (fault.status >= 500) deps.onFailure(error, request.id);
      if (error instanceof BusinessError) reply.header('retry-after', error.details['retry_after']);
      return sendTrouble({ request, reply }, fault);
    });
    const house = openHouse(deps);
    for (const screen of screens) {
      scope.get(screen.path, (request, reply) => look({ ...house, screen }, { request, reply }));
      scope.post(screen.path, (request, reply) => act({ ...house, screen }, { request, reply }));
    }
  });
}

/** What every screen is served with. */
function openHouse({ runtime, limits, ...deps }: DeskDeps) {
  const { publicUrl } = runtime.settings;
  const { origin, pathname } = new URL(publicUrl);
  return {
    ...{ runtime, limits, origin, publicUrl, base: pathname.replace(/\/$/, '') },
    cookie: openPageCookie({ secrets: runtime.secrets, publicUrl, now: runtime.now }),
    once: openOnce(runtime.secrets, publicUrl),
    reception: openReception({ runtime, ...deps }),
    keys: formKeys(runtime),
  };
}

type Desk = ReturnType<typeof openHouse> & { readonly screen: Screen };

/** What a form is about: this page, and who is signed in. */
function aboutOf({ cookie }: Desk, { url, headers }: FastifyRequest): string {
  return `desk ${url.split('?', 1)[0]} ${cookie.tie(headers.cookie)}`;
}

function personOf({ cookie, reception }: Desk, request: FastifyRequest): Promise<Person | undefined> {
  return reception.known(cookie.token(request.headers.cookie), request);
}

async function look(desk: Desk, visit: Visit): Promise<FastifyReply> {
  const person = await personOf(desk, visit.request);
  if (person === undefined) return showSignIn(desk, visit, { status: 200 });
  const guest = await guestOf(desk, visit, person);
  return show(desk, guest, desk.screen.show(guest));
}

async function act(desk: Desk, visit: Visit): Promise<FastifyReply> {
  const { request } = visit;
  const [form, person] = [formOf(request), await personOf(desk, request)];
  const isOurs = isFromHere(request, desk.origin) && desk.keys.fits(aboutOf(desk, request), form);
  const deed = form.get('deed') ?? '';
  if (person === undefined) {
    if (isOurs && deed === 'sign_in') return signIn(desk, visit, form);
    return showSignIn(desk, visit, { status: isOurs ? 422 : 403, fault: { kind: 'ended' } });
  }
  if (isOurs && deed === 'leave') return leave(desk, visit, person);
  if (isOurs && deed === 'switch') return move(desk, visit, { person, form });
  const guest = await guestOf(desk, visit, person);
  if (!isOurs) return show(desk, guest, stale(guest, desk.screen));
  const work = desk.screen.deeds?.get(deed);
  return show(desk, guest, work === undefined ? Promise.reject(notFound()) : work(guest, form));
}

async function showSignIn(desk: Desk, { request, reply }: Visit, again: SignInAgain): Promise<FastifyReply> {
  await desk.limits.count('address', networkOf(request.ip), 1, reply);
  const words = wordsAsked(header(request, 'accept-language'));
  const { toDecide, toConnectClient, toSeeNotices } = words.signIn;
  const purposes = { approvals: toDecide, notifications: toSeeNotices } as const;
  const { tab } = desk.screen;
  const purpose = html`${tab === 'approvals' || tab === 'notifications' ? purposes[tab] : toConnectClient}`;
  const text = signInPage({ purpose, key: desk.keys.made(aboutOf(desk, request)), words, ...again });
  return sendPage(reply, again.status, { text, policy: pagePolicy() });
}

async function signIn(desk: Desk, visit: Visit, form: URLSearchParams): Promise<FastifyReply> {
  const given = givenIn(form);
  const answer = await desk.reception.signIn(given, visit.request);
  if ('fault' in answer) {
    const status = answer.fault.kind === 'wait' ? 429 : 422;
    return showSignIn(desk, visit, { status, email: given.email, fault: answer.fault });
  }
  visit.reply.header('set-cookie', desk.cookie.set(answer.token));
  return goTo(desk, visit, visit.request.url);
}

async function leave(desk: Desk, visit: Visit, person: Person): Promise<FastifyReply> {
  await desk.reception.signOut(person, visit.request);
  visit.reply.header('set-cookie', desk.cookie.clear);
  return goTo(desk, visit, visit.request.url);
}

type Moving = { readonly person: Person; readonly form: URLSearchParams };

/** To another organisation, and to where the tab begins: what was looked at belongs to the one before. */
async function move(desk: Desk, visit: Visit, { person, form }: Moving): Promise<FastifyReply> {
  const token = await desk.reception.moved(person, form.get('organization_id') ?? '', visit.request);
  visit.reply.header('set-cookie', desk.cookie.moved(visit.request.headers.cookie, token));
  return goTo(desk, visit, tabPaths[desk.screen.tab]);
}

function goTo({ base }: Desk, { reply }: Pick<Visit, 'reply'>, place: string): FastifyReply {
  return reply.code(303).header('location', `${base}${place}`).send();
}

async function guestOf(desk: Desk, { request, reply }: Visit, person: Person): Promise<Guest> {
  const { limits, reception, runtime, cookie, base, publicUrl, once } = desk;
  const { actor } = person;
  await limits.count('organization', actor.organization?.id ?? '', 1, reply);
  await limits.count('credential', actor.credentialId, 1, reply);
  const used = cookie.used(request.headers.cookie);
  if (used !== undefined) reply.header('set-cookie', used);
  const call: Guest['call'] = (name, input = {}) => reception.call(name, { actor, request, input });
  const counting = { status: ['pending'], limit: 1, fields: ['id'], include: ['total_count'] };
  const [me, waiting, told] = await Promise.all([
    reception.described(person, request),
    call<{ total_count: number }>('list_approvals', counting),
    call<{ unread: number }>('count_unread_notifications'),
  ]);
  const words = wordsChosen(me.user.locale, header(request, 'accept-language'));
  const nowMs = Date.parse(runtime.now());
  const reader = openReader(words.language, { zone: me.organization.timezone, nowMs });
  const key = desk.keys.made(aboutOf(desk, request));
  const place = { base, publicUrl, once, nowMs, waiting: waiting.total_count, unread: told.unread };
  return { request, reply, person, me, words, reader, key, call, ...place };
}

async function show(desk: Desk, guest: Guest, making: Promise<Outcome>): Promise<FastifyReply> {
  const outcome = await making.catch((error: unknown) => troubleOf(guest, error));
  for (const one of outcome.cookies ?? []) guest.reply.header('set-cookie', one);
  if ('goTo' in outcome) return goTo(desk, guest, outcome.goTo);
  return sendPage(guest.reply, outcome.status ?? 200, screenPage(guest, desk.screen.tab, outcome));
}

/** What was sent is not done, and what it was about is shown anew. */
async function stale(guest: Guest, screen: Screen): Promise<Outcome> {
  const shown = await screen.show(guest);
  const notice = html`<p class="notice bad" role="alert">${guest.words.desk.stale}</p>`;
  return { ...shown, status: 403, body: html`${notice}${shown.body}` };
}

/** A refusal as a page. Anything else is for the scope's own handler. */
function troubleOf({ words }: Guest, error: unknown): Shown {
  if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
  const { desk } = words;
  const isGone = [notFound.code, validationFailed.code].includes(error.kind.code);
  const title = isGone ? desk.gone : desk.failed;
  const { detail = error.kind.title, hint = '' } = error.details;
  return {
    ...{ title, status: isGone ? 404 : error.kind.status },
    body: html`<h1>${title}</h1>
      <p class="lead" role="alert">${isGone ? desk.goneHint : `${detail} ${hint}`}</p>`,
  };
}

/** Where there is nobody signed in to show it to, or nothing works. */
function sendTrouble({ request, reply }: Visit, { status, error }: { status: number; error: string }): FastifyReply {
  const words = wordsAsked(header(request, 'accept-language'));
  const { rate_limited: busy, server_error: broken, form_refused: refused } = words.errors;
  const text = status >= 500 ? broken : error === 'rate_limited' ? busy : refused;
  const body = html`<h1>${words.desk.failed}</h1>
    <p class="notice">${text}</p>`;
  return sendPage(reply, status, { text: framed({ title: words.desk.failed, words, body }), policy: pagePolicy() });
}
