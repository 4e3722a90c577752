/** Reads for a mail with pages: the pages and the attachments, once each, and no more. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { openMailSink } from '../../../test/support/mail-sink.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { contentIn, pdfOf } from '../../../test/support/uploading.ts';
import { createWorld } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { openLog } from '../../log.ts';
import type { Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { openMailer } from '../mailer.ts';
import { documentMailer } from './document-mail-job.ts';

const sink = await openMailSink();
const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-mails-'));
after(() => {
  sink.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const organizationId = ana.organization?.id ?? '';
const from = { name: 'Books', address: 'billing@books.example' };
const mailer = openMailer({ smtpUrl: sink.smtpUrl, dataFolder, from, log: openLog('silent') });

async function kept(name: string): Promise<string> {
  const sha256 = await contentIn(world, ana, pdfOf(name));
  await world.runtime.renderer?.keep({ organization: organizationId, sha256 }, pdfOf(name));
  return (await call('create_file', { sha256, name })).id;
}

/** Operations run for a mail with an invoice, and the files that arrived. */
async function mailed(attachment_ids: readonly string[]): Promise<{ ran: string[]; files: string[] }> {
  const { id: client_id } = await shop.client();
  const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
  const { id } = await shop.keyed('create_document', {
    type: 'invoice',
    client_id,
    lines,
    attachment_ids,
    issue: true,
  });
  const { mails } = await shop.keyed('send_document', { id, to: [{ email: 'bea@example.com' }] });
  const ran: string[] = [];
  const runtime: Runtime = {
    ...world.runtime,
    watch: (calls, work) => {
      ran.push(...calls.map(({ operation }) => operation.name));
      return work();
    },
  };
  const payload = { mail_id: z.decode(Id('document_mail'), mails[0].id), url: 'https://books.example/d/1' };
  const job = { id: 'job', kind: 'send_document_mail', organizationId, payload, attempts: 1, error: null };
  await documentMailer({ runtime: () => runtime, catalogue, mailer })(job, () => Promise.resolve());
  const mail = sink.inbox.at(-1);
  assert.ok(mail);
  const files = [...mail.data.matchAll(/^Content-Disposition: attachment;\s*filename=(\S+)/gim)];
  return { ran, files: files.map(([, name = '']) => name) };
}

test('a mail whose document goes alone reads its pages and nothing else', async () => {
  const { ran, files } = await mailed([]);
  assert.deepEqual(ran, ['get_document_pdf', 'note_document_mail']);
  assert.equal(files.length, 1);
});

test('a mail with files reads each of them once, in their order', async () => {
  const { ran, files } = await mailed([await kept('terms.pdf'), await kept('hours.pdf')]);
  const file = 'get_document_attachment';
  assert.deepEqual(ran, ['get_document_pdf', file, file, 'note_document_mail']);
  assert.deepEqual(files.slice(1), ['terms.pdf', 'hours.pdf']);
});
