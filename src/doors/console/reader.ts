import { html, type Html } from '../public-page/html.ts';
import { readerOf } from '../public-page/reader.ts';
import { escapeHidden } from '../mcp/plain-text.ts';

/** Formats times, days and amounts for the reader, in the organisation's time zone. */
export type Reader = {
  /** An instant, with how far off it is. */
  readonly when: (instant: string) => Html;
  /** An instant alone, within a sentence that says which side of now it is on. */
  readonly at: (instant: string) => Html;
  readonly day: (day: string) => string;
  readonly money: (amount: string, currency: string) => string;
  readonly number: (decimal: string) => string;
};

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function openReader(language: string, { zone, nowMs }: { zone: string; nowMs: number }): Reader {
  const whole = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const plain = readerOf(language, { currency: 'EUR', zone, country: null });
  return {
    when: (instant) => {
      const away = Date.parse(instant) - nowMs;
      const [unit, ms] = units.find(([, length]) => Math.abs(away) >= length) ?? ['minute', 60_000];
      return html`<time datetime="${instant}"
        >${distance.format(Math.trunc(away / ms), unit)} (${whole.format(Date.parse(instant))})</time
      >`;
    },
    at: (instant) => html`<time datetime="${instant}">${whole.format(Date.parse(instant))}</time>`,
    day: plain.day,
    number: plain.number,
    money: (amount, currency) => readerOf(language, { currency, zone, country: null }).money(amount),
  };
}

/** A text that a client or somebody else typed: what it hides is seen, and it stays within its own direction. */
export function said(text: string): Html {
  return html`<bdi>${escapeHidden(text)}</bdi>`;
}

/** `void_sale` → `Void sale`, `tax_ids.0.value` → `Tax ids 1: value`: names of actions and fields, always English. */
export function named(name: string): Html {
  const numbered = name.replaceAll(/\.(\d+)/g, (_, position: string) => ` ${Number(position) + 1}`);
  const words = numbered.replaceAll('.', ': ').replaceAll('_', ' ');
  return html`<span lang="en">${words.charAt(0).toUpperCase()}${words.slice(1)}</span>`;
}
