import { filled, languageOf, messagesOf } from '../../messages/index.ts';
import { fact } from './fact.ts';
import { html } from './html.ts';
import { framed, type Page } from './page.ts';
import { type Reader, readerOf } from './reader.ts';

/** What a link unsubscribes from, as the operation returns it. */
export type ShownSubscription = {
  readonly organization: string;
  readonly name: string;
  readonly language: string;
  readonly set_up_by: string;
  readonly unsubscribed: boolean;
};

/** The report behind a link. */
export type ShownReport = ShownSubscription & {
  readonly time_zone: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly filename: string | null;
  readonly size: number | null;
  readonly made_at: string;
  readonly expires_at: string;
};

/** The page of a scheduled report: what it is, its file, and the way not to get it any more. */
export function reportPage(shown: ShownReport, path: string): Page {
  const reader = readerFor(shown.language, shown.time_zone);
  const words = messagesOf(reader.lang, 'report_mail');
  const { from, to } = shown;
  const days =
    from === null || to === null ? null : from === to ? reader.day(to) : `${reader.day(from)} – ${reader.day(to)}`;
  return framed(reader, {
    title: `${shown.name} · ${shown.organization}`,
    body: html`<main class="sheet plain">
      <header>
        <p class="seller"><bdi>${shown.organization}</bdi></p>
        <h1><bdi>${shown.name}</bdi></h1>
        <p>${filled(words.until, { day: reader.dayOf(shown.expires_at) })}</p>
      </header>
      <div class="facts">
        <dl>
          ${fact(words.period, days)} ${fact(words.made, reader.dayOf(shown.made_at))}
          ${fact(words.file, shown.filename)}
        </dl>
        <p class="links"><a class="button primary" href="${path}/file" download>${words.download}</a></p>
      </div>
      <p class="detail">${filled(words.setUpBy, { who: shown.set_up_by })}</p>
      <p class="detail"><a href="${path}/unsubscribe">${words.stop}</a></p>
    </main>`,
  });
}

/** Asks before it unsubscribes: mail programs and scanners follow links by themselves. */
export function unsubscribePage(shown: ShownSubscription, path: string): Page {
  const reader = readerFor(shown.language, 'UTC');
  const words = messagesOf(reader.lang, 'report_mail');
  const title = shown.unsubscribed ? words.stopped : words.stop;
  const about = filled(shown.unsubscribed ? words.stoppedHint : words.stopHint, {
    name: shown.name,
    organization: shown.organization,
  });
  return framed(reader, {
    title: `${title} · ${shown.organization}`,
    body: html`<main class="sheet plain">
      <h1>${title}</h1>
      <p>${about}</p>
      ${
        shown.unsubscribed
          ? null
          : html`<p class="detail">${filled(words.setUpBy, { who: shown.set_up_by })}</p>
              <form method="post" action="${path}/unsubscribe">
                <button type="submit" class="primary">${words.stop}</button>
              </form>`
      }
    </main>`,
  });
}

/** A page speaks one language: that of its own texts. */
function readerFor(language: string, zone: string): Reader {
  return readerOf(languageOf(language, 'report_mail'), { currency: 'EUR', zone, country: null });
}
