import { z } from 'zod';
import type { JobHandler } from './job-loop.ts';
import { mailHtml } from '../mail-html.ts';
import type { Mailer } from '../mailer.ts';

const Mail = z.strictObject({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The language that it speaks and the link in it to press, where it is sent as a page too. */
  page: z.strictObject({ language: z.string(), url: z.string() }).optional(),
});

/** Sends queued mails of the service itself. */
export function mailSender(mailer: Mailer): JobHandler {
  return async ({ id, payload }) => {
    const { to, page, ...rest } = Mail.parse(payload);
    const html = page === undefined ? {} : { html: mailHtml(rest.text, page) };
    await mailer.send(id, { to: { name: '', address: to }, ...rest, ...html });
  };
}
