import { presets } from '../../modules/connector/index.ts';
import { BusinessError } from '../../operation/errors.ts';
import { html, type Html } from '../public-page/html.ts';
import { phrase } from '../signed-in/phrase.ts';
import { areasField, lastsField, limitsIn, presetField, termsIn } from '../signed-in/terms.ts';
import { formStart, type ConsoleSession, type Outcome, type Screen, type Shown } from './screen.ts';

const nameMax = 100;
const numberMax = 20;
const addressesMax = 1_100;

/** `/connect/new`: a token for a client that cannot sign in. */
export const tokenForm: Screen = {
  path: '/connect/new',
  tab: 'connect',
  show: async (session) => shown(session),
  deeds: new Map([['make', make]]),
};

async function make(session: ConsoleSession, form: URLSearchParams): Promise<Outcome> {
  try {
    const input = {
      name: form.get('name') ?? '',
      ...termsIn(form, session.nowMs),
      limits: limitsIn(form, currencyOf(session)),
      ...addressesIn(form),
    };
    const { id, token } = await session.call<{ id: string; token: string }>('create_mcp_token', input);
    return { goTo: `/connect/tokens/${id}`, cookies: [session.once.set(id, token)] };
  } catch (error) {
    if (!(error instanceof BusinessError) || error.kind.status >= 500) throw error;
    return { ...shown(session, { form, error }), status: 422 };
  }
}

/** One on each line, or with commas or blanks between. */
function addressesIn(form: URLSearchParams): object {
  const addresses = (form.get('ip_allow') ?? '').split(/[\s,;]+/).filter((one) => one !== '');
  return addresses.length === 0 ? {} : { ip_allow: addresses };
}

function currencyOf({ person }: ConsoleSession): string {
  return person.actor.organization?.baseCurrency ?? '';
}

type Again = { readonly form: URLSearchParams; readonly error: BusinessError };

function shown(session: ConsoleSession, again?: Again): Shown {
  const { words, base } = session;
  const { token, connect } = words;
  const currency = currencyOf(session);
  return {
    title: token.title,
    body: html`<p class="crumb"><a href="${base}/connect">← ${token.back}</a></p>
      <h1>${token.title}</h1>
      <p class="lead">${token.lead}</p>
      ${again === undefined ? null : faultOf(again.error)}
      <form method="post" class="sheet narrow">
        ${formStart(session, 'make')}
        <label class="above" for="name">${token.name}</label>
        <input
          id="name"
          name="name"
          required
          maxlength="${nameMax}"
          value="${again?.form.get('name') ?? ''}"
          aria-describedby="name-hint"
          autocomplete="off"
        />
        <span class="detail" id="name-hint">${token.nameHint}</span>
        ${presetField(
          words,
          presets.find((one) => one === again?.form.get('preset')),
        )}
        ${areasField(words)} ${lastsField(words, token.ends)}
        <fieldset>
          <legend>${token.limits}</legend>
          <p class="detail">${token.limitsHint}</p>
          ${numberField('max_amount_per_write', phrase(token.perWrite, { currency }), again)}
          ${numberField('max_amount_per_day', phrase(token.perDay, { currency }), again)}
          ${numberField('max_writes_per_day', html`${token.writes}`, again)}
        </fieldset>
        ${addressesField(session, again)}
        <p class="buttons"><button type="submit" class="primary">${connect.newToken}</button></p>
      </form>`,
  };
}

function numberField(name: string, label: Html, again: Again | undefined): Html {
  return html`<label class="above" for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="decimal"
      maxlength="${numberMax}"
      autocomplete="off"
      value="${again?.form.get(name) ?? ''}"
    />`;
}

function addressesField({ words: { token } }: ConsoleSession, again: Again | undefined): Html {
  return html`<label class="above" for="ip_allow">${token.addresses}</label>
    <textarea
      id="ip_allow"
      name="ip_allow"
      rows="2"
      maxlength="${addressesMax}"
      aria-describedby="addresses-hint"
      autocomplete="off"
      spellcheck="false"
      dir="ltr"
    >
${again?.form.get('ip_allow') ?? ''}</textarea>
    <span class="detail" id="addresses-hint">${token.addressesHint}</span>`;
}

/** Errors of the operation by field, which are in English in every language. */
function faultOf({ kind, details }: BusinessError): Html {
  const { detail = kind.title, errors = [] } = details;
  const said = errors.length === 0 ? [detail] : errors.map(({ message }) => message);
  return html`<p class="notice bad" role="alert" lang="en">${said.join(' ')}</p>`;
}
