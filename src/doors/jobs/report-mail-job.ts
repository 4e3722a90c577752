import { dayIn } from '../../core/calendar.ts';
import { counted, filled, languageOf, messagesOf } from '../../messages/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import {
  noteReportMail,
  type ReportMail,
  type ReportMailOrder,
  reportMailToSend,
} from '../../modules/scheduling/index.ts';
import { type ActorOrganization, serviceActor } from '../../operation/actor.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type Format, formatFor } from '../../render/format.ts';
import { Id } from '../../wire/index.ts';
import { mailHtml } from '../mail-html.ts';
import type { MailMessage, Mailer } from '../mailer.ts';
import { attemptsMax, type GaveUp, type JobHandler } from './job-loop.ts';

const answerMax = 2_000;
/** Larger files come by their link alone: many mailboxes refuse them, and the rest fill up. */
const attachedBytesMax = 5_000_000;

type Deps = { readonly runtime: () => Runtime; readonly mailer: Mailer };

/**
 * Hands a mail with the link to a report to the mail server, and notes what that said. As with documents it leaves at
 * least once, and once but for a crash between the server's answer and the note, with the same Message-ID.
 */
export function reportMailer({ runtime: runtimeOf, mailer }: Deps): JobHandler {
  return async ({ id: requestId, organizationId: organization, payload, attempts }) => {
    if (organization === null) throw new Error('a report belongs to an organisation');
    const { link_id: id, token } = payload as ReportMailOrder;
    const runtime = runtimeOf();
    const now = runtime.now();
    const { mail, home } = await runtime.db.transaction({ organization, readOnly: true }, async (db) => {
      const [found, where] = await Promise.all([
        reportMailToSend(db, { organization, id, now }),
        organizationOf(db, organization),
      ]);
      return { mail: found, home: where };
    });
    if (mail === undefined) return;
    const work = { runtime, home, id, requestId };
    const url = `${runtime.settings.publicUrl}/r/${token}`;
    const said = await mailer.send(id, letterFrom(mail, home, url)).catch((failure: unknown) => ({ failure }));
    if (typeof said === 'string') return note(work, 'sent', said);
    if (attempts < attemptsMax && !isFinal(said.failure)) throw said.failure;
    await note(work, 'failed', said.failure instanceof Error ? said.failure.message : String(said.failure));
  };
}

const neverEnded = 'Sending was interrupted each time. It may have been sent.';

/** Says of a mail that it failed, where the node died at each attempt and so could say nothing. */
export function reportMailGivenUp({ runtime: runtimeOf }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ id: requestId, organizationId: organization, payload }) => {
    if (organization === null) throw new Error('a report belongs to an organisation');
    const runtime = runtimeOf();
    const home = await runtime.db.transaction({ organization, readOnly: true }, (db) =>
      organizationOf(db, organization),
    );
    await note({ runtime, home, id: (payload as ReportMailOrder).link_id, requestId }, 'failed', neverEnded);
  };
}

type Work = {
  readonly runtime: Runtime;
  readonly home: ActorOrganization;
  readonly id: string;
  readonly requestId: string;
};

async function note({ runtime, home, id, requestId }: Work, status: 'sent' | 'failed', said: string): Promise<void> {
  const actor = serviceActor(home, noteReportMail.permission);
  const input = { id: Id('report_link').encode(id), status, response: said.slice(0, answerMax) };
  await run(runtime, noteReportMail, { actor, input, origin: { door: 'job', requestId } });
}

/** Refused for good, such as an address that does not exist. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof Error) || !('responseCode' in failure)) return false;
  return typeof failure.responseCode === 'number' && failure.responseCode >= 500;
}

function letterFrom(mail: ReportMail, home: ActorOrganization, url: string): MailMessage {
  const locale = mail.language ?? home.locale;
  const language = languageOf(locale, 'report_mail');
  const format = formatFor(locale.startsWith(language) ? locale : language, home.baseCurrency, 'long');
  const told = { home, url, language, format };
  const text = textOf(mail, told);
  const isAttached = mail.content !== null && mail.content.length <= attachedBytesMax;
  const days = daysOf(mail, told);
  return {
    to: { name: '', address: mail.email },
    fromName: home.name,
    subject: [`${home.name}: ${oneLine(mail.name)}`, ...(days === '' ? [] : [days])].join(', '),
    text,
    html: mailHtml(text, { language, url }),
    attachments: isAttached ? [{ filename: mail.filename, content: mail.content, contentType: mail.content_type }] : [],
    headers: {
      // RFC 8058: the mail program unsubscribes by itself, by one POST.
      'List-Unsubscribe': `<${url}/unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

type Told = {
  readonly home: ActorOrganization;
  readonly url: string;
  readonly language: string;
  readonly format: Format;
};

/** No figures: those are behind the link. */
function textOf(mail: ReportMail, told: Told): string {
  const { home, url, language, format } = told;
  const words = messagesOf(language, 'report_mail');
  const { day } = format;
  const name = oneLine(mail.name);
  const days = daysOf(mail, told);
  const isLarge = mail.content !== null && mail.content.length > attachedBytesMax;
  const { skipped, skipped_from: since } = mail;
  return [
    filled(words.ready, { name, organization: oneLine(home.name), days }),
    `${words.open}: ${url}`,
    filled(words.until, { day: day(dayIn(mail.expires_at, home.timezone)) }),
    ...(isLarge ? [words.tooLarge] : []),
    ...(skipped > 0 && since !== null
      ? [`${counted(language, words.skipped, skipped)} ${filled(words.skippedFrom, { day: day(since) })}`]
      : []),
    filled(words.setUpBy, { who: oneLine(mail.set_up_by) }),
    `${words.unsubscribe} ${url}/unsubscribe`,
  ].join('\n\n');
}

function daysOf({ from, to }: ReportMail, { format }: Told): string {
  return from === null || to === null ? '' : format.days({ from, to });
}

/** Names are what people made of them; in a mail, none of them makes a line of its own. */
function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim();
}
