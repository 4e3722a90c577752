/** The papers behind the books of some days in one zip: for people, and as DATEV links them from its batch. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { contentIn, pdfOf } from '../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { folderStore } from '../../storage/content-store.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { exportRunner } from './export-job.ts';
import { TurnOver } from './job-loop.ts';

const world = await createWorld();
world.setNow('2026-07-10T12:00:00Z');
const { call, ana } = world;
const shop = shopOf(world);
const folder = mkdtempSync(join(tmpdir(), 'daybook-papers-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const store = folderStore(join(folder, 'store'));
const runner = exportRunner({ catalogue, store, runtime: () => world.runtime });
const organizationId = ana.organization?.id ?? '';

const client = await shop.client({ display_name: 'Müller & Söhne' });
const line = { name: 'Work', quantity: '1', unit_price: '1000.00' };
const invoice = await call('create_document', { type: 'invoice', client_id: client.id, lines: [line], issue: true });
await shop.keyed('pay_sale', { id: invoice.sale_id, method: 'Bank transfer' });
await call('create_client', { type: 'business', display_name: 'Paper Mill', roles: ['supplier'] });
const bill = await shop.keyed('create_expense', {
  supplier: 'Paper Mill',
  post: true,
  lines: [{ category: 'Office and software', amount: '119.00' }],
});
await shop.keyed('create_expense', {
  supplier: 'Paper Mill',
  post: true,
  lines: [{ category: 'Office and software', amount: '5.00' }],
});

/** A receipt whose bytes are where uploads are kept. */
async function receipt(name: string): Promise<Wire> {
  const bytes = pdfOf(name);
  const sha256 = await contentIn(world, ana, bytes);
  const path = await store.incoming(randomUUID());
  writeFileSync(path, bytes);
  await store.keep(path, { organization: organizationId, sha256 });
  return call('create_expense_receipt', { id: bill.id, sha256, name });
}

const first = await receipt('Rechnung Nr. 1: "Größe".pdf'.replaceAll(/[:"]/g, ''));
const second = await receipt('document.pdf');
const july = { gte: '2026-07-01', lte: '2026-07-31' };

type Made = { readonly done: Wire; readonly names: string[]; readonly inside: Record<string, Uint8Array> };

async function made(input: object): Promise<Made> {
  const asked = await call('create_document_export', input, { key: randomUUID() });
  const payload = { export_id: uuidFrom('dexp', asked.id) };
  const job = { id: randomUUID(), organizationId, kind: 'export_documents', payload, attempts: 1, error: null };
  for (let goesOn = true; goesOn;) {
    goesOn = await runner(job, async () => undefined).then(
      () => false,
      (error: unknown) => {
        if (error instanceof TurnOver) return true;
        throw error;
      },
    );
  }
  const done = await call('get_document_export', { id: asked.id });
  assert.equal(done.status, 'completed', done.problem);
  const found = await store.read({ organization: organizationId, sha256: done.sha256 });
  assert.ok(found);
  const inside = unzipSync(await buffer(found.bytes));
  return { done, names: Object.keys(inside).toSorted(), inside };
}

const textIn = (inside: Made['inside'], name: string) => strFromU8(inside[name] ?? new Uint8Array());

describe('the papers behind the entries of some days', () => {
  test('are the documents and the files of bills, each once, with an index that says what was booked', async () => {
    const { done, names, inside } = await made({ booked: july });
    assert.deepEqual([done.total, done.problems, done.layout], [3, 0, 'index']);
    assert.deepEqual(new Set(names), new Set([first.name, second.name, 'index.csv', `invoice-${invoice.number}.pdf`]));
    assert.equal(textIn(inside, second.name), pdfOf(second.name).toString());
    const index = textIn(inside, 'index.csv');
    assert.equal(index.split('\r\n').filter((row) => row.includes(bill.number)).length, 2);
    assert.equal((await made({ booked: '2026-07-09' })).done.total, 0);
  });

  test('are linked by the rows of the DATEV batch, all of them and no other', async () => {
    const { names, inside } = await made({ booked: july, layout: 'datev' });
    const text = textIn(inside, 'document.xml');
    const batch = await call('export_datev', { from: july.gte, to: july.lte });
    const rows = Buffer.from(batch.content, 'base64').toString('latin1');
    const linked = new Set([...rows.matchAll(/BEDI ""([^"]+)""/g)].map(([, id]) => id));
    const guids = [...text.matchAll(/<document guid="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(guids.length, 2);
    assert.deepEqual(new Set(guids), linked);
    assert.deepEqual(linked, new Set([uuidFrom('doc', invoice.id), uuidFrom('file', first.id)]));
    const told = [...text.matchAll(/<extension xsi:type="File" name="([^"]+)"/g)].map(([, name]) => name);
    assert.equal(told.length, 3);
    assert.deepEqual(new Set([...told, 'document.xml']), new Set(names));
    assert.ok(
      names.every((name) => /^[A-Za-z0-9._-]+$/.test(name)),
      names.join(' '),
    );
    assert.ok(text.includes(`<keywords>${bill.number}</keywords>`) && text.includes('name="2026/07"'));
  });

  test('are chosen by the entries alone', async () => {
    await assert.rejects(
      call('create_document_export', { booked: july, type: ['invoice'] }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/type')),
    );
    await assert.rejects(
      call('create_document_export', { layout: 'datev', issue_date: july }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/booked')),
    );
  });
});
