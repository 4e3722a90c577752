import { formatMoney, money, negate } from '../../../core/money.ts';
import type { ExportedAccount, ExportedEntry } from '../../ledger/index.ts';

/** The 18 columns of the file, as LPF article A47 A-1 names them. */
const fecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

const journals: Readonly<Record<string, readonly [code: string, name: string]>> = {
  sale: ['VE', 'Ventes'],
  expense: ['AC', 'Achats'],
  payment: ['BQ', 'Banque'],
  refund: ['BQ', 'Banque'],
  supplier_payment: ['BQ', 'Banque'],
  supplier_refund: ['BQ', 'Banque'],
  money_transfer: ['BQ', 'Banque'],
  movement: ['ST', 'Stocks'],
  stock_count: ['ST', 'Stocks'],
  transfer: ['ST', 'Stocks'],
};
const opening = ['AN', 'À-nouveaux'] as const;
const other = ['OD', 'Opérations diverses'] as const;

export function fecHeader(): string {
  return fecRow(fecColumns);
}

/** The lines of an entry. Accounts of clients and suppliers name them; an entry without a paper is its own. */
export function fecLines(entry: ExportedEntry, accounts: ReadonlyMap<string, ExportedAccount>): string {
  const { number, date, memo, paper, postedAt, kind, sourceType } = entry;
  const [journal, title] = kind === 'opening' ? opening : (journals[sourceType] ?? other);
  const piece = paper?.supplier_number ?? paper?.document_number ?? number;
  return entry.lines
    .map(({ account: id, amount, party, foreign }) => {
      const account = accounts.get(id);
      const isOwed = account?.role === 'receivable' || account?.role === 'payable';
      const aux = isOwed && party !== undefined ? [party.number ?? party.id, party.name] : ['', ''];
      return fecRow([
        journal,
        title,
        number,
        compact(date),
        accountNumber(account?.code ?? ''),
        account?.name ?? '',
        ...aux,
        piece,
        compact(paper?.document_date ?? date),
        memo || title,
        ...sides(amount.minor, amount.currency),
        '',
        '',
        compact(postedAt.slice(0, 10)),
        ...(foreign === undefined ? ['', ''] : [decimal(foreign.minor, foreign.currency), foreign.currency]),
      ]);
    })
    .join('');
}

type Balance = { readonly code: string; readonly name: string; readonly minor: bigint };

/** Balances brought forward, as the first entry of the year. */
export function fecOpening(balances: readonly Balance[], { day, currency }: { day: string; currency: string }): string {
  const [journal, title] = opening;
  return balances
    .filter(({ minor }) => minor !== 0n)
    .map(({ code, name, minor }) =>
      fecRow([
        journal,
        title,
        'AN-1',
        compact(day),
        accountNumber(code),
        name,
        '',
        '',
        'AN-1',
        compact(day),
        title,
        ...sides(minor, currency),
        '',
        '',
        compact(day),
        '',
        '',
      ]),
    )
    .join('');
}

/** A number has three digits at least. */
function accountNumber(code: string): string {
  return code.padEnd(3, '0');
}

function sides(minor: bigint, currency: string): [debit: string, credit: string] {
  return minor > 0n
    ? [decimal(minor, currency), decimal(0n, currency)]
    : [decimal(0n, currency), decimal(-minor, currency)];
}

function decimal(minor: bigint, currency: string): string {
  return formatMoney(minor < 0n ? negate(money(-minor, currency)) : money(minor, currency)).replace('.', ',');
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}

/** Separated by tabs and without quotes: a text with a tab or a line break in it would shift its row. */
function fecRow(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replaceAll(breaks, ' ').trim()).join('\t')}\r\n`;
}

// oxlint-disable-next-line no-control-regex
const breaks = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
