import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { linksOfPdf, linksOfSvg, mayLinkTo } from './links.ts';

const good = ['https://example.com/a(b)?c=d&e=f', 'HTTP://example.com', 'mailto:a@example.com', 'tel:+49-40-1'];
const bad = [
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  ' javascript:x',
  'java\nscript:x',
  '\u0001javascript:x',
  'file:///etc/passwd',
  'data:text/html,x',
  'vbscript:x',
  '//example.com',
  '\\\\host\\share',
  'example.com',
  'https://',
  'https:/javascript:x',
  'http://a b',
  'https://x"onclick="y',
  'ftp://example.com',
  'jаvascript:x',
  '',
];

test('pages link to the web, to mail and to telephones, and to nothing else', () => {
  for (const link of good) assert.equal(mayLinkTo(link), true, link);
  for (const link of bad) assert.equal(mayLinkTo(link), false, link);
});

test('all links of a page are found, as a PDF and as a picture, whatever its texts look like', () => {
  const compiler = NodeCompiler.create({ workspace: tmpdir() });
  const links = [...good, ...bad.filter((link) => link !== '')];
  const title = 'endstream ( /URI (https://not-a-link.example) /Length 9 stream';
  const text = `#set document(title: ${JSON.stringify(title)})\n#set text(lang: "en")\n#${JSON.stringify(title)}\n`;
  const source = text + links.map((link) => `#link(${typstText(link)})[word]`).join('\n\n');
  const { result } = compiler.compile({ mainFileContent: source });
  assert.ok(result);
  const pdf = compiler.pdf(result, { pdfStandard: 'a-3a', pdfTags: true, creationTimestamp: 0 });
  assert.deepEqual(linksOfPdf(pdf), links);
  const svg = linksOfSvg(compiler.plainSvg(result));
  assert.deepEqual([...new Set(svg.map((link) => mayLinkTo(link)))], [true, false]);
  assert.equal(new Set(svg.filter((link) => !mayLinkTo(link))).size, bad.length - 1);
});

function typstText(text: string): string {
  return `"${text.replaceAll(/[\\"]|[^ -~]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)}"`;
}
