import { filled } from '../../render/labels/index.ts';
import { mcpPath } from '../mcp/admission.ts';
import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { option } from '../signed-in/terms.ts';
import { clientGuides } from './client-guides.ts';
import { guidesOf } from './connect-page.ts';
import { pairsOf } from './preview-parts.ts';
import { said } from './reader.ts';
import { formStart, type Guest, type Outcome, type Screen, type Shown } from './screen.ts';
import { copyScript, copyWords, snippet } from './snippet.ts';
import { endOf, isMine, type Token, useOf } from './tokens.ts';

const graces = ['0', '1', '24', '72'] as const;
const reasonMax = 200;

/** `/connect/tokens/{id}`: one token or connection, what it may do, and its end. */
export const tokenPage: Screen = {
  path: '/connect/tokens/:id',
  tab: 'connect',
  show: async (guest) => {
    const token = await guest.call<Token>('get_mcp_token', { id: idOf(guest) });
    const secret = guest.once.read(guest.request.headers.cookie, token.id);
    const page = shown(guest, token, secret);
    return secret === undefined ? page : { ...page, cookies: [guest.once.clear] };
  },
  deeds: new Map([
    ['rotate', rotate],
    ['revoke', revoke],
  ]),
};

function idOf({ request }: Guest): string {
  return (request.params as { readonly id: string }).id;
}

async function rotate(guest: Guest, form: URLSearchParams): Promise<Outcome> {
  const hours = graces.find((one) => one === form.get('grace')) ?? '0';
  const input = { id: idOf(guest), grace_hours: Number(hours) };
  const { id, token } = await guest.call<{ id: string; token: string }>('rotate_mcp_token', input);
  return { goTo: `/connect/tokens/${id}`, cookies: [guest.once.set(id, token)] };
}

async function revoke(guest: Guest, form: URLSearchParams): Promise<Outcome> {
  const reason = (form.get('reason') ?? '').trim().slice(0, reasonMax);
  await guest.call('revoke_mcp_token', { id: idOf(guest), ...(reason === '' ? {} : { reason }) });
  return { goTo: `/connect/tokens/${idOf(guest)}` };
}

function shown(guest: Guest, token: Token, secret: string | undefined): Shown {
  const { words, base } = guest;
  const { connect } = words;
  const mood = token.status === 'active' ? ' good' : '';
  return {
    title: token.name,
    scripts: secret === undefined ? [] : [copyScript],
    body: html`<p class="crumb"><a href="${base}/connect">← ${words.token.back}</a></p>
      <h1>${said(token.name)} <span class="state${mood}">${connect.statuses[token.status]}</span></h1>
      ${secret === undefined ? null : secretOf(guest, secret)}
      <section class="sheet" aria-label="${words.token.preset}">
        ${factsOf(guest, token)}
        <p>
          <a href="${base}/connect/activity?token=${token.id}">${words.token.activity}</a> ·
          <a href="${base}/connect/doctor?token=${token.id}">${words.desk.doctor}</a>
        </p>
      </section>
      ${token.status === 'active' ? endingOf(guest, token) : null}`,
  };
}

function secretOf(guest: Guest, secret: string): Html {
  const { words, publicUrl } = guest;
  const { connect, token } = words;
  return html`<section class="sheet" aria-label="${token.once}">
    <p class="notice good" role="status">${token.once}</p>
    ${copyWords(connect)} ${snippet(secret, token.begins)}
    <h3>${token.setUp}</h3>
    ${guidesOf(
      guest,
      clientGuides(`${publicUrl}${mcpPath}`, secret).filter(({ byToken }) => byToken !== undefined),
      'byToken',
    )}
  </section>`;
}

function factsOf(guest: Guest, token: Token): Html {
  const { words, reader } = guest;
  const { terms, token: label } = words;
  const { preset, toolsets, scopes, prefix, client, ip_allow: addresses, lapses_at: lapses } = token;
  const until = endOf(token);
  const { name, detail } = terms.presets[preset];
  const areas = toolsets?.map((toolset) => terms.toolsets[toolset]).join(', ');
  return pairsOf([
    [label.preset, html`<b>${name}</b> <span class="detail">${detail}</span>`],
    [label.areas, areas ?? label.all],
    ...(scopes === null ? [] : [[label.rights, html`<code>${scopes.join(', ')}</code>`] as const]),
    [label.limit, limitsOf(guest, token)],
    [label.addresses, addresses?.join(', ') ?? label.everywhere],
    ...(prefix === null ? [] : [[label.begins, html`<code>${prefix}…</code>`] as const]),
    ...(client === null ? [] : [[label.client, said(client.host)] as const]),
    [label.lastUse, lastUseOf(guest, token)],
    [label.made, html`${reader.when(token.created_at)} ${phrase(label.by, { who: said(token.created_by.name) })}`],
    [label.expires, until === null ? label.never : reader.when(until)],
    ...(token.status === 'active' ? [[label.lapses, reader.when(lapses)] as const] : []),
  ]);
}

function lastUseOf(guest: Guest, token: Token): Html {
  const { last_used_from: address } = token;
  const from = address === null ? null : phrase(guest.words.token.from, { address });
  return html`${useOf(guest, token)} ${from}`;
}

function limitsOf({ words, reader }: Guest, { limits }: Token): Html | string {
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

/** Who owns a token replaces its secret; to end it, a permission does as well. */
function endingOf(guest: Guest, token: Token): Html | null {
  const { words, person } = guest;
  const { token: label } = words;
  const isOwn = isMine(guest, token);
  if (!isOwn && !person.actor.permissions.has('tokens:manage')) return null;
  return html`${isOwn && token.kind === 'token' ? rotation(guest) : null}
    <section class="sheet narrow" aria-labelledby="revoke">
      <h2 id="revoke">${label.revoke}</h2>
      <p class="quiet">${label.revokeHint}</p>
      <form method="post">
        ${formStart(guest, 'revoke')}
        <label class="above" for="reason">${label.reason}</label>
        <input id="reason" name="reason" maxlength="${reasonMax}" autocomplete="off" />
        <p class="buttons"><button type="submit">${label.revoke}</button></p>
      </form>
    </section>`;
}

function rotation(guest: Guest): Html {
  const { token: label } = guest.words;
  return html`<section class="sheet narrow" aria-labelledby="rotate">
    <h2 id="rotate">${label.rotate}</h2>
    <p class="quiet">${label.rotateHint}</p>
    <form method="post">
      ${formStart(guest, 'rotate')}
      <label class="above" for="grace">${label.grace}</label>
      <select id="grace" name="grace">
        ${graces.map((hours) => option(hours, label.graces[hours], hours === '0'))}
      </select>
      <p class="buttons"><button type="submit">${label.rotate}</button></p>
    </form>
  </section>`;
}
