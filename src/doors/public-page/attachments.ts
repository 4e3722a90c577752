import { html, type Html } from './html.ts';
import type { Reader, Shown } from './reader.ts';

/** The files that go with the document, to be saved. */
export function attachmentsOf({ attachments }: Shown, { words, number }: Reader, path: string): Html {
  if (attachments.length === 0) return html``;
  const items = attachments.map(
    ({ name, size }, index) =>
      html`<li>
        <a href="${path}/attachments/${String(index + 1)}" download><bdi>${name}</bdi></a>
        <span class="detail"><bdi dir="ltr">${sizeOf(size, number)}</bdi></span>
      </li>`,
  );
  return html`<section class="texts">
    <h2>${words.attachments}</h2>
    <ul class="files">
      ${items}
    </ul>
  </section>`;
}

/** To a tenth of the unit that people read, and never nothing. */
function sizeOf(bytes: number, number: Reader['number']): string {
  const [unit, name] = bytes < 1_000_000 ? [1_000, 'KB'] : [1_000_000, 'MB'];
  const tenths = Math.max(1, Math.round((bytes * 10) / unit));
  return `${number(`${Math.floor(tenths / 10)}.${tenths % 10}`)} ${name}`;
}
