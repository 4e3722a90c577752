import type { Context } from '../../../operation/operation.ts';
import { type EntryOrigin, entryOrigins, type LineNames, lineNames, type PaperOfEntry } from '../../ledger/index.ts';
import type { Cells } from '../printing/report-table.ts';

/** The columns that journal and general ledger have of the paper behind a line, in every file of them. */
export const paperColumns = [
  ...(['document_number', 'document_date', 'supplier_number', 'party_number', 'party', 'tax_code'] as const),
  ...(['contra_accounts', 'posted_at', 'author'] as const),
];

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

export function paperCells({ paper, posted_at, author }: Row, line: Line): Cells<(typeof paperColumns)[number]> {
  return {
    document_number: paper?.document_number ?? null,
    document_date: paper?.document_date ?? null,
    supplier_number: paper?.supplier_number ?? null,
    party_number: paper?.party_number ?? null,
    party: line.client_name ?? paper?.party_name ?? null,
    tax_code: line.tax_code,
    contra_accounts: line.contra_accounts.join(' '),
    posted_at,
    author,
  };
}
