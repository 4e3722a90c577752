import { html, type Html } from '../public-page/html.ts';
import { directionOf } from '../../messages/index.ts';
import { cardStyle, type Style } from './style.ts';
import type { Messages } from './messages.ts';

type Allowed = {
  /** Redirect target of forms outside this host: a client's own address. */
  readonly returnsTo?: string | undefined;
  readonly style?: Style;
  /** Hashes of scripts. None unless said. */
  readonly scripts?: readonly string[];
  /** Its scripts may call this service. */
  readonly calls?: boolean;
};

/** Content security policy of a page: forms lead here, and from here to the client alone. */
export function pagePolicy({ returnsTo, style = cardStyle, scripts = [], calls = false }: Allowed = {}): string {
  return [
    "default-src 'none'",
    `style-src ${style.hash}`,
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
    ...(calls ? ["connect-src 'self'"] : []),
    `form-action 'self'${returnsTo === undefined ? '' : ` ${returnsTo}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const brand = html`<span class="brand"
  >${{
    markup:
      '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8"/>' +
      '<path d="M10 8h7a8 8 0 0 1 0 16h-7z"/></svg>',
  }}Daybook</span
>`;

/** The name, which leads to where one begins. */
export function brandLink(base: string): Html {
  return html`<a class="home" href="${base}/">${brand}</a>`;
}

type Bare = { readonly title: string; readonly words: Messages; readonly style: Style; readonly body: Html };

/** The document around a body. */
export function documentOf({ title, words, style, body }: Bare): string {
  return html`<!doctype html>
    <html lang="${words.language}" dir="${directionOf(words.language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title} · Daybook</title>
        ${style.element}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
}

/** `base`: our path, where the page leads back to the start by its name. */
type Card = Omit<Bare, 'style'> & { readonly base?: string };

/** A page that is one card. */
export function framed({ title, words, base, body }: Card): string {
  return documentOf({
    title,
    words,
    style: cardStyle,
    body: html`<main>${base === undefined ? brand : brandLink(base)} ${body}</main>`,
  });
}
