/** OFX 1 (SGML), OFX 2 (XML) and QFX, which is OFX with a number of the bank at Intuit. */
import { type Day, isDay } from '../core/calendar.ts';
import { minorDigits } from '../core/currency.ts';
import { parseDecimal, powerOfTen } from '../core/decimal.ts';
import { isIban } from '../core/iban.ts';
import { type Money, money } from '../core/money.ts';
import type { NumberFormat } from '../core/written.ts';
import { exactMoney, shown } from './amount.ts';
import { numberIn, settleNumbers } from './columns.ts';
import {
  type Balance,
  noFacts,
  nobody,
  type Statement,
  type StatementAccount,
  type StatementFile,
  type StatementLine,
} from './model.ts';
import { type OfxNode, readOfxTags } from './ofx-tokens.ts';
import type { ReadOptions } from './options.ts';
import { LineFault, linesMax, Problems, refuseTooMany, UnreadableStatement } from './problem.ts';
import { given, remittanceOf } from './remittance.ts';

export function readOfx(text: string, options: ReadOptions): StatementFile {
  if (/<!DOCTYPE/i.test(text)) {
    throw new UnreadableStatement('has_doctype', 'the file has a document type, which is never read');
  }
  const problems = new Problems();
  const reader = new OfxReader(text, { options, problems, format: numberFormatIn(text, options, problems) });
  readOfxTags(text, { onClosed: (node, ancestors, to) => reader.close(node, ancestors, to) });
  if (reader.statements.length === 0) {
    throw new UnreadableStatement(
      'not_a_statement',
      'the OFX file has no STMTRS or CCSTMTRS, so that it has no statement',
    );
  }
  return { statements: reader.statements, problems: problems.list() };
}

/** Some banks write a decimal comma: what the file does is settled over all of its amounts. */
function numberFormatIn(text: string, { numberFormat }: ReadOptions, problems: Problems): NumberFormat {
  if (numberFormat !== undefined) return numberFormat;
  const amounts = text.matchAll(/<(?:TRNAMT|BALAMT)>\s*([^<\s]{1,40})/gi);
  const { format, unsure } = settleNumbers(amounts.map(([, amount = '']) => amount));
  if (format !== undefined) return format;
  const message = `the amounts (${unsure.map((one) => `"${shown(one)}"`).join(', ')}) can be read in two ways`;
  problems.add({ weight: 'question', code: 'number_format_unsure', message, place: 'TRNAMT' });
  return 'decimal_point';
}

type Reading = { readonly options: ReadOptions; readonly problems: Problems; readonly format: NumberFormat };
type Transaction = { readonly node: OfxNode; readonly raw: string; readonly isPending: boolean };

class OfxReader {
  readonly statements: Statement[] = [];
  readonly #text: string;
  readonly #reading: Reading;
  #transactions: Transaction[] = [];

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
  }

  close(node: OfxNode, ancestors: readonly OfxNode[], to: number): 'keep' | 'drop' {
    if (node.name === 'STMTTRN' || node.name === 'STMTTRNP') {
      if (this.#transactions.length >= linesMax) throw refuseTooMany();
      const raw = this.#text.slice(node.from, to);
      this.#transactions.push({ node, raw, isPending: node.name === 'STMTTRNP' });
      return 'drop';
    }
    if (node.name !== 'STMTRS' && node.name !== 'CCSTMTRS') return ancestors.length > 1 ? 'keep' : 'drop';
    this.statements.push(this.#statementIn(node));
    return 'drop';
  }

  #statementIn(node: OfxNode): Statement {
    const { options, problems } = this.#reading;
    const place = `${node.name}[${this.statements.length + 1}]`;
    const currency = (node.leaves.get('CURDEF') ?? options.currency ?? '').toUpperCase();
    const transactions = this.#transactions;
    this.#transactions = [];
    const turned = this.#signs(transactions, place);
    const lines = transactions.flatMap((transaction, index) => {
      const at = `${place}/STMTTRN[${index + 1}]`;
      return this.#attempt(at, () => this.#lineIn(transaction, { currency, turned, position: index + 1, place: at }));
    });
    if (minorDigits(currency) === undefined) {
      const message = `CURDEF is "${shown(currency)}", which is no currency of ISO 4217`;
      problems.add({ weight: 'refused', code: 'unknown_currency', message, place });
    }
    const list = child(node, 'BANKTRANLIST');
    return {
      format: 'ofx',
      kind: 'final',
      account: accountIn(node, minorDigits(currency) === undefined ? null : currency),
      id: null,
      number: null,
      from: this.#attempt(place, () => dayOf(list?.leaves.get('DTSTART')))[0] ?? null,
      to: this.#attempt(place, () => dayOf(list?.leaves.get('DTEND')))[0] ?? null,
      opening: null,
      closing: this.#balanceIn(node, 'LEDGERBAL', currency),
      available: this.#balanceIn(node, 'AVAILBAL', currency),
      lines,
    };
  }

  /** Banks that give all amounts without a sign mean the type to say it; so that is asked for and never guessed. */
  #signs(transactions: readonly Transaction[], place: string): 'as_written' | 'reversed' | 'by_type' {
    const { options, problems } = this.#reading;
    if (options.signs !== undefined) return options.signs;
    const isDebitWithoutSign = transactions.some(({ node }) => debits.has(typeOf(node)) && isPlain(node));
    if (!isDebitWithoutSign || transactions.some(({ node }) => !isPlain(node))) return 'as_written';
    const message = 'no amount has a sign, though lines are debits: say whether the type decides the sign';
    problems.add({ weight: 'question', code: 'signs_unsure', message, place });
    return 'as_written';
  }

  #lineIn({ node, raw, isPending }: Transaction, at: LinePlace): StatementLine {
    const { leaves } = node;
    const written = required(leaves, 'TRNAMT');
    const exchanged = exchangeOf(node, at.currency, (currency) =>
      signedBy(node, this.#amountIn(written, currency), at.turned),
    );
    const bookingDay = dayOf(leaves.get('DTPOSTED'));
    if (bookingDay === undefined) throw new LineFault('field_missing', 'DTPOSTED is missing');
    const name = given(leaves.get('NAME')) ?? given(child(node, 'PAYEE')?.leaves.get('NAME'));
    const memo = given(leaves.get('MEMO'));
    const to = child(node, 'BANKACCTTO') ?? child(node, 'CCACCTTO');
    const correction = given(leaves.get('CORRECTFITID'));
    return {
      ...noFacts,
      ...remittanceOf(memo === null ? [] : [memo]),
      ...exchanged,
      counterparty: { ...nobody, name, account: given(to?.leaves.get('ACCTID')) },
      position: at.position,
      place: at.place,
      bookingDay,
      valueDay: dayOf(leaves.get('DTAVAIL')) ?? bookingDay,
      transactionDay: dayOf(leaves.get('DTUSER')) ?? null,
      status: exchanged.amount.minor === 0n ? 'info' : isPending ? 'pending' : 'booked',
      isReversal: false,
      bankReference: given(leaves.get('FITID')),
      customerReference: given(leaves.get('REFNUM')),
      checkNumber: given(leaves.get('CHECKNUM')),
      batchId: null,
      codes: { type: typeOf(node) },
      details: [],
      detailsAgree: true,
      runningBalance: null,
      corrects:
        correction === null
          ? null
          : { reference: correction, action: leaves.get('CORRECTACTION') === 'DELETE' ? 'delete' : 'replace' },
      raw,
    };
  }

  #amountIn(text: string, currency: string): Money {
    const number = numberIn(text, this.#reading.format);
    if (number === undefined) throw new LineFault('wrong_amount', `"${shown(text)}" is no amount`);
    return exactMoney(number, currency);
  }

  /** The balance of a day, which need not be that of the last line. */
  #balanceIn(node: OfxNode, name: string, currency: string): Balance | null {
    const balance = child(node, name);
    const amount = balance?.leaves.get('BALAMT');
    if (amount === undefined || minorDigits(currency) === undefined) return null;
    const [read] = this.#attempt(name, () => ({
      amount: this.#amountIn(amount, currency),
      day: dayOf(balance?.leaves.get('DTASOF')) ?? null,
    }));
    return read ?? null;
  }

  #attempt<Value>(place: string, read: () => Value): [] | [Value] {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      this.#reading.problems.add({ weight: 'refused', code: error.code, message: error.message, place });
      return [];
    }
  }
}

type LinePlace = {
  readonly currency: string;
  readonly turned: 'as_written' | 'reversed' | 'by_type';
  readonly position: number;
  readonly place: string;
};

const debits = new Set(['DEBIT', 'CHECK', 'PAYMENT', 'ATM', 'POS', 'FEE', 'SRVCHG', 'DIRECTDEBIT', 'CASH']);

function typeOf({ leaves }: OfxNode): string {
  return (leaves.get('TRNTYPE') ?? '').toUpperCase();
}

function isPlain({ leaves }: OfxNode): boolean {
  return !/^\s*[-(\u2212]/.test(leaves.get('TRNAMT') ?? '');
}

function signedBy(node: OfxNode, amount: Money, signs: LinePlace['turned']): Money {
  if (signs === 'reversed') return money(-amount.minor, amount.currency);
  const isTurned = signs === 'by_type' && debits.has(typeOf(node)) && amount.minor > 0n;
  return isTurned ? money(-amount.minor, amount.currency) : amount;
}

type Exchanged = Pick<StatementLine, 'amount' | 'original' | 'rate'>;

/**
 * ORIGCURRENCY: the bank has converted the amount already. CURRENCY: it has not, and the rate says how much of the
 * account's currency one unit is.
 */
function exchangeOf(node: OfxNode, home: string, amountIn: (currency: string) => Money): Exchanged {
  const own = child(node, 'CURRENCY');
  const from = own ?? child(node, 'ORIGCURRENCY');
  const currency = from?.leaves.get('CURSYM')?.toUpperCase();
  const value = from?.leaves.get('CURRATE');
  const decimal = value === undefined ? undefined : parseDecimal(value);
  if (currency === undefined || value === undefined || decimal === undefined || currency === home) {
    return { amount: amountIn(home), original: null, rate: null };
  }
  const rate = { value, of: currency };
  if (own === undefined) return { amount: amountIn(home), original: { currency, amount: null }, rate };
  const original = amountIn(currency);
  const [digits = 0, originalDigits = 0] = [minorDigits(home), minorDigits(currency)];
  const numerator = original.minor * decimal.units * powerOfTen(digits);
  const minor = halfUp(numerator, powerOfTen(decimal.scale + originalDigits));
  return { amount: money(minor, home), original: { currency, amount: original }, rate };
}

function halfUp(numerator: bigint, divisor: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return numerator < 0n ? -rounded : rounded;
}

function child(node: OfxNode, name: string): OfxNode | undefined {
  return node.children.find((one) => one.name === name);
}

function required(leaves: ReadonlyMap<string, string>, name: string): string {
  const text = leaves.get(name) ?? '';
  if (text === '') throw new LineFault('field_missing', `${name} is missing`);
  return text;
}

/** The day as it is written, whatever the zone behind it. */
function dayOf(text: string | undefined): Day | undefined {
  if (text === undefined || text === '') return undefined;
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!isDay(day)) throw new LineFault('wrong_day', `"${shown(text)}" is no day`);
  return day;
}

function accountIn(node: OfxNode, currency: string | null): StatementAccount {
  const from = child(node, 'BANKACCTFROM') ?? child(node, 'CCACCTFROM');
  const number = given(from?.leaves.get('ACCTID'));
  const isInternational = number !== null && isIban(number.replaceAll(' ', ''));
  return {
    iban: isInternational ? number.replaceAll(' ', '') : null,
    number: isInternational ? null : number,
    bankCode: given(from?.leaves.get('BANKID')),
    bic: null,
    currency,
    owner: null,
  };
}
