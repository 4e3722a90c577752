/** MT940 and MT942 of SWIFT, as banks still send them. */
import { isIban } from '../core/iban.ts';
import { minorDigits } from '../core/currency.ts';
import { signed } from './amount.ts';
import type { Balance, Statement, StatementAccount, StatementFile, StatementLine } from './model.ts';
import { swiftAmount, swiftDay, swiftLine, type SwiftLine } from './mt940-line.ts';
import { swiftText } from './mt940-text.ts';
import { joinPages } from './pages.ts';
import { LineFault, linesMax, type ProblemCode, Problems, refuseTooMany, UnreadableStatement } from './problem.ts';
import { given, remittanceOf } from './remittance.ts';
import { type SwiftField, swiftFields } from './swift-fields.ts';

export function readMt940(text: string): StatementFile {
  const reader = new MessageReader();
  for (const field of swiftFields(text)) {
    if (field === 'end') reader.endMessage();
    else reader.add(field);
  }
  reader.endMessage();
  if (reader.statements.length === 0 && reader.problems.list().length === 0) {
    throw new UnreadableStatement('not_a_statement', 'the file has no statement in it');
  }
  return { statements: joinPages(reader.statements, reader.problems), problems: reader.problems.list() };
}

type Message = {
  account: StatementAccount | undefined;
  number: string | null;
  id: string | null;
  opening: Balance | null;
  closing: Balance | null;
  available: Balance | null;
  isLaterPage: boolean;
  isInterim: boolean;
  currency: string | undefined;
  lines: StatementLine[];
  position: number;
};

type OpenLine = { readonly said: SwiftLine; readonly field: SwiftField; readonly texts: string[] };

class MessageReader {
  readonly statements: Statement[] = [];
  readonly problems = new Problems();
  #message: Message | undefined;
  #line: OpenLine | undefined;
  #count = 0;

  add(field: SwiftField): void {
    if (field.tag !== '86') this.#closeLine();
    // A file may leave out the dash between messages.
    if (field.tag === '20') this.endMessage();
    const message = (this.#message ??= emptyMessage());
    this.#attempt(field, () => this.#take(message, field));
  }

  #take(message: Message, field: SwiftField): void {
    const { tag, text } = field;
    if (tag === '20') message.id = given(text);
    else if (tag === '25') message.account = accountIn(text);
    else if (tag === '28C' || tag === '28')
      message.number = given(text.split('/')[0])?.replace(/^0+(?=\d)/, '') ?? null;
    else if (tag === '60F' || tag === '60M') this.#open(message, field);
    else if (tag === '62F') message.closing = balanceIn(text);
    else if (tag === '64') message.available = balanceIn(text);
    else if (tag === '34F' || tag === '13D') this.#startInterim(message, text);
    else if (tag === '61') this.#startLine(message, field);
    // After the closing balance it is about the statement, which has no text.
    else if (tag === '86') this.#line?.texts.push(text);
  }

  #open(message: Message, { tag, text }: SwiftField): void {
    const balance = balanceIn(text);
    message.currency = balance.amount.currency;
    if (tag === '60F') message.opening = balance;
    else message.isLaterPage = true;
  }

  #startInterim(message: Message, text: string): void {
    message.isInterim = true;
    const currency = /^[A-Z]{3}/.exec(text)?.[0];
    if (currency !== undefined && minorDigits(currency) !== undefined) message.currency ??= currency;
  }

  #startLine(message: Message, field: SwiftField): void {
    this.#count++;
    message.position++;
    if (this.#count > linesMax) throw refuseTooMany();
    const currency = message.currency ?? message.account?.currency;
    if (currency === undefined || currency === null) {
      throw new LineFault('currency_missing', 'no balance before the line says the currency');
    }
    this.#line = { said: swiftLine(field.text, currency), field, texts: [] };
  }

  #closeLine(): void {
    const line = this.#line;
    const message = this.#message;
    this.#line = undefined;
    if (line !== undefined && message !== undefined) message.lines.push(lineOf(line, message.position));
  }

  endMessage(): void {
    this.#closeLine();
    const message = this.#message;
    this.#message = undefined;
    if (message === undefined) return;
    const isEmpty = message.account === undefined && message.lines.length === 0 && message.opening === null;
    if (isEmpty && message.closing === null) return;
    this.#warnOfPages(message);
    this.statements.push(statementOf(message));
  }

  /** A later page stands behind an earlier one of the same file, unless that is missing. */
  #warnOfPages(message: Message): void {
    const before = this.statements.at(-1);
    if (!message.isLaterPage || (before?.number === message.number && before.closing === null)) return;
    const text = `statement ${message.number ?? ''} begins with a later page; the pages before it are missing`;
    this.problems.add({ weight: 'warning', code: 'page_missing', message: text, place: message.lines[0]?.place ?? '' });
  }

  #attempt({ line, tag }: SwiftField, take: () => void): void {
    try {
      take();
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      const place = `line ${line}, :${tag}:`;
      this.problems.add({ weight: 'refused', code: error.code satisfies ProblemCode, message: error.message, place });
    }
  }
}

function emptyMessage(): Message {
  return {
    account: undefined,
    number: null,
    id: null,
    opening: null,
    closing: null,
    available: null,
    isLaterPage: false,
    isInterim: false,
    currency: undefined,
    lines: [],
    position: 0,
  };
}

function statementOf(message: Message): Statement {
  const { account = accountIn(''), number, id, opening, closing, available, isInterim, lines } = message;
  return {
    format: isInterim && opening === null && closing === null ? 'mt942' : 'mt940',
    kind: isInterim && opening === null && closing === null ? 'interim' : 'final',
    account: { ...account, currency: message.currency ?? account.currency },
    id,
    number,
    from: opening?.day ?? null,
    to: closing?.day ?? null,
    opening,
    closing,
    available,
    lines,
  };
}

/** `51210800/1245126199`, an IBAN, or either with the currency behind it. */
function accountIn(text: string): StatementAccount {
  const plain = text.replaceAll(/\s/g, '');
  const [, bare = plain, currency] = /^(.*\d)([A-Z]{3})$/.exec(plain) ?? [];
  const [left = '', right] = bare.split('/');
  const number = right ?? left;
  const isInternational = isIban(number);
  const bank = right === undefined || left === '' ? null : left;
  const isBic = bank !== null && /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bank);
  return {
    iban: isInternational ? number : null,
    number: isInternational || number === '' ? null : number,
    bankCode: isBic ? null : bank,
    bic: isBic ? bank : null,
    currency: currency !== undefined && minorDigits(currency) !== undefined ? currency : null,
    owner: null,
  };
}

/** `C240229EUR11190,50`. */
function balanceIn(text: string): Balance {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d{0,15},?\d{0,6})/.exec(text.trim());
  if (match === null)
    throw new LineFault('wrong_amount', 'the balance is not as SWIFT has it, such as C240229EUR100,50');
  const [, mark, day = '', currency = '', digits = ''] = match;
  return { amount: signed(swiftAmount(digits, currency), mark === 'D'), day: swiftDay(day) };
}

function lineOf({ said, field, texts }: OpenLine, position: number): StatementLine {
  const told = swiftText(texts.join('\n'));
  const isCoded = said.supplement.startsWith('/');
  const words = told.text === '' && !isCoded ? remittanceOf([said.supplement]) : {};
  const { gvc, type, customerReference, ...facts } = told;
  return {
    ...facts,
    ...words,
    rate: null,
    original: said.original,
    charges: said.charges,
    position,
    place: `line ${field.line}`,
    bookingDay: said.bookingDay,
    valueDay: said.valueDay,
    transactionDay: null,
    amount: said.amount,
    status: said.amount.minor === 0n ? 'info' : 'booked',
    isReversal: said.isReversal,
    bankReference: given(said.bankReference),
    customerReference: customerReference ?? given(said.customerReference),
    checkNumber: said.type === 'NCHK' || said.type === 'NCHG' ? given(said.customerReference) : null,
    batchId: null,
    codes: { swift: said.type, gvc, type },
    details: [],
    detailsAgree: true,
    runningBalance: null,
    corrects: null,
    raw: [`:61:${field.text}`, ...texts.map((text) => `:86:${text}`)].join('\n'),
  };
}
