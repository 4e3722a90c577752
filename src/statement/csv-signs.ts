import { folded } from '../core/fold.ts';
import { shown } from './amount.ts';
import { numberIn } from './columns.ts';
import { cellOf, type CsvLayout } from './csv-layout.ts';
import type { CsvRow } from './csv-table.ts';
import { LineFault } from './problem.ts';

/**
 * The ways in which a file marks money out: a sign, one of two columns, or a word beside the amount. A word counts
 * only where no amount of the file has a sign, since some banks have both.
 */
export type Signs = 'signed' | 'two_columns' | 'word';

const out = new Set('af s soll d debit dbit debet out dr - belastung lastschrift dare cargo'.split(' '));
const into = new Set('bij h haben c credit crdt kredit in cr + gutschrift avere abono'.split(' '));

export function signsOf(layout: CsvLayout): Signs {
  const { columns, rows } = layout;
  if (!columns.has('amount')) return 'two_columns';
  const hasSign = rows.some((row) => numberIn(cellOf(layout, row, 'amount'), layout.numbers)?.startsWith('-') === true);
  if (hasSign) return 'signed';
  const isWord = rows.some((row) => wordIn(layout, row) !== undefined);
  if (isWord) return 'word';
  return 'signed';
}

function wordIn(layout: CsvLayout, row: CsvRow): 'out' | 'into' | undefined {
  const word = folded(cellOf(layout, row, 'direction') || cellOf(layout, row, 'details')).trim();
  return out.has(word) ? 'out' : into.has(word) ? 'into' : undefined;
}

/** The signed amount as a decimal, or undefined where the row has none. */
export function amountOf(layout: CsvLayout, row: CsvRow, signs: Signs): string | undefined {
  if (signs === 'two_columns') return ofTwo(layout, row);
  const text = cellOf(layout, row, 'amount');
  if (text === '') return undefined;
  const number = readNumber(layout, text);
  if (signs === 'signed') return number;
  const word = wordIn(layout, row);
  if (word === undefined) throw new LineFault('wrong_direction', 'the row does not say whether money came or went');
  return word === 'out' ? negated(number) : number;
}

function ofTwo(layout: CsvLayout, row: CsvRow): string | undefined {
  const [credit, debit] = [cellOf(layout, row, 'credit'), cellOf(layout, row, 'debit')];
  const [came, went] = [credit, debit].map((text) => (text === '' ? undefined : readNumber(layout, text)));
  const isZero = (text: string | undefined) => text === undefined || /^-?0+(?:\.0+)?$/.test(text);
  if (!isZero(came) && !isZero(went)) {
    throw new LineFault('wrong_amount', `the row has a credit "${shown(credit)}" and a debit "${shown(debit)}"`);
  }
  // Debits have a minus at some banks and none at others, and mean the same.
  if (went !== undefined && !isZero(went)) return went.startsWith('-') ? went : `-${went}`;
  return came ?? went;
}

export function readNumber(layout: CsvLayout, text: string): string {
  const number = numberIn(text, layout.numbers);
  if (number === undefined) throw new LineFault('wrong_amount', `"${shown(text)}" is no amount`);
  return number;
}

export function negated(number: string): string {
  return number.startsWith('-') ? number.slice(1) : `-${number}`;
}
