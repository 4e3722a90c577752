import { absolute } from '../core/absolute.ts';
import { type Day, dayIn as dayInZone, isDay } from '../core/calendar.ts';
import { minorDigits } from '../core/currency.ts';
import { parseDecimal } from '../core/decimal.ts';
import { folded } from '../core/fold.ts';
import { type Money, money } from '../core/money.ts';
import { exactMoney, shown } from './amount.ts';
import { dayIn } from './columns.ts';
import { plainHeading } from './csv-headings.ts';
import { allCells, cellOf, type CsvLayout } from './csv-layout.ts';
import { amountOf, negated, readNumber, type Signs } from './csv-signs.ts';
import type { CsvRow } from './csv-table.ts';
import {
  type LineCharge,
  type LineDetail,
  type LineStatus,
  noFacts,
  type OriginalAmount,
  type StatementLine,
} from './model.ts';
import type { ReadOptions } from './options.ts';
import { LineFault } from './problem.ts';
import { given, remittanceOf, tidy } from './remittance.ts';

export type RowContext = { readonly signs: Signs; readonly options: ReadOptions };

/** A row of a statement; null where it moves no money, since it was declined or only a note. */
export function lineIn(layout: CsvLayout, row: CsvRow, { signs, options }: RowContext): StatementLine | null {
  const status = statusOf(layout, row);
  if (status === undefined) return null;
  const currency = currencyOf(layout, row, options);
  const number = amountOf(layout, row, signs);
  if (number === undefined) throw new LineFault('field_missing', 'the row has no amount');
  const amount = exactMoney(options.signs === 'reversed' ? negated(number) : number, currency);
  const bookingDay = dayOf(layout, row, { role: 'booking_day', options });
  if (bookingDay === undefined) throw new LineFault('field_missing', 'the row has no day');
  const facts = factsIn(layout, row, amount);
  return {
    ...facts,
    position: 0,
    place: `line ${row.line}`,
    bookingDay,
    valueDay: dayOf(layout, row, { role: 'value_day', options }) ?? bookingDay,
    transactionDay: dayOf(layout, row, { role: 'transaction_day', options }) ?? null,
    amount,
    status: amount.minor === 0n && facts.charges.length === 0 ? 'info' : status,
    isReversal: /\bstorno|\breversal\b|\bextourne/.test(folded(cellOf(layout, row, 'status'))),
    bankReference: referenceOf(layout, row, amount),
    customerReference: given(cellOf(layout, row, 'customer_reference')),
    checkNumber: given(cellOf(layout, row, 'check_number')),
    batchId: null,
    codes: { type: given(cellOf(layout, row, 'type')) ?? undefined },
    details: [],
    detailsAgree: true,
    runningBalance: balanceOf(layout, row, currency),
    corrects: null,
    raw: row.raw,
  };
}

const pending = /vorgemerkt|pending|ausstehend|authori[sz]|en attente|in behandeling|pendiente|in sospeso/;
const without = /reverted|declined|failed|cancell?ed|denied|abgelehnt|expired|removed|voided|abgebrochen/;

/** Undefined where the row does not count. */
function statusOf(layout: CsvLayout, row: CsvRow): LineStatus | undefined {
  const [status, effect] = [folded(cellOf(layout, row, 'status')), folded(cellOf(layout, row, 'effect'))];
  if (effect === 'memo' || without.test(status)) return undefined;
  return pending.test(status) ? 'pending' : 'booked';
}

function currencyOf(layout: CsvLayout, row: CsvRow, { currency }: ReadOptions): string {
  const found = (cellOf(layout, row, 'currency') || layout.currency || currency || '').toUpperCase();
  if (minorDigits(found) === undefined)
    throw new LineFault('unknown_currency', `"${shown(found)}" is no currency of ISO 4217`);
  return found;
}

type DayRole = { readonly role: 'booking_day' | 'value_day' | 'transaction_day'; readonly options: ReadOptions };

/** A column of UTC says so in its heading: its moments are days in the zone of the account. */
function dayOf(layout: CsvLayout, row: CsvRow, { role, options }: DayRole): Day | undefined {
  const text = cellOf(layout, row, role);
  if (text === '') return undefined;
  const heading = layout.header[layout.columns.get(role)?.[0] ?? -1] ?? '';
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)/.exec(text) ?? [];
  const isUtc = plainHeading(heading).endsWith('utc') || text.endsWith('Z');
  if (options.timeZone !== undefined && isUtc && date !== undefined && time !== undefined && isDay(date)) {
    return dayInZone(`${date}T${time.length === 5 ? `${time}:00` : time}Z`, options.timeZone);
  }
  const day = dayIn(text, layout.days);
  if (day === undefined) throw new LineFault('wrong_day', `"${shown(text)}" is no day`);
  return day;
}

function factsIn(layout: CsvLayout, row: CsvRow, amount: Money) {
  const other = amount.minor < 0n ? cellOf(layout, row, 'payee') : cellOf(layout, row, 'payer');
  const reference = given(cellOf(layout, row, 'structured_reference'));
  const texts = allCells(layout, row, ['text', 'more_text']).map((text) => text.replaceAll(/\r?\n/g, ' '));
  return {
    ...noFacts,
    original: originalOf(layout, row, amount),
    rate: rateOf(layout, row),
    charges: chargesOf(layout, row, amount),
    counterparty: {
      name: given(cellOf(layout, row, 'name') || other),
      account: given(cellOf(layout, row, 'counterparty_account'))?.replaceAll(' ', '') ?? null,
      bic: given(cellOf(layout, row, 'counterparty_bic')),
    },
    endToEndId: given(cellOf(layout, row, 'end_to_end_id')),
    mandateId: given(cellOf(layout, row, 'mandate_id')),
    creditorId: given(cellOf(layout, row, 'creditor_id')),
    references: reference === null ? [] : [reference],
    // Columns are texts of their own: there was a blank between them.
    ...remittanceOf([texts.join(' ')]),
  };
}

function originalOf(layout: CsvLayout, row: CsvRow, amount: Money): OriginalAmount | null {
  const [number, currency] = [
    cellOf(layout, row, 'original_amount'),
    cellOf(layout, row, 'original_currency').toUpperCase(),
  ];
  if (minorDigits(currency) === undefined || currency === amount.currency) return null;
  const original = number === '' ? null : exactMoney(readNumber(layout, number), currency);
  return { currency, amount: original };
}

function rateOf(layout: CsvLayout, row: CsvRow): StatementLine['rate'] {
  const text = cellOf(layout, row, 'rate');
  const value = text === '' ? '' : text.replace(/^(\d+),(\d+)$/, '$1.$2');
  return parseDecimal(value) === undefined ? null : { value, of: null };
}

/** Apart from the amount: what a net column leaves of it, else the fee without its sign. */
function chargesOf(layout: CsvLayout, row: CsvRow, amount: Money): readonly LineCharge[] {
  // Wise states in `Total fees` what has rows of its own.
  const [fee, net] = [cellOf(layout, row, 'fee'), cellOf(layout, row, 'net')];
  if (fee === '' && net === '') return [];
  const { currency } = amount;
  const minor =
    net === ''
      ? absolute(exactMoney(readNumber(layout, fee), currency).minor)
      : amount.minor - exactMoney(readNumber(layout, net), currency).minor;
  return minor === 0n ? [] : [{ amount: money(minor, currency), isIncluded: false }];
}

/** The id of Wise is shared by a transfer and its fee: with the sign and the description it is one of the row. */
function referenceOf(layout: CsvLayout, row: CsvRow, amount: Money): string | null {
  const id = given(cellOf(layout, row, 'reference'));
  if (id === null || !layout.isWise) return id;
  return `${id} ${amount.minor < 0n ? '-' : '+'} ${tidy(cellOf(layout, row, 'text'))}`;
}

function balanceOf(layout: CsvLayout, row: CsvRow, currency: string): Money | null {
  const text = cellOf(layout, row, 'balance');
  return text === '' ? null : exactMoney(readNumber(layout, text), currency);
}

/** A part of a collective entry: banks write parts below it, without a day. */
export function detailIn(
  layout: CsvLayout,
  row: CsvRow,
  { signs, currency }: { signs: Signs; currency: string },
): LineDetail {
  const number = amountOf(layout, row, signs);
  const amount = number === undefined ? null : exactMoney(number, currency);
  return { ...factsIn(layout, row, amount ?? money(0n, currency)), amount, bankReference: null };
}
