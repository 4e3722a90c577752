import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { JobHandler } from './jobs.ts';

const sendTimeoutMs = 15_000;

/** One address: as a text it would be read as a list of them, with names and groups. */
const Mail = z.strictObject({
  to: z.string().transform((address) => ({ name: '', address })),
  subject: z.string(),
  text: z.string(),
});

type Options = {
  readonly smtpUrl: string | undefined;
  readonly dataFolder: string;
  readonly from: string;
  readonly log: Log;
};

/**
 * Sends queued mails by SMTP; without a server set, keeps them as files that any mail program opens, and says so in
 * the log.
 */
export function mailSender({ smtpUrl, dataFolder, from, log }: Options): JobHandler {
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: sendTimeoutMs,
      greetingTimeout: sendTimeoutMs,
      socketTimeout: sendTimeoutMs,
    });
    return async ({ payload }) => void (await transport.sendMail({ from, ...Mail.parse(payload) }));
  }
  const folder = join(dataFolder, 'outbox');
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return async ({ id, payload }) => {
    const composed = await composer.sendMail({ from, ...Mail.parse(payload) });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${id}.eml`);
    writeFileSync(file, composed.message as Buffer, { mode: 0o600 });
    log.info({ file }, 'mail kept as a file, since no DAYBOOK_SMTP_URL is set');
  };
}
