import { minorDigits } from '../../../core/currency.ts';
import { formatMoney, money, negate } from '../../../core/money.ts';
import { csvText } from './csv-file.ts';
import type { AccountClass } from '../accounts/chart.ts';
import { entryFacts, factCells, factNames, lineFacts } from './entry-facts.ts';
import type { ExportedAccount, ExportedEntry, ExportedLine } from './export-pages.ts';

type Accounts = ReadonlyMap<string, ExportedAccount>;

type Head = {
  readonly accounts: readonly ExportedAccount[];
  readonly organization: string;
  readonly firstDay: string;
  readonly now: string;
  /** Every currency that an amount is in. */
  readonly currencies: readonly string[];
};

/** Price of one unit of a currency on a day. */
export type Price = {
  readonly day: string;
  readonly currency: string;
  readonly base: string;
  /** A decimal. */
  readonly rate: string;
};

/** A plain-text format of the journal. */
export type JournalFormat = {
  readonly extension: string;
  readonly contentType: string;
  head(about: Head): string;
  entry(entry: ExportedEntry, accounts: Accounts): string;
  /** Comes after all entries; nothing where the format has no such thing. */
  price(price: Price): string;
};

/** https://hledger.org/1.25/hledger.html#journal-format */
export const hledger: JournalFormat = {
  extension: 'journal',
  contentType: 'text/plain',
  head: (about) => {
    const commodities = about.currencies.map((code) => `commodity ${sampleOf(code)} ${code}\n`);
    return `${titleOf(about, ';')}decimal-mark .\n${commodities.join('')}${declared(about.accounts)}\n`;
  },
  entry: ledgerEntry,
  price: ({ day, currency, base, rate }) => `P ${day} ${currency} ${rate} ${base}\n`,
};

/** Ledger reads what hledger does, except for how a commodity is declared. https://ledger-cli.org/doc/ledger3.html */
export const ledgerCli: JournalFormat = {
  extension: 'ledger',
  contentType: 'text/plain',
  head: (about) => {
    const commodities = about.currencies.map((code) => `commodity ${code}\n`);
    return `${titleOf(about, ';')}${commodities.join('')}${declared(about.accounts)}\n`;
  },
  entry: ledgerEntry,
  price: ({ day, currency, base, rate }) => `P ${day} ${currency} ${rate} ${base}\n`,
};

/** https://beancount.github.io/docs/beancount_language_syntax.html */
export const beancount: JournalFormat = {
  extension: 'beancount',
  contentType: 'text/plain',
  head: (about) => {
    const all = new Map(about.accounts.map((account) => [account.id, account]));
    const title = `option "title" "${quoted(about.organization)}"\n`;
    // Beancount makes a price of each unit out of a total, and an entry with no other amount of the base currency is
    // then off by what that was rounded by.
    const tolerance = `option "inferred_tolerance_default" "${about.currencies[0]}:0.000001"\n`;
    const currency = `option "operating_currency" "${about.currencies[0]}"\n${tolerance}`;
    const opened = about.accounts.map(
      (account) => `${about.firstDay} open ${beancountName(account, all)}\n  name: "${quoted(account.name)}"\n`,
    );
    return `${titleOf(about, ';')}${title}${currency}${opened.join('')}\n`;
  },
  entry: (entry, accounts) => {
    const { date, number, memo, source, lines } = entry;
    const postings = lines.map((line) => {
      const facts = metadata(taggedFacts(line, entry, accounts), '    ');
      return `  ${beancountName(accountOf(line, accounts), accounts)}  ${amountOf(line)}\n${facts}`;
    });
    const head = `${date} * "${quoted(memo)}"\n  number: "${quoted(number)}"\n  source: "${source}"\n`;
    return `${head}${metadata(entryFacts(entry), '  ')}${postings.join('')}\n`;
  },
  price: ({ day, currency, base, rate }) => `${day} price ${currency}  ${rate} ${base}\n`,
};

const csvColumns = [
  'date',
  'number',
  'kind',
  'memo',
  'account_code',
  'account',
  'class',
  'debit',
  'credit',
  'currency',
  'original_amount',
  'original_currency',
  'source',
  ...factNames,
];

export const csv: JournalFormat = {
  extension: 'csv',
  contentType: 'text/csv',
  head: () => csvText([csvColumns]),
  entry: (entry, accounts) => {
    const { date, number, kind, memo, source, lines } = entry;
    return csvText(
      lines.map((line) => {
        const { code, name, class: accountClass } = accountOf(line, accounts);
        const { amount, foreign } = line;
        const [debit, credit] = amount.minor > 0n ? [amount, null] : [null, negate(amount)];
        const about = [date, number, kind, memo, code, name, accountClass];
        const facts = factCells(line, entry, accounts);
        return [...about, debit, credit, amount.currency, foreign ?? null, foreign?.currency ?? null, source, ...facts];
      }),
    );
  },
  price: () => '',
};

const roots: Readonly<Record<AccountClass, string>> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Income',
  expense: 'Expenses',
};

const typeLetters: Readonly<Record<AccountClass, string>> = {
  asset: 'A',
  liability: 'L',
  equity: 'E',
  revenue: 'R',
  expense: 'X',
};

function titleOf({ organization, now }: Head, comment: string): string {
  return `${comment} ${plain(organization)}, exported by Daybook at ${now}\n`;
}

function declared(accounts: readonly ExportedAccount[]): string {
  const all = new Map(accounts.map((account) => [account.id, account]));
  return accounts
    .map((account) => `account ${ledgerName(account, all)}  ; type: ${typeLetters[account.class]}\n`)
    .join('');
}

function ledgerEntry(entry: ExportedEntry, accounts: Accounts): string {
  const { date, number, memo, source, lines } = entry;
  const postings = lines.map((line) => {
    const posting = `    ${ledgerName(accountOf(line, accounts), accounts)}  ${amountOf(line)}\n`;
    return `${posting}${tags(taggedFacts(line, entry, accounts), '        ')}`;
  });
  const head = `${date} * (${plain(number)}) ${plain(memo)}\n    ; source: ${source}\n`;
  return `${head}${tags(entryFacts(entry), '    ')}${postings.join('')}\n`;
}

/** Facts of a line as tags, with one for each dimension, so that `tag:project=P-17` finds it. */
function taggedFacts(line: ExportedLine, entry: ExportedEntry, accounts: Accounts): Record<string, string | null> {
  const { dimensions: _, ...facts } = lineFacts(line, entry, accounts);
  const tagged: Record<string, string | null> = { ...facts };
  for (const { dimension, place, code } of line.dimensions) {
    const name = tagName(dimension, place);
    tagged[Object.hasOwn(tagged, name) ? `dimension-${place}` : name] = code;
  }
  return tagged;
}

/** A name that every format takes for a tag: letters of ASCII, digits and dashes. */
function tagName(dimension: string, place: number): string {
  const letters = dimension.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^[^a-z]+|-+$/g, '');
  return name === '' ? `dimension-${place}` : name;
}

/** Tags of hledger and Ledger, one a line: a comma would end the value, a colon at the end of a word begin a tag. */
function tags(facts: Readonly<Record<string, string | null>>, indent: string): string {
  return Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `${indent}; ${name}: ${plain((value ?? '').replaceAll(/,|:(?=\s|$)/g, ' '))}\n`)
    .join('');
}

function metadata(facts: Readonly<Record<string, string | null>>, indent: string): string {
  return Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `${indent}${name}: "${quoted(value ?? '')}"\n`)
    .join('');
}

/** `90.00 EUR`, or `100.00 USD @@ 90.00 EUR` for what was agreed in dollars. */
function amountOf({ amount, foreign }: ExportedLine): string {
  const base = `${formatMoney(amount)} ${amount.currency}`;
  if (foreign === undefined || foreign.minor === 0n) return base;
  const cost = amount.minor < 0n ? negate(amount) : amount;
  return `${formatMoney(foreign)} ${foreign.currency} @@ ${formatMoney(cost)} ${cost.currency}`;
}

function accountOf({ account }: ExportedLine, accounts: Accounts): ExportedAccount {
  const found = accounts.get(account);
  if (found === undefined) throw new Error(`a line is on the account ${account}, which is not in the chart`);
  return found;
}

/** `Assets:1000 Cash:1001 Till`: the code keeps accounts of one name apart. Two spaces would end a name. */
function ledgerName(account: ExportedAccount, accounts: Accounts): string {
  const path = pathOf(account, accounts).map(({ code, name }) => `${code} ${plain(name).replaceAll(':', '-')}`);
  return [roots[account.class], ...path].join(':').replaceAll(/\s+/g, ' ').trim();
}

/** `Assets:1000-Cash`: Beancount takes letters, digits and dashes. */
function beancountName(account: ExportedAccount, accounts: Accounts): string {
  const path = pathOf(account, accounts).map(({ code, name }) => {
    const words = name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^A-Za-z0-9]+/g, '-');
    return `${code}-${words}`.replace(/-+$/, '');
  });
  return [roots[account.class], ...path].join(':');
}

function pathOf(account: ExportedAccount, accounts: Accounts): ExportedAccount[] {
  const path = [account];
  for (let above = parentOf(account, accounts); above !== undefined; above = parentOf(above, accounts)) {
    path.unshift(above);
  }
  return path;
}

function parentOf({ parentId }: ExportedAccount, accounts: Accounts): ExportedAccount | undefined {
  return parentId === null ? undefined : accounts.get(parentId);
}

/** One line, without what begins a comment or, before a date, a code. */
function plain(text: string): string {
  return text.replaceAll(/[\s;|()\u2028\u2029]+/g, ' ').trim();
}

function quoted(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** `1.00`; with a point even where there are no decimals, as hledger wants to see which mark is one. */
function sampleOf(code: string): string {
  const digits = minorDigits(code) ?? 0;
  const one = formatMoney(money(10n ** BigInt(digits), code));
  return digits === 0 ? `${one}.` : one;
}
