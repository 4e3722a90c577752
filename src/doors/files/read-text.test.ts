/** PDFs that strangers made to harm: their text is not read, in time, and nothing else happens. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { longTest } from '../../../test/support/dose.ts';
import { readPdfText, tidiedText } from './read-text.ts';

const read = (bytes: Buffer) => readPdfText(Readable.from([bytes]));

/** A PDF of these objects, with its table left to be found anew. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = objects.map((content, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(content), Buffer.from('\nendobj\n')]),
  );
  const end = 'trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(end)]);
}

function pageSaying(content: Buffer, filter = ''): Buffer {
  const font = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const head = Buffer.from(`<< /Length ${content.length} ${filter} >>\nstream\n`);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources ${font} /Contents 4 0 R >>`,
    Buffer.concat([head, content, Buffer.from('\nendstream')]),
  ]);
}

test('what a PDF says is read, and a text as it is', async () => {
  assert.equal(await read(pageSaying(Buffer.from('BT /F 12 Tf (Hello there) Tj ET'))), 'Hello there');
  assert.equal(tidiedText('Plain\u0000 words'), 'Plain  words');
  assert.equal(tidiedText(' \u0001 '), undefined);
});

test('a PDF that is broken, endless or a bomb says nothing, and ends', longTest, async () => {
  const bomb = deflateSync(Buffer.alloc(600_000_000, '('), { level: 9 });
  const hostile = {
    'no PDF': Buffer.from('%PDF-1.7\nnothing\n%%EOF'),
    'pages of themselves': pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 9 >>']),
    'a stream that unfolds': pageSaying(bomb, '/Filter /FlateDecode'),
  };
  for (const [what, bytes] of Object.entries(hostile)) assert.equal(await read(bytes), undefined, what);
});

test('no more is read than anybody searches', async () => {
  const many = Buffer.from(`BT /F 12 Tf ${'(abcdefghij) Tj '.repeat(40_000)} ET`);
  assert.ok(((await read(pageSaying(many))) ?? '').length <= 200_000);
});
