import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { Day, ForeignName, Id } from '../../../wire/index.ts';

/** The paper behind an entry: its number and date, whose it is, and the document or file that shows it. */
export const Paper = z.object({
  number: z.string().nullable().describe('Number of the source record.'),
  document_number: z
    .string()
    .nullable()
    .describe('Number of the invoice or credit note; of a payment, of the only invoice it pays; else of the record.'),
  document_date: Day.nullable(),
  due_date: Day.nullable(),
  supplier_number: ForeignName.nullable().describe('The number that the supplier gave the invoice.'),
  document_type: z.string().nullable(),
  document_id: Id('document').nullable().describe('The issued document, if there is one.'),
  file_id: Id('file').nullable().describe('The first receipt of an expense.'),
  party_type: z.enum(['client', 'supplier']).nullable(),
  party_id: Id('client').nullable(),
  party_number: z.string().nullable(),
  party_name: ForeignName.nullable().describe('The client or supplier, as called then.'),
});
export type PaperOfEntry = z.output<typeof Paper>;

/** The paper of the entry called `e`, as JSON; null where its source has none. Read for the rows that are shown. */
export const paperColumn: Sql = sql`entry_paper(e.organization_id, e.source_type, e.source_id)`;

/** True of the entry called `e` where a document or file stands for its source. */
export function entryHasPaper(paperId: string): Sql {
  return sql`(e.source_type, e.source_id) in (
    select source_type, source_id from paper_sources
    where organization_id = e.organization_id and paper_id = ${paperId})`;
}

/** The accounts on the other side of a line, each once and in order: what a ledger shows as its contra account. */
export function contraCodes(
  lines: readonly { readonly code: string; readonly amount: bigint }[],
  { amount }: { readonly amount: bigint },
): string[] {
  const others = lines.filter((line) => line.amount > 0n !== amount > 0n).map(({ code }) => code);
  return [...new Set(others)].toSorted();
}
