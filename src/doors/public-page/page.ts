import { filled } from '../../messages/index.ts';
import { answerOf, type Answering } from './answer.ts';
import { colorStyle } from './colors.ts';
import { attachmentsOf } from './attachments.ts';
import { partiesOf, sellerOf, textsOf } from './document-parts.ts';
import { fact } from './fact.ts';
import { html, type Html } from './html.ts';
import { linesOf, totalsOf } from './lines.ts';
import { moneyOf } from './money-parts.ts';
import { paymentOf } from './payment.ts';
import { type Reader, readerOf, type Shown } from './reader.ts';
import { accountOf } from './statement-parts.ts';
import { ownHash, styleElement } from './style.ts';
import { openParts } from './totals.ts';

/** A page, and the policy by which it is read: nothing of it runs or comes from elsewhere. */
export type Page = { readonly text: string; readonly policy: string };

/** The page of a document, in its own language and colour. */
export function documentPage(shown: Shown, answering: Answering): Page {
  const reader = readerOf(shown.language, {
    currency: shown.currency,
    zone: shown.time_zone,
    country: shown.seller.address?.country ?? null,
  });
  const { labels } = reader;
  const heading = html`${labels.title[shown.type]} <bdi class="number" dir="ltr">${shown.number}</bdi>`;
  const answer = answerOf(shown, reader, answering);
  const { accent, logo } = shown.appearance;
  return framed(reader, {
    title: `${labels.title[shown.type]} ${shown.number ?? ''} · ${shown.seller.name}`,
    accent,
    logo: logo ? `${answering.path}/logo` : null,
    body: html`<main class="${answer === undefined ? 'sheet' : 'sheet answerable'}">
      <header>
        ${logo ? logoOf(shown, answering.path) : html`<p class="seller"><bdi>${shown.seller.name}</bdi></p>`}
        <h1>${heading}</h1>
        ${shown.title === null ? null : html`<p class="subject"><bdi>${shown.title}</bdi></p>`}
      </header>
      ${noticeOf(shown, reader)} ${factsOf(shown, reader, { canAnswer: answer !== undefined, path: answering.path })}
      <div class="content">
        ${partiesOf(shown, reader)} ${linesOf(shown, reader)}${moneyOf(shown, reader)} ${accountOf(shown, reader)}
        ${totalsOf(shown, reader)}${paymentOf(shown, reader)}${textsOf(shown, reader)}
        ${attachmentsOf(shown, reader, answering.path)}
      </div>
      ${answer} ${sellerOf(shown, reader)}
    </main>`,
  });
}

/** It says who it is from, as the name would. */
function logoOf({ seller }: Shown, path: string): Html {
  return html`<p class="logo"><img src="${path}/logo" alt="${seller.name}" /></p>`;
}

function factsOf(shown: Shown, reader: Reader, { canAnswer, path }: { canAnswer: boolean; path: string }): Html {
  const { labels, words, money, day } = reader;
  const { issue_date: issued, supply_date: supplied, valid_until: until, po_number: order, project } = shown;
  const { quote, corrects } = shown;
  const onDay = (label: string, value: string | null) => fact(label, value === null ? null : day(value));
  const whole = wholeOf(shown, reader);
  const [label, amount] = isOwed(shown) ? [labels.amountDue, shown.amount_due ?? shown.total] : [whole, shown.total];
  return html`<div class="facts">
    <dl>
      ${
        amount === null
          ? null
          : html`<div class="sum">
              <dt>${label}</dt>
              <dd><bdi dir="ltr">${money(amount)}</bdi></dd>
            </div>`
      }
      ${onDay(labels.due, dueOf(shown))}${onDay(labels.validUntil, until)}${onDay(labels.issued, issued)}
      ${supplied === issued ? null : onDay(labels.supplied, supplied)} ${fact(labels.order, order)}
      ${fact(labels.project, project)} ${fact(labels.quoteReference, quote?.number ?? null)}
      ${fact(labels.corrects, corrects?.number ?? null)} ${fact(labels.reason, corrects?.reason ?? null)}
    </dl>
    <p class="links">
      ${canAnswer ? html`<a class="button primary jump" href="#answer">${words.answer}</a>` : null}
      <a class="button" href="${path}/pdf" download>${words.download}</a>
    </p>
  </div>`;
}

/** Of what is paid in parts, the day of the next. */
function dueOf(shown: Shown): string | null {
  return openParts(shown)[0]?.due_date ?? shown.due_date;
}

function wholeOf({ type }: Shown, { labels }: Reader): string {
  if (type === 'statement') return labels.closing;
  return type === 'credit_note' ? labels.amountCredited : labels.total;
}

function isOwed({ type, status }: Shown): boolean {
  return (
    (type === 'invoice' || type === 'deposit_invoice' || type === 'debit_note') &&
    (status === 'overdue' || status === 'open')
  );
}

/** State of the document, where it is more than open. */
function noticeOf(shown: Shown, reader: Reader): Html {
  const { words, day } = reader;
  const { status } = shown;
  const due = dueOf(shown);
  if (status === 'cancelled' || status === 'void') return told('bad', words.cancelled);
  if (status === 'paid') return told('good', words.paid);
  if (status === 'overdue' && due !== null) return told('bad', filled(words.overdue, { day: day(due) }));
  if (shown.type === 'quote') return answeredOf(shown, reader);
  return html``;
}

function answeredOf(shown: Shown, { words, day, dayOf }: Reader): Html {
  const said = (instant: string, name: string | null, [plain, named]: readonly [string, string]) =>
    name === null ? filled(plain, { day: dayOf(instant) }) : filled(named, { day: dayOf(instant), name });
  if (shown.accepted_at !== null) {
    return told('good', said(shown.accepted_at, shown.accepted_by, [words.accepted, words.acceptedBy]));
  }
  if (shown.declined_at !== null) {
    return told('calm', said(shown.declined_at, shown.declined_by, [words.declined, words.declinedBy]));
  }
  if (shown.status !== 'expired' || shown.valid_until === null) return html``;
  return told('bad', filled(words.expired, { day: day(shown.valid_until), seller: shown.seller.name }));
}

function told(mood: 'good' | 'bad' | 'calm', text: string): Html {
  return html`<p class="notice ${mood}">${text}</p>`;
}

/** A page that says one thing, where there is no document to show. */
export function plainPage(language: string, what: 'gone' | 'busy' | 'broken'): Page {
  const reader = readerOf(language, { currency: 'EUR', zone: 'UTC', country: null });
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

type Framed = {
  readonly title: string;
  readonly body: Html;
  readonly accent?: string;
  readonly logo?: string | null;
  /** A script of ours runs on it, and calls this service. */
  readonly calls?: boolean;
};

/** The frame of every page: for no robot, no referrer, and legible by day and by night. */
export function framed({ lang, dir }: Reader, { title, body, accent, logo = null, calls = false }: Framed): Page {
  const colors = accent === undefined ? undefined : colorStyle(accent);
  const { markup: text } = html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        ${logo === null ? null : html`<link rel="icon" href="${logo}" />`} ${styleElement} ${colors?.element}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return {
    text,
    policy: policyOf([ownHash, ...(colors === undefined ? [] : [colors.hash])], { hasLogo: logo !== null, calls }),
  };
}

function policyOf(
  styles: readonly string[],
  { hasLogo, calls }: { readonly hasLogo: boolean; readonly calls: boolean },
): string {
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    ...(hasLogo ? ["img-src 'self'"] : []),
    ...(calls ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
