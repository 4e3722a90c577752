/** Mails as they leave: on the wire of a mail server, or as files where there is none. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { decoded, headersOf, openMailSink, type Received, textOf } from '../../../test/support/mail-sink.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { startService } from '../../../test/support/running-service.ts';
import { openLog } from '../../log.ts';
import { mailSender } from './mail.ts';
import { openMailer } from '../mailer.ts';

const sink = await openMailSink();
const { smtpUrl, inbox } = sink;
const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-mail-'));
after(() => {
  sink.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const from = { name: 'Daybook', address: 'no-reply@books.example' };
const log = openLog('silent');
const sender = (url: string | undefined) => mailSender(openMailer({ smtpUrl: url, dataFolder, from, log }));
const [bySmtp, asFile] = [sender(smtpUrl), sender(undefined)];
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

const headerNames = (mail: Received) =>
  headersOf(mail)
    .split('\r\n')
    .map((line) => line.split(':', 1)[0] ?? '');

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
    'ana@example.com, evil@example.com',
    'ana@example.com\r\nBcc: evil@example.com',
    'a: evil@example.com, b@x.y;',
    '"ana@example.com" <evil@example.com>',
    'ana@example.com> NOTIFY=SUCCESS\r\nRCPT TO:<evil@example.com',
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
  sink.refuse('550 no such user here');
  const mail = { to: 'nobody@example.com', subject: 'Hi', text: 'x' };
  await assert.rejects(bySmtp(job(mail), noProgress), /no such user here/);
  sink.refuse(undefined);
  await sent(mail);
  const nobody = sender('smtp://127.0.0.1:1');
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
  const [mail] = await eventually(() => {
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
