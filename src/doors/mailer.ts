import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '../core/once.ts';
import type { Log } from '../log.ts';

const sendTimeoutMs = 15_000;
const answerMax = 2_000;

/** A mail to one person. Each address is one: as a text it would be read as a list of them, with names and groups. */
export type MailMessage = {
  readonly to: Address;
  /** The service's own where nothing is said. */
  readonly fromName?: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
  readonly headers?: Readonly<Record<string, string>>;
};

type Address = { readonly name: string; readonly address: string };

/** Hands letters to the mail server. */
export type Mailer = {
  /**
   * Answers what the mail server said when it took the letter. The id makes the Message-ID, so that a letter that is
   * handed over twice is seen to be the same one.
   */
  readonly send: (id: string, letter: MailMessage) => Promise<string>;
};

type Options = {
  readonly smtpUrl: string | undefined;
  readonly dataFolder: string;
  readonly from: Address;
  readonly log: Log;
};

/**
 * Sends by SMTP; without a server set, keeps letters as files that any mail program opens, and says so in the log.
 */
export function openMailer({ smtpUrl, dataFolder, from, log }: Options): Mailer {
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  const whole = (id: string, { fromName, to, replyTo, ...rest }: MailMessage) => ({
    ...rest,
    // Mail programs parse these fields as addresses, so each is a name alone.
    from: { name: oneLine(fromName ?? from.name), address: from.address },
    to: { name: oneLine(to.name), address: to.address },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${id}@${host}>`,
    attachments: [...(rest.attachments ?? [])],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (smtpUrl !== undefined) {
    const transport = once(async () =>
      (await loadNodemailer()).createTransport({
        url: smtpUrl,
        connectionTimeout: sendTimeoutMs,
        greetingTimeout: sendTimeoutMs,
        socketTimeout: sendTimeoutMs,
      }),
    );
    return {
      send: async (id, letter) => (await (await transport()).sendMail(whole(id, letter))).response.slice(0, answerMax),
    };
  }
  const folder = join(dataFolder, 'outbox');
  const composer = once(async () => (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true }));
  return {
    send: async (id, letter) => {
      const composed = await (await composer()).sendMail(whole(id, letter));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      writeFileSync(file, composed.message as Buffer, { mode: 0o600 });
      log.info({ file }, 'mail kept as a file, since no DAYBOOK_SMTP_URL is set');
      return 'Stored as a file, because no mail server is configured.';
    },
  };
}

/** With the first letter: it takes 4 MB, and many a service sends none for days. */
async function loadNodemailer() {
  return (await import('nodemailer')).default;
}

function oneLine(name: string): string {
  return name.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
