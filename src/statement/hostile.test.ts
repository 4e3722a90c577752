/** Files that strangers made to break what reads them: each is read or refused, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { camt, entry } from '../../test/support/camt.ts';
import { longTest } from '../../test/support/dose.ts';
import { type UnreadableStatementCode, UnreadableStatement } from './problem.ts';
import { readStatementFile } from './read.ts';

function code(bytes: Uint8Array | string): UnreadableStatementCode | 'read' {
  try {
    readStatementFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { currency: 'EUR' });
    return 'read';
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.code;
    throw error;
  }
}

const csv = 'Date,Description,Amount\n2026-03-02,a,1.00\n';
const mt940 = ':20:X\n:25:1/2\n:28C:1/1\n:60F:C240101EUR1,\n:61:240102C1,NTRFNONREF\n:86:text\n:62F:C240102EUR2,\n-\n';
const transaction = '<STMTTRN><DTPOSTED>20260102<TRNAMT>-1.00<FITID>1</STMTTRN>';
const ofx = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>USD${transaction}</STMTRS></OFX>`;
const qif = '!Type:Bank\nD2026-01-02\nT1.00\n^\n';
const xml = camt({ entries: [entry({})] });

test('a ZIP may have files of several formats, and one that is broken leaves the others', () => {
  const files = { 'a.csv': csv, 'b.sta': mt940, 'c.xml': xml.toString(), 'd/e.ofx': ofx };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
  assert.equal(readStatementFile(zip, { currency: 'EUR' }).statements.length, 4);
  const broken = zipSync({ 'a.csv': Buffer.from(csv), 'b.pdf': Buffer.from('%PDF-1.7') });
  const { statements, problems } = readStatementFile(broken, { currency: 'EUR' });
  assert.equal(statements.length, 1);
  assert.deepEqual(
    problems.map(({ code: found, place }) => [found, place]),
    [['file_left_out', 'b.pdf']],
  );
});

test('bombs are refused by what comes out, whatever the ZIP says of itself', longTest, () => {
  const zeros = zipSync({ 'a.csv': new Uint8Array(60 * 1024 * 1024) }, { level: 9 });
  assert.equal(code(zeros), 'zip_bomb');
  const lying = Buffer.from(zeros);
  // The size that the ZIP states, in its local header and in its directory.
  lying.writeUInt32LE(10, 22);
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
  assert.equal(code(lying), 'zip_bomb');
  const within = zipSync({ 'a.zip': zipSync({ 'a.csv': Buffer.from(csv) }) });
  assert.equal(code(within), 'zip_bomb');
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.csv`, Buffer.from(csv)]));
  assert.equal(code(zipSync(many)), 'zip_bomb');
  assert.equal(code(zipSync({ 'a.csv': Buffer.from(csv) }).subarray(0, 40)), 'zip_broken');
  assert.equal(code(zipSync({ '[Content_Types].xml': Buffer.from('x') })), 'unsupported_format');
});

test('what is no statement is refused with what it is', () => {
  assert.equal(code(''), 'not_a_statement');
  assert.equal(code('%PDF-1.7'), 'unsupported_format');
  assert.equal(code('<html><table>'), 'unsupported_format');
  assert.equal(code(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])), 'unsupported_format');
  assert.equal(
    code('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document/>'),
    'has_doctype',
  );
  assert.equal(code(ofx.replace('<OFX>', '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>')), 'has_doctype');
  assert.equal(code(Buffer.alloc(51 * 1024 * 1024)), 'too_large');
});

test('more lines than one file may have are refused in every format', longTest, () => {
  const many = 1_000_000;
  assert.equal(code(`Date,Description,Amount\n${'2026-03-02,a,1.00\n'.repeat(many)}`), 'too_many_lines');
  const swift = mt940.replace(/(:61:.*\n):86:text\n/, (_, line: string) => line.repeat(many));
  assert.equal(code(swift), 'too_many_lines');
  assert.equal(code(ofx.replace(/<STMTTRN>.*<\/STMTTRN>/, (one) => one.repeat(150_000))), 'too_many_lines');
  assert.equal(code(qif + 'D2026-01-02\nT1.00\n^\n'.repeat(many)), 'too_many_lines');
  const short = '<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>';
  assert.equal(code(camt({ entries: [short.repeat(150_000)] })), 'too_many_lines');
});

test('as many lines as one file may have are read', longTest, () => {
  const { statements } = readStatementFile(Buffer.from(csv + '2026-03-02,a,1.00\n'.repeat(99_999)), {
    currency: 'EUR',
  });
  assert.equal(statements[0]?.lines.length, 100_000);
});

test('a row of more columns than a bank writes is refused, unless nothing stands in them', () => {
  const wide = (cells: string) => `Date,Description,Amount${cells}\n2026-03-02,a,1.00${cells}\n`;
  assert.equal(code(wide(',x'.repeat(500))), 'not_a_statement');
  assert.equal(code(wide(','.repeat(16_381))), 'read');
});

test('texts made to be slow are read at once', () => {
  for (const text of ['?', '/', '+', 'SVWZ+', '/REMI/', ' ', ':']) {
    const long = text.repeat(200_000 / text.length);
    assert.equal(code(mt940.replace(':86:text', `:86:166?20${long}`)), 'read');
    assert.equal(code(mt940.replace(':86:text', `:86:/REMI/${long}`)), 'read');
  }
  for (const text of ['<', '&', '<A>', '<STATUS>', '</STMTTRN>']) {
    assert.equal(code(ofx.replace('<FITID>', `${text.repeat(100_000)}<FITID>`)), 'read');
  }
  for (const cell of ['-', '(', "1'", '1,', ' 1', 'S']) {
    assert.equal(code(`${csv}2026-03-02,a,"${cell.repeat(50_000)}"\n`), 'read');
  }
});

test('a file cut anywhere, or with any byte changed, is read or refused', () => {
  const files = [Buffer.from(csv), Buffer.from(mt940), Buffer.from(ofx), Buffer.from(qif), xml];
  const zip = Buffer.from(zipSync({ 'a.csv': Buffer.from(csv), 'b.sta': Buffer.from(mt940) }));
  fc.assert(
    fc.property(fc.constantFrom(...files, zip), fc.nat(), fc.nat(255), fc.boolean(), (file, place, byte, isCut) => {
      const at = place % file.length;
      const changed = isCut ? file.subarray(0, at) : Buffer.from(file);
      if (!isCut) changed[at] = byte;
      assert.ok(code(changed));
    }),
    { numRuns: 2_000 },
  );
});

test('no text can be more than a line says', () => {
  const long = 'x'.repeat(150_000);
  const { statements } = readStatementFile(Buffer.from(`Date,Description,Amount\n2026-03-02,${long},1.00\n`), {
    currency: 'EUR',
  });
  assert.equal(statements[0]?.lines[0]?.text.length, 4_000);
});
