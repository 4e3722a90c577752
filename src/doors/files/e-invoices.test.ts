/** E-invoices that strangers send: read in a thread of their own, and refused in time where they are made to harm. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { sampleFacts } from '../../../test/support/einvoice/facts.ts';
import { pdfWith } from '../../../test/support/einvoice/typst.ts';
import { openUploadFixture } from '../../../test/support/upload-fixture.ts';
import type { Wire } from '../../../test/support/world.ts';
import { eInvoiceOf } from '../../einvoice/e-invoice.ts';

const { service, who, send, refused } = await openUploadFixture();
const { token } = who;
const xmlOf = (number: string, syntax: 'ubl' | 'cii' = 'ubl') =>
  eInvoiceOf(sampleFacts({ number }), { profile: 'en16931', syntax }).xml ?? '';
const said = async ({ id }: Wire) => service.api(token, 'GET', `/files/${id}/einvoice`);

/** Reason why the e-invoice of a stored file could not be read. */
async function reasonOf(bytes: Buffer): Promise<string> {
  const { status, body, text } = await send(bytes, { filename: 'bill' });
  assert.equal(status, 201, text);
  const answer = await said(body);
  assert.deepEqual([answer.status, answer.body.code], [422, 'e_invoice_unreadable']);
  return answer.body.reason;
}

describe('an e-invoice that is sent', () => {
  test('is read, as UBL, as CII and out of a PDF, and comes back as something to save', async () => {
    const files = [
      Buffer.from(xmlOf('A-1')),
      Buffer.from(`\ufeff${xmlOf('A-1')}`),
      Buffer.from(xmlOf('A-1', 'cii')),
      Buffer.from(pdfWith(xmlOf('A-1', 'cii'))),
    ];
    for (const bytes of files) {
      const { status, body, text } = await send(bytes, { filename: 'bill' });
      assert.equal(status, 201, text);
      const { body: facts } = await said(body);
      assert.deepEqual([facts.number, facts.totals.gross, facts.lines.length], ['A-1', '270.10', 2]);
    }
    const { body } = await send(Buffer.from(xmlOf('A-1')), { filename: 'bill.html' });
    assert.deepEqual([body.content_type, body.name], ['application/xml', 'bill.html.xml']);
    const answer = await service.api(token, 'GET', `/files/${body.id}/content`);
    assert.equal(answer.headers['content-type'], 'application/xml');
    assert.match(String(answer.headers['content-security-policy']), /^sandbox; default-src 'none'/);
    assert.match(String(answer.headers['content-disposition']), /^attachment;/);
  });

  test('becomes a draft in the call that sends it', async () => {
    const { status, body, text } = await send(Buffer.from(pdfWith(xmlOf('A-2', 'cii'))), {
      path: '/expenses/from-file',
    });
    assert.equal(status, 201, text);
    assert.deepEqual([body.supplier_invoice_number, body.status, body.total], ['A-2', 'draft', '270.10']);
    assert.equal(body.receipt_file_ids.length, 1);
  });
});

describe('XML that is made to harm', () => {
  const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
  const doctypes = [
    `<!DOCTYPE lolz [<!ENTITY l0 "lol">${entities.join('')}]>`,
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
  ];

  test('with a document type is not even kept, and neither is any other XML', async () => {
    for (const doctype of doctypes) {
      await refused(Buffer.from(xmlOf('B-1').replace('?>', `?>${doctype}`)), 'file_type_not_allowed');
    }
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?><html/>', '<Invoices/>']) {
      await refused(Buffer.from(other), 'file_type_not_allowed');
    }
  });

  test('too deep, too large, too wide or broken is kept as a file and read as nothing, in time', async () => {
    const root = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">';
    const started = Date.now();
    assert.equal(await reasonOf(Buffer.from(root + '<a>'.repeat(100_000))), 'too_deep');
    assert.equal(await reasonOf(Buffer.from(`${root}${'<b/>'.repeat(300_000)}</Invoice>`)), 'too_deep');
    assert.equal(await reasonOf(Buffer.from(`${root}${' '.repeat(21 * 1_024 * 1_024)}</Invoice>`)), 'too_large');
    assert.equal(await reasonOf(Buffer.from(`${root}&undefined;</Invoice>`)), 'not_xml');
    assert.equal(await reasonOf(Buffer.from(`${root}</Invoice>`)), 'field_missing');
    assert.ok(Date.now() - started < 30_000);
  });

  test('unpacked out of a PDF beyond all measure is read as nothing, in time', async () => {
    const bomb = deflateSync(Buffer.alloc(300_000_000));
    const head =
      '%PDF-1.7\n1 0 obj\n<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 2 0 R >> >>\nendobj\n' +
      `2 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
    const tail = '\nendstream\nendobj\ntrailer\n<< /Size 3 >>\nstartxref\n0\n%%EOF\n';
    const started = Date.now();
    assert.equal(await reasonOf(Buffer.concat([Buffer.from(head), bomb, Buffer.from(tail)])), 'too_large');
    assert.ok(Date.now() - started < 10_000);
  });

  test('keeps nobody else waiting while it is read', async (context) => {
    const lines = '<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:Note>x</cbc:Note></cac:InvoiceLine>'.repeat(80_000);
    const slow = Buffer.from(xmlOf('B-2').replace('</Invoice>', `${lines}</Invoice>`));
    // Turns of the loop that answers others. Read within it, the file would leave it those in which it came in.
    const turnsOf = async (bytes: Buffer, expected: number) => {
      let turns = 0;
      const turn = setInterval(() => (turns += 1), 1);
      const { status, text } = await send(bytes, { filename: 'slow' });
      clearInterval(turn);
      assert.equal(status, expected, text);
      return turns;
    };
    const read = await turnsOf(slow, 201);
    const received = await turnsOf(Buffer.concat([Buffer.from('<svg/>'), slow]), 415);
    context.diagnostic(`${read} turns, ${received} of them to receive it`);
    assert.ok(read > 3 * received, `${read} turns, ${received} of them to receive it`);
  });
});
