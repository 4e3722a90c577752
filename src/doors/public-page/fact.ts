import { html, type Html } from './html.ts';

/** A fact in a list of them; nothing where there is none. */
export function fact(label: string, value: string | null): Html | null {
  if (value === null) return null;
  return html`<div>
    <dt>${label}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;
}
