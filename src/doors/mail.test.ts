/** Mails as they leave: on the wire of a mail server, or as files where there is none. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually } from '../../test/support/embedded-service.ts';
import { startService } from '../../test/support/running-service.ts';
import { openLog } from '../log.ts';
import { mailSender } from './mail.ts';

type Received = { readonly from: string; readonly to: string[]; readonly data: string };

const inbox: Received[] = [];
/** What the server says to the next recipient, where it is not welcome. */
let refusal: string | undefined;

/** A mail server of the smallest kind: it takes everything, unless told to refuse. */
function converse(socket: Socket): void {
  let [buffered, from, isData] = ['', '', false];
  let to: string[] = [];
  const answer = (line: string): string => {
    if (/^EHLO/i.test(line)) return '250 sink.example';
    if (/^MAIL FROM:/i.test(line)) from = line.slice('MAIL FROM:'.length);
    if (/^RCPT TO:/i.test(line) && refusal !== undefined) return refusal;
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
        socket.write('250 kept\r\n');
      } else socket.write(`${answer(line)}\r\n`);
    }
  });
}

const sink = createServer(converse);
await new Promise<void>((listening) => void sink.listen(0, '127.0.0.1', listening));
const address = sink.address();
const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-mail-'));
after(() => {
  sink.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const from = 'Daybook <no-reply@books.example>';
const log = openLog('silent');
const bySmtp = mailSender({ smtpUrl, dataFolder, from, log });
const asFile = mailSender({ smtpUrl: undefined, dataFolder, from, log });
const noProgress = async () => undefined;

function job(payload: unknown) {
  return { id: crypto.randomUUID(), organizationId: null, kind: 'send_mail', attempts: 1, error: null, payload };
}

async function sent(payload: unknown): Promise<Received> {
  inbox.length = 0;
  await bySmtp(job(payload), noProgress);
  const [mail] = inbox;
  assert.ok(mail !== undefined && inbox.length === 1);
  return mail;
}

const headersOf = ({ data }: Pick<Received, 'data'>) =>
  data.slice(0, data.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
const headerNames = (mail: Received) =>
  headersOf(mail)
    .split('\r\n')
    .map((line) => line.split(':', 1)[0] ?? '');

/** The text of a mail, whichever way it is encoded. */
function textOf({ data }: Pick<Received, 'data'>): string {
  const body = data.slice(data.indexOf('\r\n\r\n') + 4);
  const [, encoding = ''] = /content-transfer-encoding: (\S+)/i.exec(data) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().trim();
  return encoding === 'quoted-printable' ? unquoted(body.replaceAll('=\r\n', '')).trim() : body.trim();
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Words such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`. */
function decoded(header: string): string {
  return header.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
  );
}

test('a mail goes to whom it is for, from the service, with its text', async () => {
  const mail = await sent({ to: 'ana@example.com', subject: 'Your new password', text: 'Hello Ana,\n\nhere it is.' });
  assert.match(mail.from, /<no-reply@books\.example>/);
  assert.deepEqual(
    mail.to.map((one) => one.trim()),
    ['<ana@example.com>'],
  );
  assert.match(headersOf(mail), /^From: Daybook <no-reply@books\.example>$/m);
  assert.match(headersOf(mail), /^To: ana@example\.com$/m);
  assert.match(headersOf(mail), /^Subject: Your new password$/m);
  assert.match(headersOf(mail), /^Message-ID: <.+@books\.example>$/im);
  assert.match(headersOf(mail), /^Date: /m);
  assert.equal(textOf(mail), 'Hello Ana,\r\n\r\nhere it is.');
});

test('texts of any language arrive as they were written', async () => {
  const [subject, text] = ['Grüße aus Łódź – 北京 🦊', 'Hällo Zoë,\nдобро пожаловать.\n.\n..dots\nEnd 🦊'];
  const mail = await sent({ to: 'zoë@bücher.example', subject, text });
  assert.equal(decoded(/^Subject: (.+)$/m.exec(headersOf(mail))?.[1] ?? ''), subject);
  assert.equal(textOf(mail).replaceAll('\r\n', '\n'), text);
});

test('nothing in a subject, a name or an address can add a header or a recipient', async () => {
  const plain = await sent({ to: 'ana@example.com', subject: 'Hi', text: 'x' });
  for (const subject of ['Hi\r\nBcc: evil@example.com', 'Hi\nBcc: evil@example.com\n\nBuy now', 'Hi\rX-Evil: 1']) {
    const mail = await sent({ to: 'ana@example.com', subject, text: 'x' });
    assert.deepEqual(headerNames(mail), headerNames(plain), subject);
    assert.equal(mail.to.length, 1);
    assert.equal(textOf(mail), 'x');
  }
  for (const to of [
    ...['ana@example.com, evil@example.com', 'ana@example.com\r\nBcc: evil@example.com', 'a: evil@example.com, b@x.y;'],
    ...['"ana@example.com" <evil@example.com>', 'ana@example.com> NOTIFY=SUCCESS\r\nRCPT TO:<evil@example.com'],
  ]) {
    inbox.length = 0;
    await bySmtp(job({ to, subject: 'Hi', text: 'x' }), noProgress).catch(() => undefined);
    for (const { to: recipients } of inbox) {
      assert.equal(recipients.length, 1, to);
      assert.notEqual(recipients[0]?.trim(), '<evil@example.com>', to);
    }
  }
});

test('a server that does not take the mail makes the job fail, with the reason', async () => {
  refusal = '550 no such user here';
  const mail = { to: 'nobody@example.com', subject: 'Hi', text: 'x' };
  await assert.rejects(bySmtp(job(mail), noProgress), /no such user here/);
  refusal = undefined;
  await sent(mail);
  const nobody = mailSender({ smtpUrl: 'smtp://127.0.0.1:1', dataFolder, from, log });
  await assert.rejects(nobody(job(mail), noProgress), /ECONNREFUSED/);
});

test('without a server, mails are files that any mail program opens and nobody else reads', async () => {
  const subject = 'Grüße';
  const mail = job({ to: 'ana@example.com', subject, text: 'Hällo' });
  await asFile(mail, noProgress);
  const folder = join(dataFolder, 'outbox');
  assert.deepEqual(readdirSync(folder), [`${mail.id}.eml`]);
  const file = join(folder, `${mail.id}.eml`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const data = readFileSync(file, 'utf8').replaceAll(/\r?\n/g, '\r\n');
  assert.equal(decoded(/^Subject: (.+)$/m.exec(headersOf({ data }))?.[1] ?? ''), subject);
  assert.equal(textOf({ data }), 'Hällo');
  await asFile(mail, noProgress);
  assert.equal(readdirSync(folder).length, 1, 'sent again after a crash it is one mail still');
});

test('a link to choose a new password reaches its reader by mail, and stays nowhere', async () => {
  const service = await startService({ role: 'all', smtpUrl, publicUrl: 'https://books.example' });
  const ana = await service.register('Ana "\'; Bcc: evil@example.com');
  inbox.length = 0;
  const asked = await service.api('', 'POST', '/auth/password/forgot', { email: ana.email });
  assert.deepEqual([asked.status, asked.body], [200, { accepted: true }]);
  const [mail] = await eventually(5_000, () => {
    assert.equal(inbox.length, 1);
    return inbox;
  });
  assert.ok(mail !== undefined);
  assert.equal(mail.to[0]?.trim(), `<${ana.email}>`);
  const token = /https:\/\/books\.example\/reset-password#token=([\w-]+)/.exec(textOf(mail))?.[1];
  const { rows } = await service.owner.query('select jobs::text as job from jobs');
  assert.equal(JSON.stringify(rows).includes(String(token)), false);
  const reset = { token, new_password: 'another horse battery' };
  assert.equal((await service.api('', 'POST', '/auth/password/reset', reset)).status, 200);
});
