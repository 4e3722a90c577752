import { z } from 'zod';
import { organizationOf } from '../../modules/organization/index.ts';
import {
  beginMail,
  linkMark,
  type MailOrder,
  type MailToSend,
  noteAttempt,
  noteDocumentMail,
} from '../../modules/sending/index.ts';
import { type Actor, serviceActor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type FileOutput, Id } from '../../wire/index.ts';
import { fitting } from './fitting.ts';
import { attemptsMax, type GaveUp, type JobHandler } from './job-loop.ts';
import { type Brand, mailHtml } from '../mail-html.ts';
import { plainTemplate, Template } from '../../render/template.ts';
import { themeOf } from '../../render/theme.ts';
import type { MailMessage, Mailer } from '../mailer.ts';

const answerMax = 2_000;

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[]; readonly mailer: Mailer };

/**
 * Hands a mail with a document to the mail server, and notes what that said. What was noted as taken is never handed
 * over again. Between the server's answer and the note lies one commit: a node that dies just there leaves the mail to
 * the next one, which hands it over a second time, with the same Message-ID. So a mail leaves at least once, and once
 * but for that moment.
 */
export function documentMailer({ runtime: runtimeOf, catalogue, mailer }: Deps): JobHandler {
  const printing = printersIn(catalogue);
  return async ({ organizationId: organization, payload, attempts, id: requestId }) => {
    if (organization === null) throw new Error('a document belongs to an organisation');
    // As it was queued, by one of our own operations.
    const { mail_id: id, url } = payload as MailOrder;
    const work = { runtime: runtimeOf(), organization, id, requestId };
    const mail = await work.runtime.db.transaction({ organization }, (tx) =>
      beginMail(tx, { organization, id, now: work.runtime.now() }),
    );
    if (mail === undefined) return;
    const actor = await clerkOf(work);
    const said = await handed(work, { mailer, actor, printing, mail, url });
    if (typeof said === 'string') return end(work, actor, { status: 'sent', response: said });
    const response = textOf(said.failure);
    if (isFinal(said.failure) || attempts >= attemptsMax) return end(work, actor, { status: 'failed', response });
    await work.runtime.db.transaction({ organization }, (tx) => noteAttempt(tx, { organization, id }, response));
    throw said.failure;
  };
}

function printersIn(catalogue: readonly Operation[]): Printers {
  const named = (wanted: string): Operation => {
    const found = catalogue.find(({ name }) => name === wanted);
    if (found === undefined) throw new RangeError(`nothing does ${wanted}`);
    return found;
  };
  return { pages: named('get_document_pdf'), file: named('get_document_attachment') };
}

const neverEnded =
  'Sending was interrupted each time. It may have been sent: ask the recipient before you send it again.';

/** Says of a mail that it failed, where the node died at each attempt and so could say nothing. */
export function mailGivenUp({ runtime: runtimeOf }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ organizationId: organization, payload, id: requestId }) => {
    if (organization === null) throw new Error('a document belongs to an organisation');
    const work = { runtime: runtimeOf(), organization, id: (payload as MailOrder).mail_id, requestId };
    await end(work, await clerkOf(work), { status: 'failed', response: neverEnded });
  };
}

type Handing = Printing & { readonly mailer: Mailer; readonly url: string };

/** Answer of the mail server, or the failure. */
async function handed(work: Work, { mailer, url, ...order }: Handing): Promise<string | { failure: unknown }> {
  const { mail } = order;
  try {
    const attachments = mail.attach_pdf ? await attachmentsOf(work, order) : [];
    return await mailer.send(mail.id, letterFrom(mail, url, attachments));
  } catch (failure) {
    return { failure };
  }
}

type Work = {
  readonly runtime: Runtime;
  readonly organization: string;
  readonly id: string;
  readonly requestId: string;
};

/** Actor of the mail job: it reads documents and records the fate of mails, and no more. */
async function clerkOf({ runtime, organization: id }: Work): Promise<Actor> {
  const organization = await runtime.db.transaction({ organization: id, readOnly: true }, (tx) =>
    organizationOf(tx, id),
  );
  return serviceActor(organization, 'documents:read', 'documents:write');
}

/** Operations that render a document and read an attachment. */
type Printers = { readonly [Part in 'pages' | 'file']: Operation };

type Printing = { readonly actor: Actor; readonly printing: Printers; readonly mail: MailToSend };

/** The pages as they are when the mail leaves, and the files that go with the document. */
async function attachmentsOf({ runtime, requestId }: Work, { actor, printing, mail }: Printing) {
  const id = z.encode(Id('document'), mail.document_id);
  const called = async (operation: Operation, input: object) => {
    const { output } = await run(runtime, operation, { actor, origin: { door: 'job', requestId }, input });
    // The operations' own schemas made it.
    return output as FileOutput;
  };
  const files = [await called(printing.pages, { id })];
  for (const file of mail.file_ids)
    files.push(await called(printing.file, { id, file_id: z.encode(Id('file'), file) }));
  return fitting(files);
}

function letterFrom(mail: MailToSend, url: string, attachments: MailMessage['attachments'] = []): MailMessage {
  const text = mail.message.replaceAll(linkMark, url);
  return {
    to: { name: mail.recipient_name ?? '', address: mail.recipient },
    fromName: mail.seller,
    ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
    subject: mail.subject,
    text,
    html: mailHtml(text, { language: mail.language, url, brand: brandOf(mail, url) }),
    attachments,
  };
}

/** The colours of the document, and its logo, which lies beside its page on the web. */
function brandOf({ layout, has_logo: hasLogo, seller }: MailToSend, url: string): Brand {
  const { accent, onAccent } = themeOf(layout === null ? plainTemplate : Template.parse(layout), null).theme;
  return { accent, onAccent, logo: hasLogo ? { address: `${url}/logo`, name: seller } : null };
}

type Ending = { readonly status: 'sent' | 'failed'; readonly response: string };

async function end({ runtime, id, requestId }: Work, actor: Actor, ending: Ending): Promise<void> {
  const input = { id: z.encode(Id('document_mail'), id), ...ending };
  await run(runtime, noteDocumentMail, { actor, origin: { door: 'job', requestId }, input });
}

/** A mail server that says 5xx will say so again, and so will what refuses to print; all else may pass. */
function isFinal(error: unknown): boolean {
  if (error instanceof BusinessError) return error.kind.status < 500;
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 500;
}

/** Text for a column: a server's answer may hold anything. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.toWellFormed().replaceAll('\0', '').slice(0, answerMax);
}
