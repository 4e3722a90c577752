import { html } from '../public-page/html.ts';
import type { Fault } from '../signed-in/forms.ts';
import { framed } from '../signed-in/frame.ts';
import type { Messages } from '../signed-in/messages.ts';

/** Error page where there is no client to return to, or none that is safe. */
export function errorPage({ error, detail }: Fault, words: Messages): string {
  const { title, otherwise, error: label, ...remedies } = words.errors;
  const remedy = Object.entries(remedies).find(([code]) => code === error)?.[1] ?? otherwise;
  return framed({
    title,
    words,
    body: html`<h1>${title}</h1>
      <p class="notice">${remedy}</p>
      <dl class="facts">
        <dt>${label}</dt>
        <dd>${error}</dd>
      </dl>
      ${detail === undefined ? null : html`<p class="detail">${detail}</p>`}`,
  });
}
