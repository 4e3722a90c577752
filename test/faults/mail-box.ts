import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type MailBox = {
  /** As DAYBOOK_SMTP_URL takes it. */
  readonly smtpUrl: string;
  /** Mails accepted so far, as they were sent. */
  readonly mails: readonly string[];
  /** Number of mails handed over, accepted or not. */
  readonly handed: () => number;
  close(): Promise<void>;
};

type Manner = {
  readonly password?: string;
  readonly takesMs?: number;
  /** Called right after it said so of the mail with this number, from 1. */
  readonly onTaken?: (count: number) => void;
};

/** A mail server that takes what it is given, after so long. */
export async function openMailBox({ password = 'secret', takesMs = 0, onTaken }: Manner = {}): Promise<MailBox> {
  const mails: string[] = [];
  const open = new Set<Socket>();
  let handed = 0;
  const take = async (mail: string, say: (line: string) => void) => {
    await sleep(takesMs);
    mails.push(mail);
    say('250 taken');
    onTaken?.(mails.length);
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let text = '';
    let inMail = false;
    say('220 mail.example');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = inMail ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at === -1) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (!inMail) inMail = converse(part, say);
        else {
          inMail = false;
          handed += 1;
          void take(part, say);
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://daybook:${password}@127.0.0.1:${port}`,
    mails,
    handed: () => handed,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers a command; whether what follows is a mail. */
function converse(command: string, say: (line: string) => void): boolean {
  if (/^EHLO/i.test(command)) {
    say('250-mail.example');
    say('250 AUTH PLAIN');
  } else if (/^AUTH/i.test(command)) say('235 welcome');
  else if (/^DATA/i.test(command)) say('354 go on');
  else if (/^QUIT/i.test(command)) say('221 goodbye');
  else say('250 so be it');
  return /^DATA/i.test(command);
}
