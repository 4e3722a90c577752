import { html, type Html } from './public-page/html.ts';

const rightToLeft = /^(ar|he)\b/;

/** Of the seller, for a mail to a client. */
export type Brand = {
  readonly accent: string;
  readonly onAccent: string;
  /** Its address, and who it is. */
  readonly logo: { readonly address: string; readonly name: string } | null;
};

type Options = { readonly language: string; readonly url: string; readonly brand?: Brand };

/**
 * The text of a mail as a page: its paragraphs, and the link to press. Styles stand where they are used, because mail
 * programs read no others.
 */
export function mailHtml(text: string, { language, url, brand = house }: Options): string {
  const dir = rightToLeft.test(language) ? 'rtl' : 'ltr';
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraphOf(paragraph, url, brand));
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body style="margin:0;padding:24px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
        <div style="max-width:560px;margin:0 auto">${headOf(brand)}${paragraphs}</div>
      </body>
    </html>`.markup;
}

/** A line that ends with the link becomes the link, called as the line calls it. */
function paragraphOf(paragraph: string, url: string, brand: Brand): Html {
  const at = paragraph.indexOf(url);
  if (at < 0) return html`<p style="margin:0 0 16px;white-space:pre-line">${paragraph}</p>`;
  // What lies below the link, such as where to unsubscribe, is another link, and less of one.
  const [path = ''] = /^\/\S*/.exec(paragraph.slice(at + url.length)) ?? [];
  const [whole, after] = [url + path, paragraph.slice(at + url.length + path.length)];
  const before = paragraph.slice(0, at);
  const name = before.replace(/[:：\s]+$/, '');
  const isLine = path === '' && after.trim() === '' && name !== '' && !name.includes('\n');
  if (!isLine) {
    return html`<p style="margin:0 0 16px;white-space:pre-line">${before}<a href="${whole}">${whole}</a>${after}</p>`;
  }
  return html`<p style="margin:24px 0"><a href="${url}" style="${buttonIn(brand)}">${name}</a></p>`;
}

const house: Brand = { accent: '#1d4f6e', onAccent: '#ffffff', logo: null };

/** White behind it, since most logos are drawn for paper and many mail programs are dark. */
function headOf({ logo }: Brand): Html | null {
  if (logo === null) return null;
  return html`<p style="margin:0 0 24px">
    <img
      src="${logo.address}"
      alt="${logo.name}"
      height="44"
      style="height:44px;max-width:260px;padding:6px;background:#ffffff;border-radius:4px"
    />
  </p>`;
}

function buttonIn({ accent, onAccent }: Brand): string {
  const shape = 'display:inline-block;padding:12px 24px;border-radius:6px;font-weight:600;text-decoration:none';
  return `${shape};background:${accent};color:${onAccent}`;
}
