/** QIF of Quicken: no ids, no currency and no balances, and days in whichever order. */
import { exactMoney, shown } from './amount.ts';
import { dayIn, numberIn, settleDays, settleNumbers } from './columns.ts';
import { noFacts, nobody, type LineDetail, type StatementFile, type StatementLine } from './model.ts';
import type { ReadOptions } from './options.ts';
import { LineFault, linesMax, Problems, refuseTooMany, UnreadableStatement } from './problem.ts';
import { given, remittanceOf } from './remittance.ts';
import type { DayFormat, NumberFormat } from '../core/written.ts';
import { money } from '../core/money.ts';

type Record = { readonly line: number; readonly fields: readonly { readonly letter: string; readonly text: string }[] };

const kinds = /^!Type:(?:Bank|CCard|Cash|Oth [AL])\s*$/i;

export function readQif(text: string, options: ReadOptions): StatementFile {
  const problems = new Problems();
  const records = recordsIn(text);
  if (records.length === 0) {
    throw new UnreadableStatement(
      'not_a_statement',
      'the QIF file has no lines of a bank account, card or cash account',
    );
  }
  const { currency } = options;
  if (currency === undefined) {
    const message = 'a QIF file names no currency: say that of the account';
    problems.add({ weight: 'question', code: 'currency_missing', message, place: 'line 1' });
    return { statements: [], problems: problems.list() };
  }
  const formats = formatsOf(records, options, problems);
  const lines = records.flatMap((record, index) => {
    try {
      return lineIn(record, { currency, position: index + 1, ...formats, isReversed: options.signs === 'reversed' });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      problems.add({ weight: 'refused', code: error.code, message: error.message, place: `line ${record.line}` });
      return [];
    }
  });
  const account = { iban: null, number: null, bankCode: null, bic: null, currency, owner: null };
  const bare = { id: null, number: null, from: null, to: null, opening: null, closing: null, available: null };
  return { statements: [{ format: 'qif', kind: 'final', account, ...bare, lines }], problems: problems.list() };
}

function recordsIn(text: string): readonly Record[] {
  const records: Record[] = [];
  let isMoney = false;
  let open: { line: number; fields: { letter: string; text: string }[] } | undefined;
  let number = 0;
  for (const row of text.split(/\r?\n|\r/)) {
    number++;
    if (row.startsWith('!')) {
      isMoney = kinds.test(row);
      open = undefined;
    } else if (row.startsWith('^')) {
      if (isMoney && open !== undefined) records.push(open);
      if (records.length > linesMax) throw refuseTooMany();
      open = undefined;
    } else if (row.trim() !== '') {
      open ??= { line: number, fields: [] };
      if (open.fields.length < fieldsMax) open.fields.push({ letter: row.charAt(0), text: row.slice(1).trim() });
    }
  }
  // A file may end without the last `^`.
  if (isMoney && open !== undefined) records.push(open);
  return records;
}

const fieldsMax = 1_000;

type Formats = { readonly days: DayFormat; readonly numbers: NumberFormat };

function formatsOf(records: readonly Record[], options: ReadOptions, problems: Problems): Formats {
  const all = (letters: string) =>
    records.flatMap(({ fields }) => fields.filter(({ letter }) => letters.includes(letter)).map((field) => field.text));
  const days = settleDays(all('D'));
  const numbers = settleNumbers(all('TU$'));
  if (options.dateFormat === undefined && days.unsure !== undefined) {
    const say = 'say whether the day or the month is first';
    const message = `the days (${days.unsure.join(', ')}) can be read in two ways: ${say}`;
    problems.add({ weight: 'question', code: 'date_format_unsure', message, place: 'D' });
  }
  if (options.numberFormat === undefined && numbers.unsure !== undefined) {
    const message = `the amounts (${numbers.unsure.join(', ')}) can be read in two ways: say which is the decimal sign`;
    problems.add({ weight: 'question', code: 'number_format_unsure', message, place: 'T' });
  }
  return {
    days: options.dateFormat ?? days.format ?? 'month_first',
    numbers: options.numberFormat ?? numbers.format ?? 'decimal_point',
  };
}

type LineContext = Formats & { readonly currency: string; readonly position: number; readonly isReversed: boolean };

function lineIn(
  { line, fields }: Record,
  { currency, position, days, numbers, isReversed }: LineContext,
): StatementLine {
  const first = (letter: string) => fields.find((field) => field.letter === letter)?.text;
  const amountOf = (text: string) => {
    const number = numberIn(text, numbers);
    if (number === undefined) throw new LineFault('wrong_amount', `"${shown(text)}" is no amount`);
    const amount = exactMoney(number, currency);
    return isReversed ? money(-amount.minor, currency) : amount;
  };
  const [day, amount] = [first('D'), first('T') ?? first('U')];
  if (day === undefined || amount === undefined) throw new LineFault('field_missing', 'D or T is missing');
  const bookingDay = dayIn(day, days);
  if (bookingDay === undefined) throw new LineFault('wrong_day', `"${shown(day)}" is no day`);
  const memo = given(first('M'));
  const read = amountOf(amount);
  const details = splitsIn(fields, amountOf);
  const sum = details.reduce((total, detail) => total + (detail.amount?.minor ?? 0n), 0n);
  return {
    ...noFacts,
    ...remittanceOf(memo === null ? [] : [memo]),
    counterparty: { ...nobody, name: given(first('P')) },
    position,
    place: `line ${line}`,
    bookingDay,
    valueDay: bookingDay,
    transactionDay: null,
    amount: read,
    status: read.minor === 0n ? 'info' : 'booked',
    isReversal: false,
    bankReference: null,
    customerReference: null,
    checkNumber: given(first('N')),
    batchId: null,
    codes: { type: given(first('L')) ?? undefined },
    details,
    detailsAgree: details.length === 0 || sum === read.minor,
    runningBalance: null,
    corrects: null,
    raw: [...fields.map(({ letter, text }) => `${letter}${text}`), '^'].join('\n'),
  };
}

/** Splits: `S` begins one with its category, `E` is its memo and `$` its amount. */
function splitsIn(fields: Record['fields'], amountOf: (text: string) => LineDetail['amount']): readonly LineDetail[] {
  const splits: LineDetail[] = [];
  for (const { letter, text } of fields) {
    const last = splits.at(-1);
    if (letter === 'S') splits.push({ ...noFacts, ...remittanceOf([text]), amount: null, bankReference: null });
    else if (last === undefined) continue;
    else if (letter === 'E') splits[splits.length - 1] = { ...last, ...remittanceOf([text]) };
    else if (letter === '$') splits[splits.length - 1] = { ...last, amount: amountOf(text) };
  }
  return splits;
}
