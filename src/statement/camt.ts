/** camt.052, .053 and .054 of ISO 20022 in every version, by local names. */
import { isIban } from '../core/iban.ts';
import { parseXml, type XmlElement, XmlFault } from '../xml/parse-xml.ts';
import { signed } from './amount.ts';
import { entryIn } from './camt-entry.ts';
import { dayIn, dayWritten, find, findAll, isDebit, moneyIn, textAt } from './camt-element.ts';
import type {
  Balance,
  Statement,
  StatementAccount,
  StatementFile,
  StatementFormat,
  StatementKind,
  StatementLine,
} from './model.ts';
import { LineFault, linesMax, Problems, refuseTooMany, UnreadableStatement } from './problem.ts';
import { given } from './remittance.ts';
import { joinPages } from './pages.ts';

type Holder = { readonly name: string; readonly format: StatementFormat; readonly kind: StatementKind };

/** The element that holds the entries of one account, by message. */
const holders: readonly Holder[] = [
  { name: 'Rpt', format: 'camt052', kind: 'interim' },
  { name: 'Stmt', format: 'camt053', kind: 'final' },
  { name: 'Ntfctn', format: 'camt054', kind: 'explanation' },
];

/** 100,000 entries of banks that say much, and 50 MiB of the shortest elements are less. */
const limits = { bytesMax: 50 * 1024 * 1024, depthMax: 32, elementsMax: 10_000_000 };

/** Reads a message entry by entry: the tree of an entry is gone before the next one is read. */
export function readCamt(bytes: Uint8Array): StatementFile {
  const problems = new Problems();
  const reader = new CamtReader(problems);
  try {
    parseXml(bytes, {
      limits,
      nameOf: ({ local }) => local,
      onClosed: ({ element, ancestors, source }) => reader.close(element, ancestors, source),
    });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new UnreadableStatement(error.code, error.message, error.line === null ? null : `line ${error.line}`);
  }
  if (reader.statements.length === 0) {
    throw new UnreadableStatement(
      'not_a_statement',
      'the XML has no Stmt, Rpt or Ntfctn as camt.053, .052 and .054 do',
    );
  }
  return { statements: joinPages(reader.statements, problems), problems: problems.list() };
}

class CamtReader {
  readonly statements: Statement[] = [];
  readonly #problems: Problems;
  #lines: StatementLine[] = [];
  #entries = 0;
  #position = 0;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  close(element: XmlElement, ancestors: readonly XmlElement[], source: () => string): 'keep' | 'drop' {
    const parent = ancestors.at(-1);
    if (element.name === 'Ntry' && isHolder(parent)) {
      this.#addEntry(element, parent, source);
      return 'drop';
    }
    const holder = ancestors.length === holderDepth ? holders.find(({ name }) => name === element.name) : undefined;
    if (holder === undefined) return 'keep';
    this.statements.push(this.#statementIn(element, holder));
    return 'drop';
  }

  #addEntry(entry: XmlElement, holder: XmlElement | undefined, source: () => string): void {
    this.#entries++;
    this.#position++;
    if (this.#entries > linesMax) throw refuseTooMany();
    const place = `${holder?.name}[${this.statements.length + 1}]/Ntry[${this.#position}]`;
    const ownAccount = textAt(holder, ...accountPaths) ?? null;
    this.#attempt(place, () => {
      const line = entryIn(entry, { position: this.#position, place, ownAccount, raw: source() });
      if (!line.detailsAgree && line.details.every(({ amount }) => amount !== null)) {
        const message = 'the amounts of the TxDtls do not add up to the entry, so that they are kept as notes';
        this.#problems.add({ weight: 'warning', code: 'details_differ', message, place });
      }
      this.#lines.push(line);
    });
  }

  /** Faulty entries are reported with their position, and left out. */
  #attempt<Value>(place: string, read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      this.#problems.add({ weight: 'refused', code: error.code, message: error.message, place });
      return undefined;
    }
  }

  #statementIn(element: XmlElement, { name, format, kind }: Holder): Statement {
    const place = `${name}[${this.statements.length + 1}]`;
    const lines = this.#lines;
    this.#lines = [];
    this.#position = 0;
    const balances = findAll(element, 'Bal').flatMap((one, index) => {
      const said = this.#attempt(`${place}/Bal[${index + 1}]`, () => balanceIn(one));
      return said === undefined ? [] : [said];
    });
    const currency = textAt(element, 'Acct/Ccy') ?? balances[0]?.amount.currency ?? lines[0]?.amount.currency ?? null;
    const own = balances.filter(({ amount }) => amount.currency === currency);
    if (own.length < balances.length) {
      const message = `balances are in other currencies than the account, which is in ${currency}; they are left out`;
      this.#problems.add({ weight: 'warning', code: 'balance_currency', message, place });
    }
    return {
      format,
      kind,
      account: accountIn(element, currency),
      id: given(textAt(element, 'Id')),
      number: given(textAt(element, 'ElctrncSeqNb', 'LglSeqNb')),
      from: this.#attempt(place, () => dayWritten(textAt(element, 'FrToDt/FrDtTm', 'FrToDt/FrDt'))) ?? null,
      to: this.#attempt(place, () => dayWritten(textAt(element, 'FrToDt/ToDtTm', 'FrToDt/ToDt'))) ?? null,
      opening: pick(own, ['OPBD', 'PRCD'], 'first'),
      closing: pick(own, ['CLBD'], 'last'),
      available: pick(own, ['CLAV', 'ITAV'], 'last'),
      lines: inOneCurrency(lines, currency, this.#problems),
    };
  }
}

/** Of `Document`, its message, and the holder below that. */
const holderDepth = 2;
const accountPaths = ['Acct/Id/IBAN', 'Acct/Id/Othr/Id'];

function isHolder(element: XmlElement | undefined): boolean {
  return holders.some(({ name }) => name === element?.name);
}

function accountIn(element: XmlElement, currency: string | null): StatementAccount {
  const account = find(element, 'Acct');
  const number = given(textAt(account, 'Id/IBAN', 'Id/Othr/Id'))?.replaceAll(' ', '') ?? null;
  const isInternational = number !== null && isIban(number);
  const bank = find(account, 'Svcr/FinInstnId');
  return {
    iban: isInternational ? number : null,
    number: isInternational ? null : number,
    bankCode: given(textAt(bank, 'ClrSysMmbId/MmbId')),
    bic: given(textAt(bank, 'BICFI', 'BIC')),
    currency,
    owner: given(textAt(account, 'Ownr/Pty/Nm', 'Ownr/Nm', 'Nm')),
  };
}

type CodedBalance = Balance & { readonly code: string };

function balanceIn(element: XmlElement): CodedBalance {
  const amount = find(element, 'Amt');
  if (amount === undefined) throw new LineFault('field_missing', 'Amt of a balance is missing');
  return {
    code: textAt(element, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry') ?? '',
    amount: signed(moneyIn(amount), isDebit(element)),
    day: dayIn(find(element, 'Dt')) ?? null,
  };
}

/** Interim and forward balances are no part of the chain: it goes from the opening to the closing one. */
function pick(balances: readonly CodedBalance[], codes: readonly string[], which: 'first' | 'last'): Balance | null {
  for (const code of codes) {
    const named = balances.filter((one) => one.code === code);
    const found = which === 'first' ? named[0] : named.at(-1);
    if (found !== undefined) return { amount: found.amount, day: found.day };
  }
  return null;
}

function inOneCurrency(lines: readonly StatementLine[], currency: string | null, problems: Problems): StatementLine[] {
  return lines.filter(({ amount, place }) => {
    if (amount.currency === currency) return true;
    const message = `the entry is in ${amount.currency} and the account in ${currency}`;
    problems.add({ weight: 'refused', code: 'unknown_currency', message, place });
    return false;
  });
}
