/** Markup that is safe to send: whatever was put into it has been escaped. */
export type Html = { readonly markup: string };

type Part = Html | readonly Html[] | string | number | null | undefined;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds markup. Texts that are filled in are texts, whatever they look like; `null` and `undefined` are nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const filled = values.map((value, index) => `${markupOf(value)}${parts[index + 1] ?? ''}`);
  return { markup: `${parts[0] ?? ''}${filled.join('')}` };
}

function markupOf(value: Part): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? '');
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
