import { type BalanceCheck, checkBalance } from './balance.ts';
import { wordsOfLine } from './found-by.ts';
import { keysOf, type LineKey } from './line-key.ts';
import type { Statement, StatementFile, StatementLine } from './model.ts';
import type { ReadOptions } from './options.ts';
import { type Problem, UnreadableStatement, type UnreadableStatementCode } from './problem.ts';
import { readStatementFile } from './read.ts';
import { effectOf } from './running-balance.ts';

export type StatementSource = {
  readonly bytes: Uint8Array;
  /** Said with this file. */
  readonly given: ReadOptions;
  /** Said with an earlier file of the account, which may have been made otherwise. */
  readonly remembered: ReadOptions;
};

/** A line as it is kept: its texts can be stored, and it is found by its words. */
export type KeyedLine = {
  readonly line: StatementLine;
  readonly key: LineKey;
  readonly words: readonly string[];
  /** Effect on the balance, in minor units: the amount, and charges that are not in it. */
  readonly change: bigint;
};

export type KeyedStatement = Omit<Statement, 'lines'> & {
  readonly lines: readonly KeyedLine[];
  readonly balance: BalanceCheck;
};

export type FileFault = {
  readonly code: UnreadableStatementCode;
  readonly message: string;
  readonly place: string | null;
};

export type KeyedFile =
  | { readonly statements: readonly KeyedStatement[]; readonly problems: readonly Problem[] }
  | { readonly fault: FileFault };

/** Reads a file and prepares its lines for being compared and kept. Pure, so that a thread can do it. */
export function readKeyed({ bytes, given, remembered }: StatementSource): KeyedFile {
  const both = { ...remembered, ...given };
  // Columns by their numbers fit one layout alone: a file with headings is asked first.
  const isNumbered = Object.values(remembered.mapping ?? {}).some((heading) => /^\d+$/.test(heading));
  const [first, second] = isNumbered ? [given, both] : [both, given];
  const read = attempt(bytes, first);
  if (isClear(read) || Object.keys(remembered).length === 0) return keyed(read);
  const again = attempt(bytes, second);
  return keyed(isClear(again) ? again : read);
}

type Attempt = StatementFile | { readonly fault: FileFault };

function attempt(bytes: Uint8Array, options: ReadOptions): Attempt {
  try {
    return readStatementFile(bytes, options);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return { fault: { code: error.code, message: error.message, place: error.place } };
  }
}

function isClear(read: Attempt): boolean {
  return !('fault' in read) && !read.problems.some(({ weight }) => weight === 'question');
}

function keyed(read: Attempt): KeyedFile {
  if ('fault' in read) return { fault: storable(read.fault) };
  return { statements: read.statements.map(keyedStatement), problems: storable(read.problems) };
}

function keyedStatement(read: Statement): KeyedStatement {
  const statement = storable(read);
  const keys = keysOf(statement);
  const lines = statement.lines.flatMap((line, index): KeyedLine[] => {
    const key = keys[index];
    return key === undefined ? [] : [{ line, key: indexable(key), words: wordsOfLine(line), change: effectOf(line) }];
  });
  return { ...statement, lines, balance: checkBalance(statement) };
}

/** An index takes no longer key. */
const referenceLengthMax = 255;

function indexable(key: LineKey): LineKey {
  const { reference, corrects } = key;
  return {
    ...key,
    reference: reference?.slice(0, referenceLengthMax) ?? null,
    corrects: corrects && { ...corrects, reference: corrects.reference.slice(0, referenceLengthMax) },
  };
}

const lengthMax = 4_000;
// PostgreSQL text holds no NUL, and other control characters are remains of how the file was sent.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The same with texts that a database takes: what a file of a stranger says is neither refused nor believed. */
function storable<Value>(value: Value): Value {
  // Every branch answers what it was given, with other texts in it.
  if (typeof value === 'string') return plain(value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storable<unknown>(one)])) as Value;
}

function plain(text: string): string {
  return text.slice(0, lengthMax).toWellFormed().replaceAll(controls, '').normalize('NFC');
}
