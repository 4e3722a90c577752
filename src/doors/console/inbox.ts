import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import type { Approval } from './approval.ts';
import { named, said } from './reader.ts';
import type { ConsoleSession, Screen, Shown } from './screen.ts';
import { glimpseOf } from './values.ts';

type Page = { readonly data: readonly Approval[]; readonly next_cursor: string | null };

const rowsMax = 25;
const decidedStatuses = ['approved', 'rejected', 'expired', 'superseded'];

/** `/approvals`: what AI clients asked for, what waits first. */
export const inbox: Screen = { path: '/approvals', tab: 'approvals', show };

async function show(session: ConsoleSession): Promise<Shown> {
  const { words, base, call, request } = session;
  const { approvals, desk } = words;
  const query = request.query as Readonly<Record<string, unknown>>;
  const isDecided = query['show'] === 'decided';
  const cursor = typeof query['cursor'] === 'string' ? { cursor: query['cursor'] } : {};
  const status = isDecided ? decidedStatuses : ['pending'];
  const page = await call<Page>('list_approvals', { status, limit: rowsMax, ...cursor });
  const current: Html = { markup: ' aria-current="page"' };
  const more = new URLSearchParams({ ...(isDecided ? { show: 'decided' } : {}), cursor: page.next_cursor ?? '' });
  return {
    title: desk.approvals,
    body: html`<h1>${desk.approvals}</h1>
      <p class="lead">${approvals.lead}</p>
      <nav class="tabs" aria-label="${desk.approvals}">
        <a href="${base}/approvals" ${isDecided ? null : current}>${approvals.waiting}</a>
        <a href="${base}/approvals?show=decided" ${isDecided ? current : null}>${approvals.decided}</a>
      </nav>
      ${page.data.length === 0 ? nothing(session, isDecided) : rowsOf(session, page.data)}
      ${
        page.next_cursor === null
          ? null
          : html`<p class="more"><a href="${base}/approvals?${more.toString()}">${approvals.older}</a></p>`
      }`,
  };
}

function nothing({ words }: ConsoleSession, isDecided: boolean): Html {
  const { nothing: none, nothingDecided } = words.approvals;
  return html`<p class="sheet">${isDecided ? nothingDecided : none}</p>`;
}

function rowsOf(session: ConsoleSession, rows: readonly Approval[]): Html {
  const { words, base, reader } = session;
  const { approvals } = words;
  return html`<ul class="rows">
    ${rows.map((row) => {
      const { id, action, status, client, created_by: by, created_at: at, expires_at: until, preview } = row;
      const through = { who: said(by.name), client: said(client ?? '–') };
      return html`<li>
        <div class="what">
          <a href="${base}/approvals/${id}">${named(action)}</a>
          <span class="about">${glimpseOf(session, preview.result) ?? said(preview.sentences[0] ?? '')}</span>
          <span class="detail">${client === null ? said(by.name) : phrase(approvals.from, through)}</span>
        </div>
        <div class="when">
          ${
            status === 'pending'
              ? phrase(approvals.expires, { when: reader.when(until) })
              : html`${stateOf(words, status)} ${reader.when(row.decided_at ?? at)}`
          }
        </div>
      </li>`;
    })}
  </ul>`;
}

export function stateOf({ approvals }: ConsoleSession['words'], status: Approval['status']): Html {
  const mood = { approved: ' good', rejected: ' bad', superseded: ' bad', pending: '', expired: '' }[status];
  return html`<span class="state${mood}">${approvals.statuses[status]}</span>`;
}
