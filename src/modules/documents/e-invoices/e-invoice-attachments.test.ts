/** Files that go with invoices, inside of their e-invoices (BG-24). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hybridXml, pdfFaults } from '../../../../test/support/einvoice/hybrid.ts';
import { senderOf } from '../../../../test/support/einvoice/sender.ts';
import { faultsByXsd } from '../../../../test/support/einvoice/xsd.ts';
import { needing } from '../../../../test/support/pdf-tools.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { contentIn, pdfOf, pngOf } from '../../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { readInvoice } from '../../../einvoice/read.ts';
import { eInvoiceFormats } from '../../../wire/index.ts';
import type { FileType } from '../../files/index.ts';

const world = await createWorld();
const { call, ana, runtime } = world;
const shop = shopOf(world);
const { invoiced, drafted, eInvoice } = await senderOf(world, shop);

/** A file of the organisation, with bytes that are really there. */
async function kept(name: string, contentType: FileType, bytes: Buffer): Promise<string> {
  const sha256 = await contentIn(world, ana, bytes, { contentType });
  await runtime.renderer?.keep({ organization: ana.organization?.id ?? '', sha256 }, bytes);
  return (await call('create_file', { sha256, name })).id;
}

const hours = { name: 'Stunden <März> & "April".pdf', type: 'application/pdf', bytes: pdfOf('hours') };
const table = { name: 'hours.csv', type: 'text/csv', bytes: Buffer.from('day;hours\n2026-03-02;7,5\n') };
const photo = { name: 'site.png', type: 'image/png', bytes: pngOf() };
const ids = [
  await kept(hours.name, 'application/pdf', hours.bytes),
  await kept(table.name, 'text/plain', table.bytes),
  await kept(photo.name, 'image/png', photo.bytes),
];
const note = await kept('note.txt', 'text/plain', Buffer.from('By hand.'));

const inside = (xml: string | Buffer) =>
  readInvoice(Buffer.from(xml)).invoice.attachments.map(({ id, file }) => ({
    id,
    name: file?.name,
    type: file?.type,
    bytes: Buffer.from(file?.content ?? '', 'base64'),
  }));
const expected = [hours, table, photo].map((file) => ({ id: file.name, ...file }));
const bytesOf = ({ content }: Wire) => Buffer.from(content, 'base64');

describe('the files of an invoice', () => {
  test('are in its e-invoice of every format, byte for byte, and always the same', async () => {
    const invoice = await invoiced({}, { attachment_ids: ids });
    for (const profile of eInvoiceFormats) {
      const file = await eInvoice(invoice, profile);
      assert.deepEqual(inside(profile === 'facturx' ? bytesOf(file) : file.content), expected, profile);
      assert.deepEqual(await eInvoice(invoice, profile), file);
    }
  });

  test('are in an e-invoice that others can read', needing('qpdf', 'pdfdetach'), async () => {
    const invoice = await invoiced({ e_invoicing: { format: 'facturx' } }, { attachment_ids: ids });
    const pdf = bytesOf(await call('get_document_pdf', { id: invoice.id }));
    assert.deepEqual(pdfFaults(pdf), []);
    const xml = hybridXml(pdf);
    assert.deepEqual(faultsByXsd(xml, 'EN16931'), []);
    assert.deepEqual(inside(xml), expected);
  });

  test('stay in it, whatever they are called later', async () => {
    const invoice = await invoiced({ e_invoicing: { format: 'en16931-ubl' } }, { attachment_ids: ids });
    await call('update_file', { id: ids[2], name: 'renamed.png' });
    assert.deepEqual(inside((await eInvoice(invoice)).content), expected);
    await call('update_file', { id: ids[2], name: photo.name });
  });
});

describe('a file that e-invoices do not take', () => {
  const refusedAt = refused('e_invoice_incomplete', ({ errors: [error] }) => {
    assert.deepEqual([error.pointer, error.code], ['/document/attachment_ids/1', 'BR-CL-24']);
    assert.deepEqual(error.change_with, 'update_document');
    assert.match(error.message, /note\.txt/);
  });

  test('is refused before the invoice is issued, where its client takes one', async () => {
    const draft = await drafted({ e_invoicing: { format: 'en16931-ubl' } }, { attachment_ids: [ids[0], note] });
    await assert.rejects(shop.keyed('issue_document', { id: draft.id }), refusedAt);
    assert.equal((await call('get_document', { id: draft.id })).status, 'draft');
    await call('update_document', { id: draft.id, attachment_ids: [ids[0]] });
    assert.deepEqual(inside((await eInvoice(await shop.keyed('issue_document', { id: draft.id }))).content), [
      expected[0],
    ]);
  });

  test('is left out of one that is asked for later, and goes with the invoice all the same', async () => {
    const invoice = await invoiced({}, { attachment_ids: [note, ids[0]] });
    assert.deepEqual(inside((await eInvoice(invoice, 'xrechnung-cii')).content), [expected[0]]);
    const file = await call('get_document_attachment', { id: invoice.id, file_id: note });
    assert.equal(bytesOf(file).toString(), 'By hand.');
  });
});

test('words that look like the place of a file stay words', async () => {
  const words = `sha256:${'a'.repeat(64)}`;
  const invoice = await invoiced({}, { notes: words, attachment_ids: [ids[0]] });
  const read = readInvoice(Buffer.from((await eInvoice(invoice, 'xrechnung-ubl')).content)).invoice;
  assert.deepEqual([read.notes, read.attachments.length], [[words], 1]);
});
