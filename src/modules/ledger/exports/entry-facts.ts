import { formatDecimal } from '../../../core/decimal.ts';
import { recordId } from '../entries/journal-entry.ts';
import { contraCodes } from '../entries/paper.ts';
import type { ExportedAccount, ExportedEntry, ExportedLine } from './export-pages.ts';

type Accounts = ReadonlyMap<string, ExportedAccount>;
type Facts = Readonly<Record<string, string | null>>;

/** Fields of an entry that every export has besides the amounts, by name. */
export function entryFacts({ paper, postedAt, author, reverses }: ExportedEntry): Facts {
  return {
    document_number: paper?.document_number ?? null,
    document_date: paper?.document_date ?? null,
    due_date: paper?.due_date ?? null,
    supplier_number: paper?.supplier_number ?? null,
    document_id: wireId('document', paper?.document_id),
    file_id: wireId('file', paper?.file_id),
    posted_at: postedAt,
    author,
    reverses,
  };
}

/** Fields of a line that every export has besides the amounts. A line without a party takes that of the document. */
export function lineFacts(line: ExportedLine, { lines, paper }: ExportedEntry, accounts: Accounts): Facts {
  const coded = lines.map(({ account, amount }) => ({ code: accounts.get(account)?.code ?? '', amount: amount.minor }));
  return {
    party_number: line.party?.number ?? paper?.party_number ?? null,
    party: line.party?.name ?? paper?.party_name ?? null,
    tax_code: line.tax?.code ?? null,
    tax_percent: line.tax === undefined ? null : percentText(line.tax.percentage),
    contra_accounts: contraCodes(coded, { amount: line.amount.minor }).join(' '),
    dimensions: line.dimensions.map(({ dimension, code }) => `${dimension}=${code}`).join('; ') || null,
  };
}

/** The columns of {@link factCells}, after those of a format's own. */
export const factNames = [
  ...(['document_number', 'document_date', 'due_date', 'supplier_number', 'document_id', 'file_id'] as const),
  ...(['posted_at', 'author', 'reverses', 'party_number', 'party', 'tax_code', 'tax_percent'] as const),
  ...(['contra_accounts', 'dimensions'] as const),
] as const;

/** All of it for one line, as a row of a table has it. */
export function factCells(line: ExportedLine, entry: ExportedEntry, accounts: Accounts): (string | null)[] {
  const facts = { ...entryFacts(entry), ...lineFacts(line, entry, accounts) };
  return factNames.map((name) => facts[name] ?? null);
}

function wireId(kind: string, id: string | null | undefined): string | null {
  return typeof id === 'string' ? recordId(kind, id) : null;
}

const percentageDecimals = 6;

/** `19`, or `5.5`: from millionths of a percent. */
export function percentText(percentage: bigint): string {
  return formatDecimal(percentage, percentageDecimals, 0);
}
