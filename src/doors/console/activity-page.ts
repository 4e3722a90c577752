import { BusinessError } from '../../operation/errors.ts';
import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { wholeOf } from './preview-parts.ts';
import { named, said } from './reader.ts';
import { formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';
import { type Fields, glimpseOf } from './values.ts';

type ConsoleAction = {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly name: string };
  readonly client: string | null;
  readonly action: string;
  readonly arguments: Fields;
  readonly before: unknown;
  readonly after: unknown;
  readonly approval: { readonly note: string | null } | null;
  readonly undo: {
    readonly possible: boolean;
    readonly until: string | null;
    readonly steps: readonly string[];
    readonly changed_since: boolean;
    readonly undone_at: string | null;
    readonly undone_by: { readonly name: string } | null;
  };
};

const rowsMax = 25;

/** `/connect/activity`: what AI clients wrote, and the way to take it back. */
export const activityPage: Screen = {
  path: '/connect/activity',
  tab: 'activity',
  show: (session) => show(session),
  deeds: new Map([['undo', undo]]),
};

/** Taken back, the page shows by whom; a refusal says what is in the way. */
async function undo(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  try {
    await session.call('undo_mcp_write', { id: form.get('id') ?? '' });
    return { goTo: session.request.url };
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
    const { detail = error.kind.title, hint = error.kind.hint } = error.details;
    const fault = html`<p class="notice bad" role="alert" lang="en">${detail} ${hint}</p>`;
    return { ...(await show(session, fault)), status: error.kind.status };
  }
}

async function show(session: ConsoleSession, fault?: Html): Promise<Shown> {
  const { words, base, request } = session;
  const { activity, desk } = words;
  const query = request.query as Readonly<Record<string, unknown>>;
  const asked = Object.fromEntries(
    [['token_id', query['token']] as const, ['cursor', query['cursor']] as const].filter(
      ([, value]) => typeof value === 'string',
    ),
  );
  const { data, next_cursor: next } = await session.call<{
    readonly data: readonly ConsoleAction[];
    readonly next_cursor: string | null;
  }>('list_mcp_activity', { limit: rowsMax, ...asked });
  const more = new URLSearchParams({
    ...(typeof query['token'] === 'string' ? { token: query['token'] } : {}),
    cursor: next ?? '',
  });
  const linkTo = (rest: string, text: string) => html`<a href="${base}/connect/activity${rest}">${text}</a>`;
  return {
    title: desk.activity,
    body: html`<h1>${desk.activity}</h1>
      <p class="lead">${activity.lead}</p>
      ${fault} ${query['token'] === undefined ? null : html`<p class="more">${linkTo('', activity.all)}</p>`}
      ${data.length === 0 ? html`<p class="sheet">${activity.nothing}</p>` : rowsOf(session, data)}
      ${next === null ? null : html`<p class="more">${linkTo(`?${more.toString()}`, activity.older)}</p>`}`,
  };
}

function rowsOf(session: ConsoleSession, rows: readonly ConsoleAction[]): Html {
  const { words, reader } = session;
  const { activity, approvals } = words;
  return html`<ul class="rows">
    ${rows.map((row) => {
      const note = row.approval?.note ?? null;
      const who = said(row.actor.name);
      const by = row.client === null ? who : phrase(activity.by, { who, client: said(row.client) });
      return html`<li>
        <div class="what">
          <b>${named(row.action)}</b>
          <span class="about">${aboutOf(session, row)}</span>
          <span class="detail">${by}</span>
          ${note === null ? null : html`<span class="detail">${approvals.note}: ${said(note)}</span>`}
          <details>
            <summary>${activity.details}</summary>
            ${partOf(activity.asked, row.arguments)} ${partOf(activity.before, row.before)}
            ${partOf(activity.after, row.after)}
          </details>
        </div>
        <div class="when">${reader.when(row.at)} ${wayBack(session, row)}</div>
      </li>`;
    })}
  </ul>`;
}

/** Record that the action is about, or that its approval is about. */
function aboutOf(session: ConsoleSession, { action, arguments: given, after }: ConsoleAction): Html | undefined {
  const asked = action === 'request_approval' ? given['action'] : undefined;
  return typeof asked === 'string' ? named(asked) : glimpseOf(session, fieldsOf(after) ?? given);
}

/** Offers the undo of a write, or says that it was undone, or changed since. */
function wayBack(
  session: ConsoleSession,
  { id, undo: { possible, until, steps, ...past } }: ConsoleAction,
): Html | null {
  const { activity } = session.words;
  const { when, at: moment } = session.reader;
  const { undone_at: at, undone_by: by, changed_since: isChanged } = past;
  if (at !== null) {
    const names = { who: said(by?.name ?? '–'), when: when(at) };
    return html`<span class="detail">${phrase(activity.undone, names)}</span>`;
  }
  if (possible && until !== null) {
    const deeds = html`${steps.map((step, index) => html`${index === 0 ? '' : ', '}${named(step)}`)}`;
    return html`<form method="post">
      ${formStart(session, 'undo')}<input type="hidden" name="id" value="${id}" />
      <button type="submit" aria-describedby="${id}">${activity.undo}</button>
      <span class="detail" id="${id}"
        >${phrase(activity.undoBy, { steps: deeds })} ${phrase(activity.undoUntil, { when: moment(until) })}</span
      >
    </form>`;
  }
  return isChanged && until !== null ? html`<span class="detail">${activity.changed}</span>` : null;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function partOf(title: string, value: unknown): Html | null {
  if (value === null || value === undefined) return null;
  return html`<h3>${title}</h3>
    ${wholeOf(value)}`;
}
