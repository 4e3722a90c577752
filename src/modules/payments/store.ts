import { type Sql, sql } from '../../db/sql.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { batched } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';
import { actorStamp } from '../../operation/actor.ts';
import { wordsOf } from '../../core/words.ts';
import type { PlannedPayment } from './plan-payment.ts';
import type { AllocationRow, PaymentRow } from './payment-row.ts';

/** Columns that a row of `payments` has in JSON too; the number, the words and the status are made by the database. */
const plainColumns = sql`id, direction, method_id, account_id, client_id, client_name, currency, exchange_rate,
  rate_source, rate_date, base_factor, base_amount, base_fee, base_used, amount,
  amount_allocated, amount_refunded, fee_amount, change_given, payment_date, received_at, reference, notes, voided_at,
  voided_on, void_reason, external_id, metadata, custom_fields, tags, version, created_at, updated_at, created_by,
  updated_by`;

export const paymentColumns: Sql = sql`number, ${plainColumns}`;

export const allocationColumns: Sql = sql`id, payment_id, sale_id, refund_id, position, amount, base, fx_gain_loss,
  allocated_on, reversed_on`;

export type StoredPayment = { readonly row: PaymentRow; readonly allocations: readonly AllocationRow[] };

export async function readPayment(context: Context, id: string): Promise<StoredPayment> {
  const { db, organization } = context;
  const [row, allocations] = await Promise.all([
    db.maybe<PaymentRow>(
      sql`select ${paymentColumns} from payments where organization_id = ${organization} and id = ${id}`,
    ),
    allocationsOf(context, [id]),
  ]);
  if (row === undefined) throw notFound();
  return { row, allocations };
}

/** The payment, locked, and its allocations, which nobody changes without that lock. Locked before any sale. */
export async function lockPayment(context: Context, id: string, version: number | undefined): Promise<StoredPayment> {
  const { db, organization } = context;
  const [row, allocations] = await Promise.all([
    db.maybe<PaymentRow>(
      sql`select ${paymentColumns} from payments where organization_id = ${organization} and id = ${id} for update`,
    ),
    allocationsOf(context, [id]),
  ]);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return { row, allocations };
}

export function allocationsOf({ db, organization }: Context, paymentIds: readonly string[]): Promise<AllocationRow[]> {
  return db.many<AllocationRow>(sql`
    select ${allocationColumns} from allocations
    where organization_id = ${organization} and payment_id = any(${paymentIds}::uuid[])
    order by payment_id, position`);
}

/** Writes payments with their allocations, in one statement, and answers them with their numbers, in the same order. */
export async function writePayments(context: Context, payments: readonly PlannedPayment[]): Promise<PaymentRow[]> {
  if (payments.length === 0) return [];
  const numbers = await insertPayments(context, payments);
  return payments.map(({ row }) => ({ ...row, number: numbers.get(row.id) ?? '' }));
}

const insertPayments = batched('write', async (context: Context, calls: readonly (readonly PlannedPayment[])[]) => {
  const { db, organization } = context;
  const payments = calls.flat();
  const allocations = payments.flatMap((payment) => payment.allocations);
  const payment = sql`
    insert into payments (organization_id, number, words, ${plainColumns})
    select ${organization}, taken.number,
      search_words(array(select json_array_elements_text(taken.item -> 'search')), taken.number), ${plainColumns}
    from (
        select item, take_number(${organization}, 'payment', (item ->> 'payment_date')::date) as number
        from json_array_elements(${toJson(payments)}) with ordinality as given (item, place) order by place
      ) as taken, json_populate_record(null::payments, taken.item)
    returning id, payments.number`;
  // Counting the payments has them written first: each allocation looks for the day of its own.
  const written = await db.many<{ id: string; number: string }>(
    allocations.length === 0
      ? payment
      : sql`
        with paid as (${payment}),
        allocated as (
          ${allocationsInsert(context, allocations)} where (select count(*) from paid) = ${payments.length})
        select id, number from paid`,
  );
  const numbers = new Map(written.map(({ id, number }) => [id, number]));
  return calls.map(() => numbers);
});

function toJson(payments: readonly PlannedPayment[]): string {
  const rows = payments.map(({ row }) => ({ ...row, search: wordsOf([row.client_name, row.reference]) }));
  return JSON.stringify(rows, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

export function insertAllocations(context: Context, allocations: readonly AllocationRow[]): void {
  if (allocations.length > 0) context.db.later(allocationsInsert(context, allocations));
}

function allocationsInsert({ organization, now, actor }: Context, allocations: readonly AllocationRow[]): Sql {
  return sql`
    insert into allocations
      (organization_id, id, payment_id, sale_id, refund_id, position, amount, base, fx_gain_loss, allocated_on,
        created_at, created_by)
    select ${organization}::uuid, allocation.*, ${now}::timestamptz, ${JSON.stringify(actorStamp(actor))}::jsonb
    from unnest(${allocations.map(({ id }) => id)}::uuid[], ${allocations.map((one) => one.payment_id)}::uuid[],
      ${allocations.map((one) => one.sale_id)}::uuid[], ${allocations.map((one) => one.refund_id)}::uuid[],
      ${allocations.map(({ position }) => position)}::int[], ${allocations.map(({ amount }) => amount)}::bigint[],
      ${allocations.map(({ base }) => base)}::bigint[],
      ${allocations.map((one) => one.fx_gain_loss)}::bigint[],
      ${allocations.map((one) => one.allocated_on)}::date[]) as allocation`;
}
