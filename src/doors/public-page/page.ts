import { filled } from '../../render/labels/index.ts';
import { answerOf, type Answering } from './answer.ts';
import { linesOf, partiesOf, sellerOf, textsOf, totalsOf } from './document-parts.ts';
import { html, type Html } from './html.ts';
import { type Reader, readerOf, type Shown } from './reader.ts';
import { styleElement } from './style.ts';

/** The page of a document, in its own language. */
export function documentPage(shown: Shown, answering: Answering): string {
  const reader = readerOf(shown.language, { currency: shown.currency, zone: shown.time_zone });
  const { labels } = reader;
  const heading = html`${labels.title[shown.type]} <bdi class="number" dir="ltr">${shown.number}</bdi>`;
  const answer = answerOf(shown, reader, answering);
  return framed(reader, {
    title: `${labels.title[shown.type]} ${shown.number ?? ''} · ${shown.seller.name}`,
    body: html`<main class="${answer === undefined ? 'sheet' : 'sheet answerable'}">
      <header>
        <p class="seller"><bdi>${shown.seller.name}</bdi></p>
        <h1>${heading}</h1>
        ${shown.title === null ? null : html`<p class="subject"><bdi>${shown.title}</bdi></p>`}
      </header>
      ${noticeOf(shown, reader)} ${factsOf(shown, reader, answer !== undefined)}
      <div class="content">
        ${partiesOf(shown, reader)} ${linesOf(shown, reader)}${totalsOf(shown, reader)}${textsOf(shown, reader)}
      </div>
      ${answer} ${sellerOf(shown, reader)}
    </main>`,
  });
}

function factsOf(shown: Shown, { labels, words, money, day }: Reader, canAnswer: boolean): Html {
  const fact = (label: string, value: Html) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  const { issue_date: issued, valid_until: until } = shown;
  return html`<div class="facts">
    <dl>
      <div class="sum">
        <dt>${labels.total}</dt>
        <dd><bdi dir="ltr">${money(shown.total)}</bdi></dd>
      </div>
      ${issued === null ? null : fact(labels.issued, html`<bdi>${day(issued)}</bdi>`)}
      ${until === null ? null : fact(labels.validUntil, html`<bdi>${day(until)}</bdi>`)}
    </dl>
    ${canAnswer ? html`<p class="jump"><a href="#answer">${words.answer}</a></p>` : null}
  </div>`;
}

/** What has become of it, where that is more than being open. */
function noticeOf(shown: Shown, reader: Reader): Html {
  const { words, day, dayOf } = reader;
  const told = (mood: 'good' | 'bad' | 'calm', text: string) => html`<p class="notice ${mood}">${text}</p>`;
  const said = (instant: string, name: string | null, [plain, named]: readonly [string, string]) =>
    name === null ? filled(plain, { day: dayOf(instant) }) : filled(named, { day: dayOf(instant), name });
  if (shown.status === 'cancelled') return told('bad', words.cancelled);
  if (shown.accepted_at !== null) {
    return told('good', said(shown.accepted_at, shown.accepted_by, [words.accepted, words.acceptedBy]));
  }
  if (shown.declined_at !== null) {
    return told('calm', said(shown.declined_at, shown.declined_by, [words.declined, words.declinedBy]));
  }
  if (shown.status !== 'expired' || shown.valid_until === null) return html``;
  return told('bad', filled(words.expired, { day: day(shown.valid_until), seller: shown.seller.name }));
}

/** A page that says one thing, where there is no document to show. */
export function plainPage(language: string, what: 'gone' | 'busy' | 'broken'): string {
  const reader = readerOf(language, { currency: 'EUR', zone: 'UTC' });
  const { words } = reader;
  const [title, text] = what === 'gone' ? [words.gone, words.goneHint] : [words[what], null];
  return framed(reader, {
    title,
    body: html`<main class="sheet plain">
      <h1>${title}</h1>
      ${text === null ? null : html`<p>${text}</p>`}
    </main>`,
  });
}

function framed({ lang, dir }: Reader, { title, body }: { readonly title: string; readonly body: Html }): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
}
