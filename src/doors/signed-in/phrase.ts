import { html, type Html } from '../public-page/html.ts';

/** A sentence of ours with what it names, each fenced off, so that a name in another script moves nothing else. */
export function phrase(sentence: string, names: Readonly<Record<string, Html | string>>): Html {
  const parts = sentence.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return html`${part}`;
    const name = Object.hasOwn(names, part) ? names[part] : undefined;
    return typeof name === 'object' ? name : html`<bdi>${name ?? ''}</bdi>`;
  });
  return html`${parts}`;
}
