import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually } from '../../../test/support/embedded-service.ts';
import { systemRole } from '../../../test/support/invite-link.ts';
import { headerOf, openMailSink, partsOf, textOf } from '../../../test/support/mail-sink.ts';
import { keyIn } from '../../../test/support/public-page.ts';
import { password, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const sink = await openMailSink();
after(() => sink.close());
const service = await startService({ role: 'all', smtpUrl: sink.smtpUrl, publicUrl: 'https://books.example' });
const boss = await service.register('Harbour & Finch');
const role_ids = [await systemRole(service, boss, 'accountant')];

async function invite(email: string): Promise<Wire> {
  return (await service.api(boss.token, 'POST', '/team/invites', { email, role_ids, language: 'fr' })).body;
}

const read = async (id: string): Promise<Wire> => (await service.api(boss.token, 'GET', `/team/invites/${id}`)).body;

test('an invite is mailed with a link to press, which leads to the page that accepts it', async () => {
  const { id, mail_status: status } = await invite('berta@example.com');
  assert.equal(status, 'queued');
  await eventually(async () => assert.equal((await read(id)).mail_status, 'sent'));
  const [mail] = sink.inbox;
  assert.ok(mail);
  assert.match(headerOf(mail, 'to'), /berta@example\.com/);
  const shown = partsOf(mail).get('text/html');
  const html = shown === undefined ? '' : textOf({ ...mail, ...shown });
  const path = /href="https:\/\/books\.example(\/join\/[\w-]{43})"/.exec(html)?.[1] ?? '';
  const page = await service.send({ method: 'GET', path });
  assert.match(page.text, /<html lang="fr" dir="ltr">/);
  const body = new URLSearchParams({ key: keyIn(page.text), name: 'Berta', password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await service.send({ method: 'POST', path, body, headers });
  assert.match(answer.text, /Bienvenue chez Harbour &amp; Finch/);
});

test('what the mail server says against an address is told to who invited', async () => {
  sink.refuse('550 no such mailbox');
  const { id } = await invite('nobody@example.com');
  await eventually(async () => assert.match((await read(id)).mail_error ?? '', /550 no such mailbox/));
  sink.refuse(undefined);
});
