import { encodingOf } from '../core/encoding.ts';
import { readCamt } from './camt.ts';
import { textOf } from './code-page.ts';
import { readCsv } from './csv.ts';
import type { Statement, StatementFile } from './model.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import type { ReadOptions } from './options.ts';
import { linesMax, type Problem, refuseTooMany, UnreadableStatement } from './problem.ts';
import { readQif } from './qif.ts';
import { referencesIn } from './references.ts';
import { unzip, unzippedBytesMax } from './unzip.ts';

/**
 * Reads the file of a bank: camt.052, .053, .054, MT940, MT942, OFX, QFX, QIF, CSV, or a ZIP of these. It says what the
 * file says, and leaves out nothing without a problem that tells. Throws {@link UnreadableStatement} where nothing can
 * be made of it.
 */
export function readStatementFile(bytes: Uint8Array, options: ReadOptions = {}): StatementFile {
  if (bytes.length > unzippedBytesMax) {
    throw new UnreadableStatement('too_large', `the file is larger than ${unzippedBytesMax / 1024 / 1024} MiB`);
  }
  const { statements, problems } = startsWith(bytes, zipMark) ? readZip(bytes, options) : readOne(bytes, options);
  return { statements: statements.map(withReferences), problems };
}

function withReferences(statement: Statement): Statement {
  const lines = statement.lines.map((line) => {
    const found = line.references.length > 0 ? [] : referencesIn(line.text);
    return found.length === 0 ? line : { ...line, references: found };
  });
  return { ...statement, lines };
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];

function readOne(bytes: Uint8Array, options: ReadOptions): StatementFile {
  refuseOthers(bytes);
  const head = headOf(bytes);
  if (isOfx.test(head)) return readOfx(textOf(bytes, charsetOf(head, bytes) ?? options.encoding), options);
  if (/^\s*<(?:\?xml|[\w:-]*Document\b|!DOCTYPE(?!\s+html))/i.test(head)) return readCamt(bytes);
  if (/^\s*<(?:!DOCTYPE\s+html|html|table|meta)/i.test(head)) {
    throw new UnreadableStatement(
      'unsupported_format',
      'the file is a web page or a table in HTML; export CSV, camt or MT940',
    );
  }
  const text = textOf(bytes, options.encoding);
  if (/^\s*!(?:Type|Account|Option|Clear):/i.test(head)) return readQif(text, options);
  return isSwift.test(head) ? readMt940(text) : readCsv(text, options);
}

const headBytes = 8_192;
const isOfx = /OFXHEADER\s*[:=]|<OFX>/i;
const isSwift = /(?:^|[\r\n}:])(?:\{4:\s*)?:(?:20|25|28C?|60[FM]|61|86):/;

function headOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, headBytes);
  const encoding = encodingOf(head);
  return new TextDecoder(encoding.startsWith('utf-16') ? encoding : 'latin1')
    .decode(head)
    .replace(/^(?:\uFEFF|ï»¿)/, '');
}

/** OFX 1 names its code page; some banks write UTF-8 all the same. */
function charsetOf(head: string, bytes: Uint8Array): string | undefined {
  const [, charset] = /CHARSET:\s*(\d{4})/i.exec(head) ?? [];
  return charset === '1252' && encodingOf(bytes) === 'windows-1252' ? 'windows-1252' : undefined;
}

const others: readonly (readonly [readonly number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a workbook of old Excel'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive'],
];

function refuseOthers(bytes: Uint8Array): void {
  const [, what] = others.find(([mark]) => startsWith(bytes, mark)) ?? [];
  if (what === undefined) return;
  throw new UnreadableStatement(
    'unsupported_format',
    `the file is ${what}; export camt, MT940, OFX or CSV from the bank`,
  );
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** Each file by itself: one that cannot be read is told, and the others count. */
function readZip(bytes: Uint8Array, options: ReadOptions): StatementFile {
  const files = unzip(bytes);
  if (files.some(({ name }) => name === '[Content_Types].xml')) {
    throw new UnreadableStatement('unsupported_format', 'the file is a workbook of Excel; save the sheet as CSV');
  }
  const read = files.map(({ name, bytes: content }) => {
    try {
      if (startsWith(content, zipMark)) throw new UnreadableStatement('zip_bomb', 'a ZIP within a ZIP is not read');
      return within(name, readOne(content, options));
    } catch (error) {
      if (!(error instanceof UnreadableStatement)) throw error;
      return { fault: error, statements: [], problems: [leftOut(name, error)] };
    }
  });
  const [first] = read;
  if (first === undefined) throw new UnreadableStatement('not_a_statement', 'the ZIP has no file in it');
  if ('fault' in first && read.every((one) => 'fault' in one)) throw first.fault;
  const statements = read.flatMap((one) => one.statements);
  if (statements.reduce((sum, { lines }) => sum + lines.length, 0) > linesMax) throw refuseTooMany();
  return { statements, problems: read.flatMap(({ problems }) => problems) };
}

function within(name: string, { statements, problems }: StatementFile): StatementFile {
  return { statements, problems: problems.map((one) => ({ ...one, place: `${name}: ${one.place}` })) };
}

function leftOut(name: string, { message, place }: UnreadableStatement): Problem {
  const where = place === null ? name : `${name}: ${place}`;
  return { weight: 'refused', code: 'file_left_out', message, place: where };
}
