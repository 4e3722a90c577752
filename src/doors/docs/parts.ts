import { html, type Html } from '../public-page/html.ts';
import { brandLink, documentOf } from '../signed-in/frame.ts';
import { en } from '../signed-in/messages.ts';
import { docsStyle } from './style.ts';

export type Area = { readonly name: string; readonly description: string };

type Page = { readonly title: string; readonly base: string; readonly body: Html };

/** A page of the reference. It is in English, as the names are that it explains. */
export function docsPage({ title, base, body }: Page): string {
  return documentOf({
    title,
    words: en,
    style: docsStyle,
    body: html`<a class="skip" href="#content">${en.desk.skip}</a>
      <header class="bar">
        <div>
          ${brandLink(base)}
          <nav aria-label="${en.desk.pages}"><a href="${base}/api/docs">${en.start.reference}</a></nav>
        </div>
      </header>
      <main id="content">${body}</main>`,
  });
}

/** A sentence whose names are set off by backquotes, as names of the API are. */
export function textOf(sentence: string): Html {
  const parts = sentence
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
  return html`${parts}`;
}

export function callOf(method: string, path: string): Html {
  return html`<span class="call"><b class="method">${method.toUpperCase()}</b><code>${path}</code></span>`;
}

/** `client-groups` → `Client groups` */
export function nameOf(area: string): string {
  const words = area.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
