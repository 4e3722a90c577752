import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../public-page/html.ts';
import { brandLink, documentOf, pagePolicy } from '../signed-in/frame.ts';
import type { Described, Person } from '../signed-in/sign-in-sessions.ts';
import { option } from '../signed-in/terms.ts';
import type { Messages } from '../signed-in/messages.ts';
import type { Once } from './once.ts';
import type { Reader } from './reader.ts';
import { consoleStyle } from './style.ts';

/** A signed-in visit of a page, with what it needs for rendering. */
export type ConsoleSession = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly person: Person;
  readonly me: Described;
  readonly words: Messages;
  readonly reader: Reader;
  /** Proves that a form was read off this page, by who is signed in. */
  readonly key: string;
  /** Our path, where we do not lie at the root of our host. */
  readonly base: string;
  readonly publicUrl: string;
  /** Number of pending approvals that this person sees. */
  readonly waiting: number;
  /** Number of unread notifications. */
  readonly unread: number;
  readonly nowMs: number;
  /** For secrets on their way from a form to the page that shows them. */
  readonly once: Once;
  /** Does an operation as this person. */
  readonly call: <Output>(name: string, input?: object) => Promise<Output>;
};

export type AnonymousContext = Pick<ConsoleSession, 'words' | 'base'> & {
  readonly call: <Output>(name: string) => Promise<Output>;
};

export type Shown = {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly scripts?: readonly Script[];
  readonly cookies?: readonly string[];
};
export type Outcome = Shown | { readonly goTo: string; readonly cookies?: readonly string[] };
export type Script = { readonly element: Html; readonly hash: string };

const tabs = ['notifications', 'approvals', 'connect', 'activity', 'doctor'] as const;
/** Tab of a page; the start is behind the name of the service. */
type Tab = 'start' | (typeof tabs)[number];
export const tabPaths: Readonly<Record<Tab, string>> = {
  start: '/',
  notifications: '/notifications',
  approvals: '/approvals',
  connect: '/connect',
  activity: '/connect/activity',
  doctor: '/connect/doctor',
};

export type Screen = {
  readonly path: string;
  readonly tab: Tab;
  /** Whoever is signed in finds the console there, where it was built. */
  readonly isConsole?: boolean;
  readonly show: (session: ConsoleSession) => Promise<Shown>;
  /** Page for anonymous visitors; without one, they are asked to sign in. */
  readonly welcome?: (stranger: AnonymousContext) => Promise<string>;
  /** Answer to programs. */
  readonly data?: (publicUrl: string) => object;
  /** Actions of its forms, by the field `deed`. */
  readonly deeds?: ReadonlyMap<string, (session: ConsoleSession, form: URLSearchParams) => Promise<Outcome>>;
};

/** The page around what a screen shows. */
export function screenPage(session: ConsoleSession, tab: Tab, { title, body, scripts = [] }: Shown) {
  const { words } = session;
  const text = documentOf({
    title,
    words,
    style: consoleStyle,
    body: html`<a class="skip" href="#content">${words.desk.skip}</a>
      <header class="bar"><div>${brandLink(session.base)} ${navOf(session, tab)} ${whoOf(session)}</div></header>
      <main id="content">${body}</main>
      ${scripts.map(({ element }) => element)}`,
  });
  return { text, policy: pagePolicy({ style: consoleStyle, scripts: scripts.map(({ hash }) => hash) }) };
}

function navOf({ words, base, waiting, unread }: ConsoleSession, tab: Tab): Html {
  const counts: Partial<Record<Tab, number>> = { approvals: waiting, notifications: unread };
  const countOf = (one: Tab) => counts[one] ?? 0;
  const current: Html = { markup: ' aria-current="page"' };
  return html`<nav aria-label="${words.desk.pages}">
    ${tabs.map(
      (one) =>
        html`<a href="${base}${tabPaths[one]}" ${one === tab ? current : null}
          >${words.desk[one]}${countOf(one) > 0 ? html`<b class="count">${countOf(one)}</b>` : null}</a
        >`,
    )}
  </nav>`;
}

function whoOf({ words, me, key }: ConsoleSession): Html {
  const { desk } = words;
  const [here, ...others] = me.organizations;
  const place =
    others.length === 0
      ? html`<bdi>${here?.name}</bdi>`
      : html`<form method="post">
          <input type="hidden" name="key" value="${key}" />
          <input type="hidden" name="deed" value="switch" />
          <label class="unseen" for="here">${desk.organization}</label>
          <select id="here" name="organization_id">
            ${me.organizations.map(({ id, name }) => option(id, name, id === here?.id))}
          </select>
          <button type="submit">${desk.change}</button>
        </form>`;
  return html`<div class="who">
    ${place}
    <form method="post">
      <input type="hidden" name="key" value="${key}" />
      <input type="hidden" name="deed" value="leave" />
      <button type="submit" class="link">${desk.signOut}</button>
    </form>
  </div>`;
}

/** The start of every form of a screen that does one thing. */
export function formStart(session: ConsoleSession, deed: string): Html {
  return html`${formKey(session)}<input type="hidden" name="deed" value="${deed}" />`;
}

/** The start of a form whose buttons say what it does. */
export function formKey({ key }: ConsoleSession): Html {
  return html`<input type="hidden" name="key" value="${key}" />`;
}
