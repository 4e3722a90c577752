import { counted, filled } from '../../messages/index.ts';
import { mcpPath } from '../mcp/admission.ts';
import { html, type Html } from '../public-page/html.ts';
import { type ClientGuide, mcpClientGuides, isPublic, type Way } from './client-guides.ts';
import type { ConsoleSession, Screen, Shown } from './screen.ts';
import { copyScript, copyWords, snippet } from './snippet.ts';
import { type Token, tokenRows } from './tokens.ts';

const tokensMax = 100;

/** `/connect`: how a client is connected, and which are. */
export const connectPage: Screen = { path: '/connect', tab: 'connect', show };

async function show(session: ConsoleSession): Promise<Shown> {
  const { words, base, waiting, publicUrl } = session;
  const { connect } = words;
  const { data } = await session.call<{ readonly data: readonly Token[] }>('list_mcp_tokens', { limit: tokensMax });
  const address = `${publicUrl}${mcpPath}`;
  const [active, ended] = [data.filter(isActive), data.filter((token) => !isActive(token))];
  return {
    title: connect.title,
    scripts: [copyScript],
    body: html`<h1>${connect.title}</h1>
      <p class="lead">${connect.lead}</p>
      ${waiting === 0 ? null : callFor(session)} ${copyWords(connect)}
      <section class="sheet">
        <h2>${connect.address}</h2>
        ${snippet(address, connect.address)}
      </section>
      <section class="sheet">
        <h2>${connect.choose}</h2>
        ${guidesOf(session, mcpClientGuides(publicUrl))}
      </section>
      <section aria-labelledby="clients">
        <h2 id="clients" class="apart">${connect.clients}</h2>
        ${active.length === 0 ? html`<p class="sheet">${connect.none}</p>` : tokenRows(session, active)}
        <p class="more"><a class="button" href="${base}/connect/new">${connect.newToken}</a></p>
        ${
          ended.length === 0
            ? null
            : html`<details class="more">
                <summary>${connect.ended} (${ended.length})</summary>
                ${tokenRows(session, ended)}
              </details>`
        }
      </section>`,
  };
}

function isActive({ status }: Token): boolean {
  return status === 'active';
}

function callFor({ words, base, waiting }: ConsoleSession): Html {
  const { connect } = words;
  const said = counted(words.language, connect.waiting, waiting);
  return html`<p class="notice">${said} <a href="${base}/approvals">${connect.look}</a></p>`;
}

const opened: Html = { markup: ' open' };

/** One folded part for each client, of which one is open at a time. */
export function guidesOf(session: ConsoleSession, guides: readonly ClientGuide[], only?: 'byToken'): Html {
  return html`<div class="guides">
    ${guides.map(
      (guide, index) =>
        html`<details name="client" id="${guide.id}" ${index === 0 ? opened : null}>
          <summary>${guide.name}</summary>
          <div class="ways">
            ${only === undefined ? signInWay(session, guide) : null} ${tokenWay(session, guide, only !== undefined)}
          </div>
        </details>`,
    )}
  </div>`;
}

function signInWay({ words, publicUrl }: ConsoleSession, { name, bySignIn, isRemote }: ClientGuide): Html | null {
  const { connect } = words;
  if (bySignIn === undefined && name === 'curl') return null;
  const unreachable = isRemote === true && !isPublic(publicUrl);
  return html`<h3>${connect.bySignIn}</h3>
    ${bySignIn === undefined ? html`<p>${connect.noSignIn}</p>` : wayOf(words, bySignIn, name)}
    ${unreachable ? html`<p class="notice">${connect.local}</p>` : null}`;
}

function tokenWay({ words, base }: ConsoleSession, { name, byToken }: ClientGuide, hasToken: boolean): Html | null {
  const { connect } = words;
  if (byToken === undefined) return html`<p class="quiet">${connect.noToken}</p>`;
  const make = html`<a href="${base}/connect/new">${connect.newToken}</a>`;
  return html`<h3>${connect.byToken}</h3>
    ${hasToken ? null : html`<p class="quiet">${make}. ${connect.makeFirst}</p>`} ${wayOf(words, byToken, name)}`;
}

function wayOf({ connect }: ConsoleSession['words'], { step, snippet: text, install }: Way, name: string): Html {
  const link =
    install === undefined
      ? null
      : html`<p><a class="button" href="${install.href}">${filled(connect.install, { name: install.name })}</a></p>`;
  return html`${link}
    <p>${connect.steps[step]}</p>
    ${text === undefined ? null : snippet(text, name)}`;
}
