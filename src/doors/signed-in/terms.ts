import { z } from 'zod';
import { type Preset, presets, toolsetNames } from '../../modules/connector/index.ts';
import { validationFailed } from '../../operation/errors.ts';
import { html, type Html } from '../public-page/html.ts';
import type { Messages } from './messages.ts';

const presetDefault: Preset = 'standard';
const dayMs = 86_400_000;

/** For how many days a token or a connection lasts; null: until it is ended. */
const durations = { '30': 30, '90': 90, '365': 365, none: null } as const;
const durationNames = ['30', '90', '365', 'none'] as const;
type Duration = (typeof durationNames)[number];
const durationDefault: Duration = '90';

/** The fields in which a person says how far a token or a connection may go. */
export function presetField({ terms }: Messages, chosen: Preset = presetDefault): Html {
  return html`<fieldset>
    <legend>${terms.may}</legend>
    ${presets.map((preset) => {
      const { name, detail } = terms.presets[preset];
      return html`<label class="choice">
        <input type="radio" name="preset" value="${preset}" required ${preset === chosen ? ticked : null} />
        <span><b>${name}</b><span class="detail">${detail}</span></span>
      </label>`;
    })}
  </fieldset>`;
}

const ticked: Html = { markup: ' checked' };

/** Kept folded, since most want all of them. */
export function areasField({ terms }: Messages): Html {
  return html`<details class="areas">
    <summary id="areas">${terms.areas}</summary>
    <p class="detail">${terms.areasHint}</p>
    <fieldset>
      <legend class="unseen">${terms.areas}</legend>
      ${toolsetNames.map(
        (name) =>
          html`<label class="tick"
            ><input type="checkbox" name="toolsets" value="${name}" />${terms.toolsets[name]}</label
          >`,
      )}
    </fieldset>
  </details>`;
}

const numberMax = 20;

/** Folded too: how much may be written before a person is asked. */
export function limitsField({ terms }: Messages, hint = terms.limitsHint): Html {
  const field = (name: string, label: string) =>
    html`<label class="above" for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        inputmode="decimal"
        maxlength="${numberMax}"
        autocomplete="off"
        aria-describedby="limits-hint"
      />`;
  return html`<details class="areas">
    <summary id="limits">${terms.limits}</summary>
    <p class="detail" id="limits-hint">${hint}</p>
    ${field('max_amount_per_write', terms.perWrite)} ${field('max_amount_per_day', terms.perDay)}
  </details>`;
}

/** The limits that are filled in, as operations take them. */
export function limitsIn(form: URLSearchParams, currency: string): object {
  const text = (name: string) => (form.get(name) ?? '').trim().slice(0, numberMax).replace(',', '.');
  const amount = (name: string) => (text(name) === '' ? {} : { [name]: { [currency]: text(name) } });
  const writes = text('max_writes_per_day');
  return {
    ...amount('max_amount_per_write'),
    ...amount('max_amount_per_day'),
    ...(writes === '' ? {} : { max_writes_per_day: Number(writes) }),
  };
}

export function lastsField({ terms }: Messages, label: string, chosen: Duration = durationDefault): Html {
  return html`<label class="above" for="lasts">${label}</label>
    <select id="lasts" name="lasts">
      ${durationNames.map((name) => option(name, terms.lasts[name], name === chosen))}
    </select>`;
}

export function option(value: string, words: string, isChosen: boolean): Html {
  const chosen: Html = { markup: isChosen ? ' selected' : '' };
  return html`<option value="${value}" ${chosen}>${words}</option>`;
}

const Terms = z.object({
  preset: z.enum(presets),
  lasts: z.enum(durationNames),
  toolsets: z.array(z.enum(toolsetNames)),
});

/** Fields of the form as input of the operations. */
export function termsIn(form: URLSearchParams, nowMs: number): object {
  const given = {
    preset: form.get('preset'),
    lasts: form.get('lasts'),
    toolsets: [...new Set(form.getAll('toolsets'))],
  };
  const terms = Terms.safeParse(given);
  if (!terms.success) throw validationFailed({ detail: 'Choose what it may do, and when that ends.' });
  const { preset, lasts, toolsets } = terms.data;
  return { preset, toolsets: toolsets.length === 0 ? null : toolsets, expires_at: endOf(lasts, nowMs) };
}

/** When the form says that it ends, as operations take it; null for no end. */
export function endIn(form: URLSearchParams, nowMs: number): string | null {
  const lasts = z.enum(durationNames).safeParse(form.get('lasts'));
  if (!lasts.success) throw validationFailed({ detail: 'Choose when it ends.' });
  return endOf(lasts.data, nowMs);
}

/** The day alone, so that the same form means the same thing when it comes twice. */
function endOf(lasts: Duration, nowMs: number): string | null {
  const days = durations[lasts];
  return days === null ? null : `${new Date(nowMs + days * dayMs).toISOString().slice(0, 10)}T23:59:59Z`;
}
