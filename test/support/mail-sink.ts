import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Received = { readonly from: string; readonly to: string[]; readonly data: string };

export type MailSink = {
  /** As DAYBOOK_SMTP_URL takes it. */
  readonly smtpUrl: string;
  readonly inbox: Received[];
  /** Answer to each recipient from now on; undefined accepts all. */
  readonly refuse: (line: string | undefined) => void;
  close(): void;
};

/** A mail server of the smallest kind: it takes everything, unless told to refuse. */
export async function openMailSink(): Promise<MailSink> {
  const inbox: Received[] = [];
  let refusal: string | undefined;
  const server = createServer((socket) => converse(socket, { inbox, refusal: () => refusal }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    inbox,
    refuse: (line) => void (refusal = line),
    close: () => void server.close(),
  };
}

type House = { readonly inbox: Received[]; readonly refusal: () => string | undefined };

function converse(socket: Socket, { inbox, refusal }: House): void {
  let [buffered, from, isData] = ['', '', false];
  let to: string[] = [];
  const answer = (line: string): string => {
    if (/^EHLO/i.test(line)) return '250 sink.example';
    if (/^MAIL FROM:/i.test(line)) from = line.slice('MAIL FROM:'.length);
    const refused = /^RCPT TO:/i.test(line) ? refusal() : undefined;
    if (refused !== undefined) return refused;
    if (/^RCPT TO:/i.test(line)) to.push(line.slice('RCPT TO:'.length));
    if (/^DATA/i.test(line)) isData = true;
    return isData ? '354 go on' : '250 ok';
  };
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.write('220 sink.example\r\n');
  socket.on('data', (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = buffered.indexOf(end);
      if (at < 0) return;
      const line = buffered.slice(0, at);
      buffered = buffered.slice(at + end.length);
      if (isData) {
        inbox.push({ from, to, data: `${line}\r\n` });
        [isData, to] = [false, []];
        socket.write('250 kept as 4711\r\n');
      } else socket.write(`${answer(line)}\r\n`);
    }
  });
}

type Part = Pick<Received, 'data'>;

/** The headers of a mail or of a part of it, each in one line. */
export function headersOf({ data }: Part): string {
  return data.slice(0, data.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
}

export function headerOf(part: Part, name: string): string {
  return decoded(new RegExp(`^${name}: (.*)$`, 'im').exec(headersOf(part))?.[1] ?? '').trim();
}

/** The bytes of a mail or a part, whichever way they are encoded. */
export function bytesOf({ data }: Part): Buffer {
  const body = data.slice(data.indexOf('\r\n\r\n') + 4);
  const encoding = headerOf({ data }, 'content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(encoding === 'quoted-printable' ? unquoted(body.replaceAll('=\r\n', '')) : body);
}

/** The text of a mail, or of a part of it. */
export function textOf(part: Part): string {
  return bytesOf(part).toString().trim();
}

/** Parts of a mail, by content type. */
export function partsOf(part: Part): Map<string, Part> {
  const type = headerOf(part, 'content-type');
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return new Map([[type.split(';', 1)[0] ?? '', part]]);
  const inner = part.data.split(`--${boundary}`).slice(1, -1);
  return new Map(inner.flatMap((data) => [...partsOf({ data: data.replace(/^\r\n/, '') })]));
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Words such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`. */
export function decoded(header: string): string {
  return header.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
  );
}
