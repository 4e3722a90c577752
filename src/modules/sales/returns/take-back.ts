import type { Day } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { goodsIssued } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { takeSchedulesBack } from '../../accruals/index.ts';
import { accountsByRole, type Posting, reversalsOf } from '../../ledger/index.ts';
import { returnStock, undoReturn } from '../../stock/index.ts';
import { costOfLines, dimensionsOf } from '../confirming/confirm.ts';
import { paymentsRemain, returnsRemain, type SaleRecord, saleVoided } from '../sale.ts';
import { keepBefore, saleRecord, settledFacts } from '../sale-record.ts';
import type { SaleRow } from '../sale-row.ts';
import type { StoredSale } from '../store.ts';
import { moveReturned } from './write-return.ts';

/** The day that it is taken back on, and why. */
type Voiding = { readonly day: Day; readonly reason: string | null };

type TakenBack = { readonly sale: SaleRecord; readonly postings: readonly Posting[] };

/** Voids a locked sale that nothing hangs on: its goods come back, its entries are reversed. The caller posts. */
export async function takeSaleBack(
  context: Context,
  { row: before, lines }: StoredSale,
  { day, reason }: Voiding,
): Promise<TakenBack> {
  keepBefore(context, before, lines);
  const source = { type: 'sale', id: before.id } as const;
  const [reversals, spread, corrections] = await Promise.all([
    reversalsOf(
      context,
      { ...source, event: saleVoided.type },
      { date: day, memo: `Void of sale ${before.number ?? ''}` },
    ),
    takeSchedulesBack(context, source, { date: day, reason }),
    returnStock(context, source, { day, dimensions: dimensionsOf(lines) }),
  ]);
  const row = voided(context, before, { day, reason });
  context.emit(saleVoided({ ...row, ...settledFacts(context, row) }));
  return { sale: saleRecord(context, row, lines), postings: [...reversals, ...spread, ...corrections] };
}

/** Voids a locked return: its goods leave again, its entries are reversed. The caller settles its sale, and posts. */
export async function takeReturnBack(
  context: Context,
  { row: before, lines }: StoredSale,
  { day, reason }: Voiding,
): Promise<TakenBack> {
  keepBefore(context, before, lines);
  const source = { type: 'sale', id: before.id, event: saleVoided.type };
  const [reversals, accounts] = await Promise.all([
    reversalsOf(context, source, { date: day, memo: `Void of return ${before.number ?? ''}` }),
    accountsByRole(context),
  ]);
  const differences = await undoReturn(context, before.id, day);
  const returned = lines.map((line) => ({ lineId: line.original_line_id ?? '', by: line.quantity }));
  const saleId = before.original_sale_id ?? '';
  moveReturned(context, saleId, { returned, charges: before.charges_returned, sign: -1n });
  const row = voided(context, before, { day, reason });
  const corrected = goodsIssued({
    header: correctionHeader(before.id, day),
    accounts,
    items: costOfLines(differences, lines),
  });
  context.emit(saleVoided({ ...row, ...settledFacts(context, row) }));
  const correction = corrected === undefined ? [] : [{ id: context.newId(), entry: corrected }];
  return { sale: saleRecord(context, row, lines), postings: [...reversals, ...correction] };
}

function correctionHeader(id: string, date: Day) {
  return { date, memo: 'Cost of goods that were not returned', source: { type: 'sale', id } };
}

/** Refuses to void a sale that is paid, that goods came back of, or whose debt was given up. */
export function checkUnused(row: SaleRow): void {
  const amount = (minor: bigint) => formatMoney(money(minor, row.currency));
  const { amount_credited: credited, amount_written_off: writtenOff, amount_discounted: discounted } = row;
  if (credited > 0n || writtenOff > 0n || discounted > 0n) {
    throw returnsRemain({
      amount_credited: amount(credited),
      amount_written_off: amount(writtenOff),
      amount_discounted: amount(discounted),
    });
  }
  const paid = row.amount_paid - row.amount_refunded;
  if (paid > 0n) throw paymentsRemain({ amount_paid: amount(paid) });
}

function voided(context: Context, before: SaleRow, { day, reason }: Voiding): SaleRow {
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  // A refund of a return is reversed with it.
  const amountRefunded = before.kind === 'return' ? 0n : before.amount_refunded;
  db.later(sql`
    update sales set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason},
      amount_refunded = ${amountRefunded}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${before.id}`);
  const { version } = before;
  return {
    ...before,
    voided_at: now,
    voided_on: day,
    void_reason: reason,
    amount_refunded: amountRefunded,
    version: version + 1,
    updated_at: now,
    updated_by: stamp,
  };
}
