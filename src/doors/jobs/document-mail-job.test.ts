/** Documents on their way to clients: what arrives at a mail server, and what the log says of it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { bytesOf, headerOf, openMailSink, partsOf, type Received, textOf } from '../../../test/support/mail-sink.ts';
import { createPageFixture } from '../../../test/support/public-page.ts';
import { pdfOf, pngOf, upload } from '../../../test/support/uploading.ts';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const sink = await openMailSink();
after(() => sink.close());
const mailFrom = 'billing@books.example';
const service = await startService({
  role: 'all',
  smtpUrl: sink.smtpUrl,
  mailFrom,
  publicUrl: 'https://books.example',
});
const { who, call, quoted } = await createPageFixture(service, 'Grün & Söhne');
await call('PATCH', '/organization', { email: 'hallo@gruen.example' });

const to = [{ email: 'bea@example.com', name: 'Bea Büyer' }];
const send = (id: string, more: object = {}) => call('POST', `/documents/${id}/send`, { to, ...more });
const mailsOf = async (id: string): Promise<Wire[]> => (await call('GET', `/document-mails?document_id=${id}`)).data;

beforeEach(() => {
  sink.inbox.length = 0;
  sink.refuse(undefined);
});

async function arrived(count = 1): Promise<Received[]> {
  return eventually(() => {
    assert.equal(sink.inbox.length, count);
    return sink.inbox;
  });
}

async function ended(id: string, status: string): Promise<Wire> {
  return eventually(async () => {
    const [mail] = await mailsOf(id);
    assert.equal(mail.status, status, JSON.stringify(mail));
    return mail;
  });
}

function part(mail: Received, type: string): Received {
  const found = partsOf(mail).get(type);
  assert.ok(found, type);
  return { ...mail, ...found };
}

describe('a document that is sent', () => {
  test('arrives in the colours of its template, with the logo', longTest, async () => {
    const file = await upload(service, { token: who.token, bytes: pngOf(), filename: 'logo.png' });
    const layout = { colors: { accent: '#0a7d33' } };
    const look = { name: 'Brand', is_default: true, layout, logo_file_id: file.body.id };
    const template = await call('POST', '/document-templates', look);
    await call('POST', `/document-templates/${template.id}/publish`, {});
    const { quote } = await quoted();
    await send(quote.id);
    const [mail] = await arrived();
    assert.ok(mail);
    const html = textOf(part(mail, 'text/html'));
    assert.match(html, /background:#0a7d33;color:#ffffff/);
    const drawn = /<img\s+src="https:\/\/books\.example(\/d\/[\w-]{43}\/logo)"\s+alt="Grün &amp; Söhne"/;
    const logo = drawn.exec(html)?.[1];
    assert.equal((await service.send({ method: 'GET', path: logo ?? '' })).status, 200);
    await call('POST', `/document-templates/${template.id}/archive`, {});
  });

  test('arrives from the seller, with the text, a link that works, and the PDF', async () => {
    const { quote } = await quoted({ language: 'de' });
    const answer = await send(quote.id);
    assert.deepEqual([answer.mails.length, answer.mails[0].status], [1, 'queued']);
    const [mail] = await arrived();
    assert.ok(mail);
    assert.match(headerOf(mail, 'from'), /^"?Grün & Söhne"? ?<billing@books\.example>$/);
    assert.match(headerOf(mail, 'to'), /^"?Bea Büyer"? ?<bea@example\.com>$/);
    assert.equal(headerOf(mail, 'reply-to'), 'hallo@gruen.example');
    assert.equal(headerOf(mail, 'subject'), `Angebot ${quote.number} · Grün & Söhne`);
    const text = textOf(part(mail, 'text/plain'));
    assert.match(text, new RegExp(`^Guten Tag Bea Büyer,[^]*Angebot ${quote.number} über 100,00`));
    const token = /Online ansehen: https:\/\/books\.example\/d\/([\w-]{43})/.exec(text)?.[1];
    const page = await service.send({ method: 'GET', path: `/d/${token}` });
    assert.ok(page.status === 200 && page.text.includes(quote.number));
    const html = textOf(part(mail, 'text/html'));
    assert.match(html, /<html lang="de" dir="ltr">/);
    assert.ok(html.includes(`<a href="https://books.example/d/${token}"`) && html.includes('Online ansehen</a>'));
    const pdf = part(mail, 'application/pdf');
    assert.match(headerOf(pdf, 'content-disposition'), new RegExp(`quote-${quote.number}.pdf`));
    assert.match(bytesOf(pdf).toString('latin1'), /^%PDF-[^]*%%EOF\s*$/);
    const sent = await ended(quote.id, 'sent');
    assert.deepEqual([sent.attempts, sent.response], [1, '250 kept as 4711']);
    assert.equal(headerOf(mail, 'message-id').startsWith('<'), true);
    assert.ok((await call('GET', `/documents/${quote.id}`)).sent_at);
    const told = await service.owner.query(`select data from events where type = 'document.sent'`);
    assert.equal(told.rows.at(-1)?.data.id, sent.id);
    assert.equal(JSON.stringify([sent, told.rows]).includes(String(token)), false, 'the log holds no link');
  });

  test('brings along the files that go with it', async () => {
    const kept = async (filename: string): Promise<string> =>
      (await upload(service, { token: who.token, bytes: pdfOf(filename), filename })).body.id;
    const { quote } = await quoted({ attachment_ids: [await kept('hours.pdf'), await kept('terms.pdf')] });
    await send(quote.id);
    const [mail] = await arrived();
    assert.ok(mail);
    const names = [...mail.data.matchAll(/^Content-Disposition: attachment;\s*filename=(\S+)/gim)].map(
      ([, name]) => name,
    );
    assert.deepEqual(names, [`quote-${quote.number}.pdf`, 'hours.pdf', 'terms.pdf']);
    assert.ok(mail.data.includes(pdfOf('hours.pdf').toString('base64')));
    await send(quote.id, { attach_pdf: false });
    const [, link] = await arrived(2);
    assert.doesNotMatch(link?.data ?? '', /attachment;/);
  });

  test('in a language from the right is read so, and can come without its PDF', async () => {
    const { quote } = await quoted({ language: 'ar' });
    await send(quote.id, { attach_pdf: false });
    const [mail] = await arrived();
    assert.ok(mail);
    assert.match(textOf(part(mail, 'text/html')), /<html lang="ar" dir="rtl">/);
    assert.equal(partsOf(mail).has('application/pdf'), false);
  });

  test('says what its sender wrote, with what is filled in, and each recipient has a link of their own', async () => {
    const { quote } = await quoted();
    const message = 'Dear {{contact}},\n\n{{number}} comes to {{ total }}.';
    const both = [...to, { email: 'cal@example.com' }, { email: 'BEA@example.com', name: 'Bea Büyer' }];
    await send(quote.id, { to: both, subject: 'About {{number}}', message, attach_pdf: false });
    const mails = await arrived(2);
    const texts = mails.map((mail) => textOf(part(mail, 'text/plain')).replaceAll('\r', ''));
    const links = texts.map((text) => /https:\S+/.exec(text)?.[0]);
    assert.deepEqual(
      mails.map((mail) => headerOf(mail, 'subject')),
      [`About ${quote.number}`, `About ${quote.number}`],
    );
    assert.ok(texts.some((text) => text.startsWith('Dear Bea Büyer,')));
    assert.ok(texts.some((text) => text.startsWith('Dear Harbour & Finch,')));
    assert.ok(texts.every((text) => text.includes(`${quote.number} comes to €100.00.`)));
    assert.equal(new Set(links).size, 2);
  });

  test('goes to the contacts who receive such documents, else to the first, else to the client', async () => {
    const contact = { name: 'Cal', email: 'cal@example.com', receives: ['quote'] };
    const other = { name: 'Dee', email: 'dee@example.com', receives: ['invoice'], is_primary: true };
    const clients = [
      { contacts: [other, contact], email: 'office@example.com' },
      { contacts: [other], email: 'office@example.com' },
      { email: 'office@example.com' },
    ];
    for (const [index, more] of clients.entries()) {
      const client = await call('POST', '/clients', {
        type: 'business',
        display_name: `Reached ${index}`,
        allow_duplicate: true,
        ...more,
      });
      const { quote } = await quoted({ client_id: client.id });
      const { mails } = await call('POST', `/documents/${quote.id}/send`, { attach_pdf: false });
      const expected = ['cal@example.com', 'dee@example.com', 'office@example.com'][index];
      assert.deepEqual(
        mails.map(({ recipient }: Wire) => recipient),
        [expected],
      );
    }
    await arrived(3);
  });
});

describe('what a mail server does not take', () => {
  test('for good is given up at once, with what it said', async () => {
    sink.refuse('550 5.1.1 no such user');
    const { quote } = await quoted();
    await send(quote.id, { attach_pdf: false });
    const failed = await ended(quote.id, 'failed');
    assert.equal(failed.attempts, 1);
    assert.match(failed.response, /550 5\.1\.1 no such user/);
    assert.equal((await call('GET', `/documents/${quote.id}`)).sent_at, null);
    const told = await service.owner.query(`select data from events where type = 'document.send_failed'`);
    assert.equal(told.rows.at(-1)?.data.id, failed.id);
  });

  test('for now is tried again, and arrives once', async () => {
    sink.refuse('451 4.7.1 come back later');
    const { quote } = await quoted();
    await send(quote.id, { attach_pdf: false });
    await eventually(async () => {
      const [mail] = await mailsOf(quote.id);
      assert.match(String(mail.response), /come back later/);
      assert.deepEqual([mail.status, mail.attempts], ['queued', 1]);
    });
    sink.refuse(undefined);
    await service.owner.query(`update jobs set run_at = now() where kind = 'send_document_mail' and state = 'queued'`);
    const sent = await ended(quote.id, 'sent');
    assert.equal(sent.attempts, 2);
    assert.equal(sink.inbox.length, 1);
  });
});

test('a mail that ended every process that took it up is shown as failed, and is not sent any more', async () => {
  sink.refuse('451 4.7.1 come back later');
  const { quote } = await quoted();
  await send(quote.id, { attach_pdf: false });
  const kind = `kind = 'send_document_mail' and state = 'queued'`;
  await eventually(async () => {
    const waiting = await service.owner.query(`select from jobs where ${kind} and attempts = 1`);
    assert.equal(waiting.rowCount, 1);
  });
  sink.refuse(undefined);
  const died = `state = 'running', attempts = 5, locked_until = now() - interval '1 s', run_at = now()`;
  await service.owner.query(`update jobs set ${died} where ${kind}`);
  const failed = await ended(quote.id, 'failed');
  assert.match(failed.response, /interrupted each time/);
  const told = `select from events where type = 'document.send_failed' and data->>'id' = $1`;
  assert.equal((await service.owner.query(told, [failed.id])).rowCount, 1);
  assert.deepEqual([sink.inbox.length, (await call('GET', `/documents/${quote.id}`)).sent_at], [0, null]);
});

test('a reminder of what is paid before it leaves does not leave, and one that comes back is shown so', async () => {
  const client = await call('POST', '/clients', {
    type: 'business',
    display_name: 'Late & Co',
    email: 'late@example.com',
  });
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
  const draft = { type: 'invoice', client_id: client.id, lines, issue: true };
  const [paid, open] = [await call('POST', '/documents', draft), await call('POST', '/documents', draft)];
  sink.refuse('451 4.7.1 come back later');
  for (const { id } of [paid, open]) await call('POST', `/documents/${id}/remind`, { attach_pdf: false });
  await eventually(async () => {
    for (const { id } of [paid, open]) assert.equal((await mailsOf(id))[0].attempts, 1);
  });
  await call('POST', `/sales/${paid.sale_id}/payments`, { method: 'Bank transfer' });
  sink.refuse(undefined);
  await service.owner.query(`update jobs set run_at = now() where kind = 'send_document_mail' and state = 'queued'`);
  const sent = await ended(open.id, 'sent');
  assert.match((await ended(paid.id, 'cancelled')).response, /nothing is owed/);
  assert.equal(sink.inbox.length, 1);
  const bounced = await call('POST', `/document-mails/${sent.id}/bounce`, { reason: '5.1.1 no such user' });
  assert.deepEqual([bounced.status, bounced.response], ['bounced', '5.1.1 no such user']);
  const { sent: log } = await call('GET', `/documents/${open.id}/reminders`);
  assert.deepEqual(
    log[0].mails.map(({ recipient, status }: Wire) => [recipient, status]),
    [['late@example.com', 'bounced']],
  );
  const told = await service.owner.query(`select data from events where type = 'document.bounced'`);
  assert.equal(told.rows.at(-1)?.data.id, sent.id);
});

test('what was noted as taken is not handed over again, whoever takes up the work', async () => {
  const { quote } = await quoted();
  await send(quote.id, { attach_pdf: false });
  await ended(quote.id, 'sent');
  const jobs = await service.owner.query<{ id: string }>(
    `select id from jobs where kind = 'send_document_mail' order by created_at desc limit 1`,
  );
  await eventually(async () => {
    const { rows } = await service.owner.query<{ payload: string }>('select payload::text from jobs where id = $1', [
      jobs.rows[0]?.id,
    ]);
    assert.equal(rows[0]?.payload, '{}', 'the link is gone with the work');
  });
  assert.equal(sink.inbox.length, 1);
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const { who: stranger } = await createPageFixture(service, 'Another');
  assert.equal((await service.api(stranger.token, 'POST', `/documents/${quote.id}/send`, { to }, headers)).status, 404);
});
