import type { Registration } from '../entrance/index.ts';
import { mcpPath } from '../mcp/admission.ts';
import { html, type Html } from '../public-page/html.ts';
import { framed } from '../signed-in/frame.ts';
import { phrase } from '../signed-in/phrase.ts';
import { apiVersion } from '../../operation/api-version.ts';
import { formStart, type ConsoleSession, type Screen, type Shown, type AnonymousContext } from './screen.ts';
import type { Token } from './tokens.ts';

/** `/`: where people begin, and what programs find there. */
export const startPage: Screen = { path: '/', tab: 'start', isConsole: true, show, welcome, data };

/** For browsers without scripts, which the console needs. */
export const plainStartPage: Screen = { path: '/start', tab: 'start', show };

const referencePath = '/api/docs';

function data(publicUrl: string): object {
  return {
    name: 'Daybook',
    api_version: apiVersion,
    reference: `${publicUrl}${referencePath}`,
    openapi: `${publicUrl}/api/openapi.json`,
    mcp: `${publicUrl}${mcpPath}`,
    sign_in: `${publicUrl}/login`,
  };
}

async function welcome({ words, base, call }: AnonymousContext): Promise<string> {
  const { start, account, signIn } = words;
  const { open, first: isEmpty } = await call<Registration>('get_registration');
  const first = open && isEmpty;
  const toSignIn = html`<a class="button ${first ? '' : 'primary'}" href="${base}/login">${signIn.signIn}</a>`;
  const toRegister = html`<a class="button ${first ? 'primary' : ''}" href="${base}/register">${account.register}</a>`;
  return framed({
    title: start.title,
    words,
    base,
    body: html`<h1>${start.welcome}</h1>
      <p class="quiet">${start.what}</p>
      ${first ? html`<p class="notice">${start.first}</p>` : null}
      <p class="buttons stacked">${first ? [toRegister, toSignIn] : [toSignIn, ...(open ? [toRegister] : [])]}</p>
      <p class="ways"><a href="${base}${referencePath}">${start.reference}</a></p>`,
  });
}

async function show(session: ConsoleSession): Promise<Shown> {
  const { words, me } = session;
  const { start } = words;
  const { data: tokens } = await session.call<{ readonly data: readonly Token[] }>('list_mcp_tokens', { limit: 100 });
  return {
    title: start.title,
    body: html`<h1><bdi>${me.organization.name}</bdi></h1>
      <p class="lead">${phrase(start.signedIn, { name: me.user.name })}</p>
      ${tokens.every(({ status }) => status !== 'active') ? nextSteps(session) : null} ${placesOf(session)}
      ${me.organizations.length > 1 ? organizationsOf(session) : null}`,
  };
}

/** For whoever has just begun: gone as soon as an AI client is connected. */
function nextSteps({ words, base }: ConsoleSession): Html {
  const { start } = words;
  const { connect, program, notices } = start.steps;
  return html`<section class="sheet" aria-labelledby="next">
    <h2 id="next">${start.next}</h2>
    <ol class="sentences">
      <li><a href="${base}/connect">${connect}</a></li>
      <li><a href="${base}${referencePath}">${program}</a></li>
      <li><a href="${base}/notifications/preferences">${notices}</a></li>
    </ol>
    <p class="detail">${start.nextHint}</p>
  </section>`;
}

function placesOf({ words, base, waiting, unread }: ConsoleSession): Html {
  const { start, desk } = words;
  const places: readonly { path: string; name: string; hint: string; count?: number }[] = [
    { path: '/connect', name: desk.connect, hint: start.connectHint },
    { path: '/approvals', name: desk.approvals, hint: start.approvalsHint, count: waiting },
    { path: '/notifications', name: desk.notifications, hint: start.notificationsHint, count: unread },
    { path: '/connect/activity', name: desk.activity, hint: start.activityHint },
    { path: referencePath, name: start.reference, hint: start.referenceHint },
  ];
  return html`<ul class="rows">
    ${places.map(
      ({ path, name, hint, count = 0 }) =>
        html`<li>
          <div class="what">
            <a href="${base}${path}">${name}</a>${count === 0 ? null : html`<b class="count">${count}</b>`}
            <span class="detail">${hint}</span>
          </div>
        </li>`,
    )}
  </ul>`;
}

function organizationsOf(session: ConsoleSession): Html {
  const { words, me } = session;
  const { start } = words;
  return html`<section aria-labelledby="organizations">
    <h2 id="organizations" class="apart">${start.organizations}</h2>
    <ul class="rows">
      ${me.organizations.map(
        ({ id, name }) =>
          html`<li>
            <div class="what"><bdi id="${id}">${name}</bdi></div>
            <div class="when">${id === me.organization.id ? start.here : switchTo(session, id)}</div>
          </li>`,
      )}
    </ul>
  </section>`;
}

function switchTo(session: ConsoleSession, id: string): Html {
  return html`<form method="post">
    ${formStart(session, 'switch')}<input type="hidden" name="organization_id" value="${id}" />
    <button type="submit" aria-describedby="${id}">${session.words.start.goThere}</button>
  </form>`;
}
