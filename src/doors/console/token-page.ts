import { filled } from '../../messages/index.ts';
import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { option } from '../signed-in/terms.ts';
import { mcpClientGuides } from './client-guides.ts';
import { guidesOf } from './connect-page.ts';
import { pairsOf } from './preview-parts.ts';
import { said } from './reader.ts';
import { formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';
import { copyScript, copyWords, snippet } from './snippet.ts';
import { endOf, isMine, type Token, useOf } from './tokens.ts';

const graces = ['0', '1', '24', '72'] as const;
const reasonMax = 200;

/** `/connect/tokens/{id}`: one token or connection, what it may do, and its end. */
export const tokenPage: Screen = {
  path: '/connect/tokens/:id',
  tab: 'connect',
  show: async (session) => {
    const token = await session.call<Token>('get_mcp_token', { id: idOf(session) });
    const secret = session.once.read(session.request.headers.cookie, token.id);
    const page = shown(session, token, secret);
    return secret === undefined ? page : { ...page, cookies: [session.once.clear] };
  },
  deeds: new Map([
    ['rotate', rotate],
    ['revoke', revoke],
  ]),
};

function idOf({ request }: ConsoleSession): string {
  return (request.params as { readonly id: string }).id;
}

async function rotate(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  const hours = graces.find((one) => one === form.get('grace')) ?? '0';
  const input = { id: idOf(session), grace_hours: Number(hours) };
  const { id, token } = await session.call<{ id: string; token: string }>('rotate_mcp_token', input);
  return { goTo: `/connect/tokens/${id}`, cookies: [session.once.set(id, token)] };
}

async function revoke(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  const reason = (form.get('reason') ?? '').trim().slice(0, reasonMax);
  await session.call('revoke_mcp_token', { id: idOf(session), ...(reason === '' ? {} : { reason }) });
  return { goTo: `/connect/tokens/${idOf(session)}` };
}

function shown(session: ConsoleSession, token: Token, secret: string | undefined): Shown {
  const { words, base } = session;
  const { connect } = words;
  const mood = token.status === 'active' ? ' good' : '';
  return {
    title: token.name,
    scripts: secret === undefined ? [] : [copyScript],
    body: html`<p class="crumb"><a href="${base}/connect">← ${words.token.back}</a></p>
      <h1>${said(token.name)} <span class="state${mood}">${connect.statuses[token.status]}</span></h1>
      ${secret === undefined ? null : secretOf(session, secret)}
      <section class="sheet" aria-label="${words.token.preset}">
        ${factsOf(session, token)}
        <p>
          <a href="${base}/connect/activity?token=${token.id}">${words.token.activity}</a> ·
          <a href="${base}/connect/doctor?token=${token.id}">${words.desk.doctor}</a>
        </p>
      </section>
      ${token.status === 'active' ? endingOf(session, token) : null}`,
  };
}

function secretOf(session: ConsoleSession, secret: string): Html {
  const { words, publicUrl } = session;
  const { connect, token } = words;
  return html`<section class="sheet" aria-label="${token.once}">
    <p class="notice good" role="status">${token.once}</p>
    ${copyWords(connect)} ${snippet(secret, token.begins)}
    <h3>${token.setUp}</h3>
    ${guidesOf(
      session,
      mcpClientGuides(publicUrl, secret).filter(({ byToken }) => byToken !== undefined),
      'byToken',
    )}
  </section>`;
}

function factsOf(session: ConsoleSession, token: Token): Html {
  const { words, reader } = session;
  const { terms, token: label } = words;
  const { preset, toolsets, scopes, prefix, client, ip_allow: addresses, lapses_at: lapses } = token;
  const until = endOf(token);
  const { name, detail } = terms.presets[preset];
  const areas = toolsets?.map((toolset) => terms.toolsets[toolset]).join(', ');
  return pairsOf([
    [label.preset, html`<b>${name}</b> <span class="detail">${detail}</span>`],
    [label.areas, areas ?? label.all],
    ...(scopes === null ? [] : [[label.rights, html`<code>${scopes.join(', ')}</code>`] as const]),
    [label.limit, limitsOf(session, token)],
    [label.addresses, addresses?.join(', ') ?? label.everywhere],
    ...(prefix === null ? [] : [[label.begins, html`<code>${prefix}…</code>`] as const]),
    ...(client === null ? [] : [[label.client, said(client.host)] as const]),
    [label.lastUse, lastUseOf(session, token)],
    [label.made, html`${reader.when(token.created_at)} ${phrase(label.by, { who: said(token.created_by.name) })}`],
    [label.expires, until === null ? label.never : reader.when(until)],
    ...(token.status === 'active' ? [[label.lapses, reader.when(lapses)] as const] : []),
  ]);
}

function lastUseOf(session: ConsoleSession, token: Token): Html {
  const { last_used_from: address } = token;
  const from = address === null ? null : phrase(session.words.token.from, { address });
  return html`${useOf(session, token)} ${from}`;
}

function limitsOf({ words, reader }: ConsoleSession, { limits }: Token): Html | string {
  const { limitWords, noLimits } = words.token;
  const amounts = (by: Readonly<Record<string, string>> | null, sentence: string) =>
    Object.entries(by ?? {}).map(([currency, amount]) => filled(sentence, { amount: reader.money(amount, currency) }));
  const { max_writes_per_day: writes, allowed_actions: actions } = limits;
  const all = [
    ...amounts(limits.max_amount_per_write, limitWords.perWrite),
    ...amounts(limits.max_amount_per_day, limitWords.perDay),
    ...(writes === null ? [] : [filled(limitWords.writes, { count: String(writes) })]),
    ...(actions === null ? [] : [filled(limitWords.actions, { actions: actions.join(', ') })]),
  ];
  return all.length === 0 ? noLimits : all.join('; ');
}

/** The owner of a token may replace its secret; revoking it is also allowed by permission. */
function endingOf(session: ConsoleSession, token: Token): Html | null {
  const { words, person } = session;
  const { token: label } = words;
  const isOwn = isMine(session, token);
  if (!isOwn && !person.actor.permissions.has('tokens:manage')) return null;
  return html`${isOwn && token.kind === 'token' ? rotation(session) : null}
    <section class="sheet narrow" aria-labelledby="revoke">
      <h2 id="revoke">${label.revoke}</h2>
      <p class="quiet">${label.revokeHint}</p>
      <form method="post">
        ${formStart(session, 'revoke')}
        <label class="above" for="reason">${label.reason}</label>
        <input id="reason" name="reason" maxlength="${reasonMax}" autocomplete="off" />
        <p class="buttons"><button type="submit">${label.revoke}</button></p>
      </form>
    </section>`;
}

function rotation(session: ConsoleSession): Html {
  const { token: label } = session.words;
  return html`<section class="sheet narrow" aria-labelledby="rotate">
    <h2 id="rotate">${label.rotate}</h2>
    <p class="quiet">${label.rotateHint}</p>
    <form method="post">
      ${formStart(session, 'rotate')}
      <label class="above" for="grace">${label.grace}</label>
      <select id="grace" name="grace">
        ${graces.map((hours) => option(hours, label.graces[hours], hours === '0'))}
      </select>
      <p class="buttons"><button type="submit">${label.rotate}</button></p>
    </form>
  </section>`;
}
