import type { Context } from '../../../operation/operation.ts';
import {
  type Cell,
  type EntryOrigin,
  entryOrigins,
  type LineNames,
  lineNames,
  type PaperOfEntry,
} from '../../ledger/index.ts';

/** The columns that journal and general ledger have of the paper behind a line, in every file of them. */
export const paperColumns = [
  ...(['document_number', 'document_date', 'supplier_number', 'party_number', 'party', 'tax_code'] as const),
  ...(['contra_accounts', 'posted_at', 'author'] as const),
];

/** Of rows that are sums and have no entry. */
export const noPaper: readonly Cell[] = paperColumns.map(() => null);

type Named = { readonly entry_id: string; readonly client_id: string | null; readonly tax_rate_id: string | null };

/** Origins of the entries behind the lines, and the parties and tax rates that the lines name. */
export type Told = LineNames & { readonly origins: ReadonlyMap<string, EntryOrigin> };

export async function toldOf(context: Context, lines: readonly Named[]): Promise<Told> {
  const [origins, names] = await Promise.all([
    entryOrigins(
      context,
      lines.map(({ entry_id: id }) => id),
    ),
    lineNames(context, {
      clients: lines.map(({ client_id: id }) => id),
      rates: lines.map(({ tax_rate_id: id }) => id),
    }),
  ]);
  return { ...names, origins };
}

export function paperOf(line: Named & { readonly amount: bigint }, { origins, parties, rates }: Told) {
  const origin = origins.get(line.entry_id);
  return {
    client_name: parties.get(line.client_id ?? '')?.name ?? null,
    tax_code: rates.get(line.tax_rate_id ?? '')?.code ?? null,
    contra_accounts: [...((line.amount > 0n ? origin?.credited : origin?.debited) ?? [])],
    posted_at: origin?.postedAt ?? '',
    author: origin?.author ?? '',
    paper: origin?.paper ?? null,
  };
}

type Row = { readonly paper: PaperOfEntry | null; readonly posted_at: string; readonly author: string };
type Line = {
  readonly client_name: string | null;
  readonly tax_code: string | null;
  readonly contra_accounts: readonly string[];
};

export function paperCells({ paper, posted_at: postedAt, author }: Row, line: Line): Cell[] {
  const { document_number: number = null, document_date: date = null, supplier_number: theirs = null } = paper ?? {};
  const party = line.client_name ?? paper?.party_name ?? null;
  const contra = line.contra_accounts.join(' ');
  return [number, date, theirs, paper?.party_number ?? null, party, line.tax_code, contra, postedAt, author];
}
