import { titleOf } from '../../modules/notifications/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { named, said } from './reader.ts';
import { formKey, formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';

type Notification = {
  readonly id: string;
  readonly type: string;
  readonly object_id: string | null;
  readonly label: string | null;
  readonly created_at: string;
  readonly read_at: string | null;
};
type Page = { readonly data: readonly Notification[]; readonly next_cursor: string | null };

const rowsMax = 25;
const path = '/notifications';

/** `/notifications`: what somebody was told of, what they have not read first. */
export const notificationsPage: Screen = {
  path,
  tab: 'notifications',
  isConsole: true,
  show,
  deeds: new Map([
    ['read', read],
    ['read_all', readAll],
  ]),
};

async function read(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  await session.call('read_notification', { id: form.get('id') ?? '' });
  return { goTo: session.request.url };
}

async function readAll(session: ConsoleSession): Promise<Outcome> {
  await session.call('read_all_notifications');
  return { goTo: path };
}

async function show(session: ConsoleSession): Promise<Shown> {
  const { words, base, request, unread } = session;
  const { notifications, desk } = words;
  const query = request.query as Readonly<Record<string, unknown>>;
  const isAll = query['show'] === 'all';
  const cursor = typeof query['cursor'] === 'string' ? { cursor: query['cursor'] } : {};
  const page = await session.call<Page>('list_notifications', {
    limit: rowsMax,
    ...cursor,
    ...(isAll ? {} : { unread: true }),
  });
  const current: Html = { markup: ' aria-current="page"' };
  const more = new URLSearchParams({ ...(isAll ? { show: 'all' } : {}), cursor: page.next_cursor ?? '' });
  return {
    title: desk.notifications,
    body: html`<h1>${desk.notifications}</h1>
      <p class="lead">${notifications.lead}</p>
      <nav class="tabs" aria-label="${desk.notifications}">
        <a href="${base}${path}" ${isAll ? null : current}>${notifications.unread}</a>
        <a href="${base}${path}?show=all" ${isAll ? current : null}>${notifications.all}</a>
        <a href="${base}${path}/preferences">${notifications.choices}</a>
      </nav>
      ${page.data.length === 0 ? nothing(session, isAll) : rowsOf(session, page.data)}
      ${
        page.next_cursor === null
          ? null
          : html`<p class="more"><a href="${base}${path}?${more.toString()}">${notifications.older}</a></p>`
      }
      ${
        unread === 0
          ? null
          : html`<form method="post" class="more">
              ${formStart(session, 'read_all')}<button type="submit">${notifications.readAll}</button>
            </form>`
      }`,
  };
}

function nothing({ words }: ConsoleSession, isAll: boolean): Html {
  const { nothing: none, nothingEver } = words.notifications;
  return html`<p class="sheet">${isAll ? nothingEver : none}</p>`;
}

function rowsOf(session: ConsoleSession, rows: readonly Notification[]): Html {
  const { words, reader } = session;
  const { notifications } = words;
  return html`<ul class="rows">
    ${rows.map((row) => {
      const { id, label, read_at: readAt, created_at: at } = row;
      return html`<li>
        <div class="what">
          ${titled(session, row)} ${label === null ? null : html`<span class="about">${called(row, label)}</span>`}
        </div>
        <div class="when">
          ${reader.when(at)}
          ${
            readAt === null
              ? html`<form method="post">
                  ${formKey(session)}<input type="hidden" name="id" value="${id}" />
                  <button type="submit" name="deed" value="read" aria-describedby="${id}">${notifications.read}</button>
                </form>`
              : null
          }
        </div>
      </li>`;
    })}
  </ul>`;
}

/** Links a notification to the page where something can be done about it. */
function titled({ words, base }: ConsoleSession, { id, type, object_id: about, read_at: readAt }: Notification): Html {
  const title = titleOf(type, words.language);
  const shown = readAt === null ? html`<b>${title}</b>` : html`${title}`;
  if (about === null || !about.startsWith('appr_')) return html`<span id="${id}">${shown}</span>`;
  return html`<a id="${id}" href="${base}/approvals/${about}">${shown}</a>`;
}

/** A request for approval is named after its action. */
function called({ object_id: about }: Notification, label: string): Html {
  return about?.startsWith('appr_') === true ? named(label) : said(label);
}
