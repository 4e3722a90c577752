import { wordsOf } from '../core/words.ts';
import type { LineDetail, StatementLine } from './model.ts';

const lineWordsMax = 60;
/** A batch of a few thousand payments. */
const detailWordsMax = 20_000;
/** PostgreSQL keeps a megabyte of words in a `tsvector`; those of the line itself are to have room beside these. */
const detailBytesMax = 900_000;

/** The words that a line of a statement is found by: its own, and those of the payments that it is made of. */
export function wordsOfLine(line: StatementLine): readonly string[] {
  const { counterparty, text, references, bankReference, endToEndId, batchId, customerReference, details } = line;
  const names = [counterparty.name, counterparty.account, endToEndId, bankReference, batchId, customerReference];
  const own = wordsOf([...names, ...references, text], lineWordsMax);
  return details.length === 0 ? own : [...new Set([...own, ...wordsOfDetails(details)])];
}

/** The words that payments of a batch are found by, the first of them where there are too many to keep. */
export function wordsOfDetails(details: readonly LineDetail[]): readonly string[] {
  const texts = details.flatMap(({ counterparty, text, references, bankReference, endToEndId, mandateId }) => [
    counterparty.name,
    counterparty.account,
    endToEndId,
    mandateId,
    bankReference,
    ...references,
    text,
  ]);
  let bytes = 0;
  return wordsOf(texts, detailWordsMax).filter((word) => {
    bytes += Buffer.byteLength(word);
    return bytes <= detailBytesMax;
  });
}
