import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { wordsOf } from '../../../core/words.ts';
import type { AllocationRow, PaymentRow } from '../payment-row.ts';
import type { PlannedRefund } from './plan-refund.ts';
import type { RefundRow } from './refund-row.ts';
import { allocationColumns, insertAllocations, lockPayment, paymentColumns, type StoredPayment } from '../store.ts';

/** Columns that a row of `refunds` has in JSON too; the number, the words and the status are made by the database. */
const plainColumns = sql`id, payment_id, return_id, client_id, client_name, destination, method_id, account_id,
  charged_account_id, currency, exchange_rate, amount, base, worth, refund_date, paid_on, paid_rate, paid_worth,
  reason, reference, notes, voided_at, voided_on, void_reason, failed, external_id, metadata, custom_fields, tags,
  version, created_at, updated_at, created_by, updated_by`;

export const refundColumns: Sql = sql`number, ${plainColumns}`;

export async function readRefund({ db, organization }: Context, id: string): Promise<RefundRow> {
  const row = await db.maybe<RefundRow>(
    sql`select ${refundColumns} from refunds where organization_id = ${organization} and id = ${id}`,
  );
  if (row === undefined) throw notFound();
  return row;
}

/** Includes void refunds. */
export function refundsOfReturn({ db, organization }: Context, returnId: string): Promise<RefundRow[]> {
  return db.many<RefundRow>(sql`
    select ${refundColumns} from refunds
    where organization_id = ${organization} and return_id = ${returnId} order by id`);
}

/** Includes void refunds. */
export function refundsOfPayments({ db, organization }: Context, paymentIds: readonly string[]): Promise<RefundRow[]> {
  return db.many<RefundRow>(sql`
    select ${refundColumns} from refunds
    where organization_id = ${organization} and payment_id = any(${paymentIds}::uuid[]) order by id`);
}

/** A refund and the payment that it is of, if any. */
export type LockedRefund = { readonly row: RefundRow; readonly payment: StoredPayment | undefined };

/** Locks a refund, after its payment: whoever takes from the payment or gives back to it does so one by one. */
export async function lockRefund(context: Context, id: string, version: number | undefined): Promise<LockedRefund> {
  const { db, organization } = context;
  const { payment_id: paymentId } = await readRefund(context, id);
  const [payment, row] = await Promise.all([
    paymentId === null ? undefined : lockPayment(context, paymentId, undefined),
    db.one<RefundRow>(sql`
      select ${refundColumns} from refunds where organization_id = ${organization} and id = ${id} for update`),
  ]);
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return { row, payment };
}

/** So many payments are looked at at once. */
export const payersMax = 500;

/** The payments of a client with credit in this currency, locked in the order of their ids. */
export function lockCredits(
  { db, organization }: Context,
  { clientId, currency }: { readonly clientId: string; readonly currency: string },
): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from payments
    where organization_id = ${organization} and client_id = ${clientId} and currency = ${currency}
      and amount_unapplied > 0
    order by id limit ${payersMax} for update`);
}

/** The payments that settle a sale, locked in the order of their ids. To be sent before the sale itself is locked. */
export async function lockPayers({ db, organization }: Context, saleId: string): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from payments
    where organization_id = ${organization} and id in (select payment_id from allocations
      where organization_id = ${organization} and sale_id = ${saleId} and reversed_on is null)
    order by id limit ${payersMax} for update`);
}

/** The payments that something was given back of for a return, in the same way. A return never gets more of them. */
export function lockPaymentsOfReturn({ db, organization }: Context, returnId: string): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from payments
    where organization_id = ${organization} and id in (select payment_id from refunds
      where organization_id = ${organization} and return_id = ${returnId})
    order by id for update`);
}

/** All allocations of the payments that settle a sale. To be sent once the sale is locked. */
export function allocationsOfPayers({ db, organization }: Context, saleId: string): Promise<AllocationRow[]> {
  return db.many<AllocationRow>(sql`
    select ${allocationColumns} from allocations
    where organization_id = ${organization} and payment_id in (select payment_id from allocations
      where organization_id = ${organization} and sale_id = ${saleId} and reversed_on is null)
    order by payment_id, position`);
}

/**
 * Payments with their allocations. One that came to settle the sale between the two locks is locked now; where that is
 * against the order of locks, the database sees it and the work begins again.
 */
export async function payersWith(
  context: Context,
  locked: readonly PaymentRow[],
  allocations: readonly AllocationRow[],
): Promise<StoredPayment[]> {
  const byPayment = Map.groupBy(allocations, (one) => one.payment_id);
  const known = new Set(locked.map(({ id }) => id));
  const late = [...byPayment.keys()].filter((id) => !known.has(id));
  const rows = late.length === 0 ? locked : [...locked, ...(await lockPayments(context, late))];
  return rows.map((row) => ({ row, allocations: byPayment.get(row.id) ?? [] }));
}

/** Locks payments in the order of their ids. */
function lockPayments({ db, organization }: Context, ids: readonly string[]): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from payments
    where organization_id = ${organization} and id = any(${ids}::uuid[]) order by id for update`);
}

/** Writes refunds with what they take back of sales, in one flight, and answers them with their numbers. */
export async function writeRefunds(context: Context, refunds: readonly PlannedRefund[]): Promise<RefundRow[]> {
  if (refunds.length === 0) return [];
  const { db, organization } = context;
  const written = db.many<{ id: string; number: string }>(sql`
    insert into refunds (organization_id, number, words, ${plainColumns})
    select ${organization}, taken.number,
      search_words(array(select json_array_elements_text(taken.item -> 'search')), taken.number), ${plainColumns}
    from (
        select item, take_number(${organization}, 'refund', (item ->> 'refund_date')::date) as number
        from json_array_elements(${toJson(refunds)}) with ordinality as given (item, place) order by place
      ) as taken, json_populate_record(null::refunds, taken.item)
    returning id, refunds.number`);
  insertAllocations(
    context,
    refunds.flatMap(({ allocations }) => allocations),
  );
  usePayments(
    context,
    refunds.flatMap(({ row: { payment_id: id }, released, paidBack, baseUsed }) =>
      id === null ? [] : [{ id, allocated: -released, refunded: paidBack, base: baseUsed }],
    ),
  );
  const numbers = new Map((await written).map(({ id, number }) => [id, number]));
  return refunds.map(({ row }) => ({ ...row, number: numbers.get(row.id) ?? '' }));
}

function toJson(refunds: readonly PlannedRefund[]): string {
  const rows = refunds.map(({ row }) => ({ ...row, search: wordsOf([row.client_name, row.reference]) }));
  return JSON.stringify(rows, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

type Used = { readonly id: string; readonly allocated: bigint; readonly refunded: bigint; readonly base: bigint };

/** Writes how much more, or less where negative, of locked payments is allocated and paid back, without waiting. */
export function usePayments({ db, organization, now, actor }: Context, changes: readonly Used[]): void {
  if (changes.length === 0) return;
  db.later(sql`
    update payments as payment set amount_allocated = payment.amount_allocated + change.allocated,
      amount_refunded = payment.amount_refunded + change.refunded,
      base_used = payment.base_used + change.base, version = payment.version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    from (
      select id, sum(allocated)::bigint as allocated, sum(refunded)::bigint as refunded,
        sum(base)::bigint as base
      from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ allocated }) => allocated)}::bigint[],
        ${changes.map(({ refunded }) => refunded)}::bigint[], ${changes.map(({ base }) => base)}::bigint[])
        as change (id, allocated, refunded, base) group by id
    ) as change
    where payment.organization_id = ${organization} and payment.id = change.id`);
}
