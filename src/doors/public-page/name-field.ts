import { html, type Html } from './html.ts';
import type { Reader } from './reader.ts';

type Named = { readonly id: string; readonly value: string; readonly max: number; readonly isMissing: boolean };

/** Field for the name; it takes the focus and shows the error where that is missing. */
export function nameField({ words }: Pick<Reader, 'words'>, { id, value, max, isMissing }: Named): Html {
  const fault = `${id.replace(/-name$/, '')}-fault`;
  const said = html`<p class="fault" id="${fault}" role="alert">${words.nameMissing}</p>`;
  const described = isMissing ? html` aria-invalid="true" aria-describedby="${fault}" autofocus` : null;
  return html`<label for="${id}">${words.name}</label>${isMissing ? said : null}
    <input
      id="${id}"
      name="name"
      type="text"
      value="${value}"
      required
      maxlength="${max}"
      autocomplete="name"
      dir="auto"
      ${described}
    />`;
}
