import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sampleFacts } from '../../test/support/einvoice/facts.ts';
import { pdfWith } from '../../test/support/einvoice/typst.ts';
import { ciiOf } from './cii.ts';
import { facturXFileName, markFacturX } from './factur-x.ts';
import { invoiceOf } from './invoice-of.ts';
import { readInvoice } from './read.ts';

const { invoice } = invoiceOf(sampleFacts(), { profile: 'facturx' });
const xml = ciiOf(invoice);
const pdf = pdfWith(xml);
const marked = markFacturX(pdf, { level: 'EN 16931', fileName: facturXFileName });

test('marking a PDF moves no byte of it, and adds little', () => {
  assert.deepEqual(Buffer.from(marked).subarray(0, pdf.length), Buffer.from(pdf));
  assert.ok(marked.length - pdf.length < 8_000);
});

test('the same PDF is marked the same, byte for byte', () => {
  assert.deepEqual(markFacturX(pdf, { level: 'EN 16931', fileName: facturXFileName }), marked);
});

test('the metadata say which profile is inside, and tell PDF/A what that means', () => {
  const text = Buffer.from(marked).toString('utf8');
  assert.match(text, /<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/);
  assert.match(text, /<fx:DocumentFileName>factur-x.xml<\/fx:DocumentFileName>/);
  assert.equal(text.split('Factur-X PDFA Extension Schema').length, 2);
});

test('the invoice is read out of the PDF as it was meant', () => {
  assert.deepEqual(readInvoice(marked), { invoice, syntax: 'cii', isHybrid: true, warnings: [] });
});

test('a PDF that Typst did not write is refused', () => {
  const cases = ['', '%PDF-1.7\n', Buffer.from(pdf).toString('latin1').replace('trailer', 'trailed')];
  for (const bytes of cases) {
    assert.throws(
      () => markFacturX(Buffer.from(bytes, 'latin1'), { level: 'BASIC', fileName: facturXFileName }),
      RangeError,
    );
  }
  const noMetadata = Buffer.from(
    Buffer.from(pdf)
      .toString('latin1')
      .replace(/\/Metadata (?=[0-9])/, '/Metadatb '),
    'latin1',
  );
  assert.throws(() => markFacturX(noMetadata, { level: 'BASIC', fileName: facturXFileName }), RangeError);
});

test('metadata that declare no schema get one', () => {
  const plain = Buffer.from(pdf).toString('latin1').replaceAll('pdfaExtension:schemas>', 'pdfaExtension:schemaz>');
  const text = Buffer.from(
    markFacturX(Buffer.from(plain, 'latin1'), { level: 'BASIC', fileName: facturXFileName }),
  ).toString();
  assert.match(text, /<pdfaExtension:schemas><rdf:Bag><rdf:li/);
});

test('qpdf finds nothing wrong with the marked PDF', (context) => {
  const output = run(context, 'qpdf', (path) => ['--check', path]);
  if (output !== undefined) assert.match(output, /No syntax or stream encoding errors found/);
});

test('poppler reads the metadata and finds the attachment', (context) => {
  const metadata = run(context, 'pdfinfo', (path) => ['-meta', path]);
  if (metadata !== undefined) assert.match(metadata, /fx:ConformanceLevel>EN 16931</);
  const folder = mkdtempSync(join(tmpdir(), 'daybook-facturx-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const saved = join(folder, 'out.xml');
  const output = run(context, 'pdfdetach', (path) => ['-save', '1', '-o', saved, path]);
  if (output !== undefined) assert.equal(readFileSync(saved, 'utf8'), xml);
});

/** Runs a tool of the system on the marked PDF; where it is not installed, the test says so and passes. */
function run(context: TestContext, tool: string, argumentsOf: (path: string) => string[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-facturx-'));
  const path = join(folder, 'invoice.pdf');
  writeFileSync(path, marked);
  try {
    return execFileSync(tool, argumentsOf(path), { encoding: 'utf8' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    context.diagnostic(`${tool} is not installed: left out`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
