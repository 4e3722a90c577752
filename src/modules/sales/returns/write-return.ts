import { mergedEntry } from '../../../core/entry.ts';
import { goodsIssued, goodsReturned, saleCredited } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import type { GoodsBack } from '../../stock/index.ts';
import { costOfLines, incomeOf } from '../confirming/confirm.ts';
import type { PlannedReturn, ReturnedBefore } from './plan-return.ts';
import { saleReturned } from '../sale.ts';
import { settledFacts } from '../sale-record.ts';
import type { LineRow, SaleRow } from '../sale-row.ts';
import { type StoredSale, writeSale } from '../store.ts';

/** Earlier returns of a sale, without what each was rounded by, and their worth: the next one goes on from there. */
export function returnedBefore({ db, organization }: Context, saleId: string): Promise<ReturnedBefore> {
  return db.one<ReturnedBefore>(sql`
    select coalesce(sum(total - rounding), 0)::bigint as exact, coalesce(sum(base_total), 0)::bigint as base from sales
    where organization_id = ${organization} and original_sale_id = ${saleId} and voided_at is null`);
}

/** A return with what its goods cost. Nothing is known of the cost of goods that never left the stock. */
export function costedReturn(planned: PlannedReturn, { costs }: GoodsBack): { row: SaleRow; lines: LineRow[] } {
  const lines = planned.lines.map((line) => ({ ...line, cost_total: costs.get(line.id) ?? null }));
  const cost = lines.reduce((total, line) => total + (line.cost_total ?? 0n), 0n);
  return { row: { ...planned.row, cost_total: planned.row.stock === 'issue' ? cost : null }, lines };
}

/** One entry of what is given back and of the goods, and one of what these correct of costs that were assumed. */
export function returnPostings(
  context: Context,
  { row, lines, priced }: PlannedReturn,
  { accounts, goods }: { readonly accounts: AccountsByRole; readonly goods: GoodsBack },
): Posting[] {
  const memo = row.client_name === null ? 'Return' : `Return by ${row.client_name}`;
  const source = { type: 'sale', id: row.id };
  const header = { date: row.sale_date, memo, source: { ...source, event: saleReturned.type } };
  const credited = saleCredited(priced, { header, ...incomeOf(context, { row, lines }, accounts) });
  const returned = goodsReturned({
    header,
    accounts,
    items: costOfLines(goods.costed, lines),
  });
  const entry = mergedEntry({ ...header, kind: 'system' }, [...(credited?.lines ?? []), ...(returned?.lines ?? [])]);
  const corrected = goodsIssued({
    header: { date: row.sale_date, memo: 'Cost of goods returned', source },
    accounts,
    items: costOfLines(goods.variances, lines),
  });
  return [entry, corrected].flatMap((one) => (one === undefined ? [] : [{ id: context.newId(), entry: one }]));
}

/** Writes a return, and on its sale what came back. The caller writes what the sale is credited, and posts. */
export async function writeReturn(
  context: Context,
  made: StoredSale,
  { returned, charges }: Pick<PlannedReturn, 'returned' | 'charges'>,
): Promise<SaleRow> {
  const { row } = made;
  moveReturned(context, row.original_sale_id ?? '', { returned, charges, sign: 1n });
  const written = await writeSale(context, made, { isNew: true });
  context.emit(saleReturned({ ...written, ...settledFacts(context, written) }));
  return written;
}

/** Counts on the lines and charges of a sale what came back of them, or comes back no more. */
export function moveReturned(
  { db, organization }: Context,
  saleId: string,
  { returned, charges, sign }: Pick<PlannedReturn, 'returned' | 'charges'> & { readonly sign: 1n | -1n },
): void {
  db.later(sql`
    update sale_lines as line set quantity_returned = line.quantity_returned + back.quantity
    from unnest(${returned.map(({ lineId }) => lineId)}::uuid[], ${returned.map(({ by }) => sign * by)}::bigint[])
      as back (id, quantity)
    where line.organization_id = ${organization} and line.sale_id = ${saleId} and line.id = back.id`);
  if (charges.length === 0) return;
  const kept = sql`array(select one from unnest(charges_returned) as one where not one = any(${[...charges]}::int[]))`;
  db.later(sql`
    update sales set charges_returned = ${sign > 0n ? sql`charges_returned || ${[...charges]}::int[]` : kept}
    where organization_id = ${organization} and id = ${saleId}`);
}
