import { filled, languageOf, messagesOf } from '../../messages/index.ts';
import { fact } from './fact.ts';
import { html, type Html } from './html.ts';
import { framed, type Page } from './page.ts';
import { type Reader, readerOf } from './reader.ts';

/** Content of the link, as the operation returns it. */
export type ShownBooks = {
  readonly organization: string;
  readonly recipient: string;
  readonly currency: string;
  readonly country: string;
  readonly language: string;
  readonly time_zone: string;
  readonly from: string;
  readonly to: string;
  readonly expires_at: string;
  readonly locked_through: string | null;
  readonly entries: number;
  readonly amount: string;
  readonly profit: string;
  readonly checks: {
    readonly ok: boolean;
    readonly checked_at: string;
    readonly checks: readonly { readonly promise: string; readonly ok: boolean; readonly wrong: number }[];
  } | null;
};

const files = ['package', 'csv', 'datev', 'gobd', 'fec', 'saft', 'hledger', 'beancount'] as const;

/** The books of some days for an accountant: what they come to, whether they hold, and their files. */
export function accountantPage(shown: ShownBooks, path: string): Page {
  // A page speaks one language: that of its own texts.
  const language = languageOf(shown.language, 'accountant_page');
  const reader = readerOf(language, { currency: shown.currency, zone: shown.time_zone, country: shown.country });
  const words = messagesOf(reader.lang, 'accountant_page');
  const title = filled(words.title, { organization: shown.organization });
  return framed(reader, {
    title,
    body: html`<main class="sheet plain">
      <header>
        <h1><bdi>${title}</bdi></h1>
        <p>${filled(words.readOnly, { recipient: shown.recipient, day: reader.dayOf(shown.expires_at) })}</p>
      </header>
      <div class="facts">
        <dl>
          ${fact(words.period, `${reader.day(shown.from)} – ${reader.day(shown.to)}`)}
          ${fact(words.entries, reader.number(String(shown.entries)))} ${fact(words.amount, reader.money(shown.amount))}
          ${fact(words.profit, reader.money(shown.profit))}
          ${fact(words.locked, shown.locked_through === null ? null : reader.day(shown.locked_through))}
        </dl>
      </div>
      <section aria-label="${words.files}">
        <h2>${words.files}</h2>
        <p class="links">
          ${files.map((file) => html`<a class="button" href="${path}/${file}" download>${words.file[file]}</a> `)}
        </p>
      </section>
      ${checksOf(shown, reader)}
    </main>`,
  });
}

function checksOf({ checks: outcome }: ShownBooks, reader: Reader): Html {
  const words = messagesOf(reader.lang, 'accountant_page');
  if (outcome === null) return html`<p class="notice calm">${words.unchecked}</p>`;
  const failed = outcome.checks.filter(({ ok }) => !ok);
  const day = reader.dayOf(outcome.checked_at);
  return html`<section aria-label="${words.checks}">
    <h2>${words.checks}</h2>
    <p class="notice ${failed.length === 0 ? 'good' : 'bad'}">
      ${
        failed.length === 0
          ? filled(words.sound, { n: reader.number(String(outcome.checks.length)), day })
          : filled(words.unsound, { n: reader.number(String(failed.length)), day })
      }
    </p>
    <ul>
      ${failed.map(({ promise }) => html`<li lang="en">${promise}</li>`)}
    </ul>
  </section>`;
}
