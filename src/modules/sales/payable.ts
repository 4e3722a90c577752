import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { saleCompleted, saleUpdated } from './sale.ts';
import { settledFacts } from './sale-record.ts';
import { nextDueDate } from './schedule.ts';
import { numberColumn } from './store.ts';
import type { SaleRow } from './sale-row.ts';

/** What payments need to know of the sales that they settle. */
export type Payable = Pick<
  SaleRow,
  | 'id'
  | 'kind'
  | 'number'
  | 'original_sale_id'
  | 'client_id'
  | 'client_name'
  | 'sale_date'
  | 'due_date'
  | 'payment_schedule'
  | 'currency'
  | 'total'
  | 'amount_paid'
  | 'amount_refunded'
  | 'amount_credited'
  | 'amount_written_off'
  | 'confirmed_at'
  | 'voided_at'
  | 'member_id'
  | 'channel'
  | 'location_id'
  | 'external_id'
  | 'version'
>;

const payableColumns = sql`id, kind, number, original_sale_id, client_id, client_name, sale_date, due_date,
  payment_schedule, currency, total, amount_paid, amount_refunded, amount_credited, amount_written_off, confirmed_at,
  voided_at, member_id, channel, location_id, external_id, version`;

const owedSalesMax = 500;

/** Locks these sales in the order of their ids; those that are not there are not in the answer. */
export async function lockForPayment({ db, organization }: Context, saleIds: readonly string[]): Promise<Payable[]> {
  if (saleIds.length === 0) return [];
  return db.many<Payable>(sql`
    select ${payableColumns} from sales
    where organization_id = ${organization} and id = any(${saleIds}::uuid[]) order by id for update`);
}

/** Locks what a client owes, the first due of it where it is very much, and answers it in the order it is due. */
export async function lockOwed({ db, organization }: Context, clientId: string): Promise<Payable[]> {
  const owed = await db.many<Payable>(sql`
    select ${payableColumns} from sales
    where organization_id = ${organization} and status = 'confirmed' and id in (
      select id from sales where organization_id = ${organization} and client_id = ${clientId} and status = 'confirmed'
      order by next_due_date, id limit ${owedSalesMax})
    order by id for update`);
  return owed.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** Ids of sales by their numbers; a number that no sale has is not in the map. */
export async function saleIdsByNumber(
  { db, organization }: Context,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ id: string; number: string }>(sql`
    select id, number from sales
    where organization_id = ${organization} and ${numberColumn} = any(${numbers}::text[])`);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** What a client owes, and how much of it is overdue. */
export function owedBy(
  { db, organization, today }: Context,
  clientId: string,
): Promise<{ receivable: bigint; overdue: bigint }> {
  return db.one(sql`
    select coalesce(sum(amount_due), 0)::bigint as receivable,
      coalesce(sum(case
        when next_due_date >= ${today} then 0
        when payment_schedule = '[]' then amount_due
        else (select sum((part ->> 'amount')::bigint) from jsonb_array_elements(payment_schedule) as part
          where (part ->> 'due_date')::date < ${today}) - (total - amount_due)
      end), 0)::bigint as overdue
    from sales where organization_id = ${organization} and client_id = ${clientId} and status = 'confirmed'`);
}

function placeOf(sale: Payable): string {
  return `${nextDueDate(sale)} ${sale.sale_date} ${sale.id}`;
}

/** How much more, or less where negative, of a locked sale is paid, refunded, credited or written off. */
export type PaidChange = {
  readonly sale: Payable;
  readonly by?: bigint;
  readonly refunded?: bigint;
  readonly credited?: bigint;
  readonly writtenOff?: bigint;
};

/** Writes what is now paid, without waiting, and tells who listens. */
export function applyPaid(context: Context, changes: readonly PaidChange[]): Payable[] {
  if (changes.length === 0) return [];
  const { db, organization, actor, now } = context;
  db.later(sql`
    update sales set amount_paid = sales.amount_paid + change.paid,
      amount_refunded = sales.amount_refunded + change.refunded,
      amount_credited = sales.amount_credited + change.credited,
      amount_written_off = sales.amount_written_off + change.written_off,
      version = sales.version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    from unnest(${changes.map(({ sale }) => sale.id)}::uuid[], ${changes.map(({ by = 0n }) => by)}::bigint[],
      ${changes.map(({ refunded = 0n }) => refunded)}::bigint[],
      ${changes.map(({ credited = 0n }) => credited)}::bigint[],
      ${changes.map(({ writtenOff = 0n }) => writtenOff)}::bigint[])
      as change (id, paid, refunded, credited, written_off)
    where sales.organization_id = ${organization} and sales.id = change.id`);
  return changes.map((change) => {
    const paid = paidAfter(change);
    const facts = { ...paid, ...settledFacts(context, paid) };
    context.emit(facts.status === 'completed' ? saleCompleted(facts) : saleUpdated(facts));
    return paid;
  });
}

function paidAfter({ sale, by = 0n, refunded = 0n, credited = 0n, writtenOff = 0n }: PaidChange): Payable {
  return {
    ...sale,
    amount_paid: sale.amount_paid + by,
    amount_refunded: sale.amount_refunded + refunded,
    amount_credited: sale.amount_credited + credited,
    amount_written_off: sale.amount_written_off + writtenOff,
    version: sale.version + 1,
  };
}
