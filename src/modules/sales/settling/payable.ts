import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { saleCompleted, saleUpdated } from '../sale.ts';
import { settledFacts } from '../sale-record.ts';
import { nextDueDate } from './schedule.ts';
import { numberColumn } from '../store.ts';
import type { SaleRow } from '../sale-row.ts';

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
  | 'exchange_rate'
  | 'rate_source'
  | 'rate_date'
  | 'base_factor'
  | 'base_total'
  | 'base_settled'
  | 'total'
  | 'amount_paid'
  | 'amount_refunded'
  | 'amount_credited'
  | 'amount_written_off'
  | 'amount_discounted'
  | 'early_discounts'
  | 'taxes'
  | 'confirmed_at'
  | 'voided_at'
  | 'member_id'
  | 'channel'
  | 'location_id'
  | 'external_id'
  | 'version'
>;

const payableColumns = sql`id, kind, number, original_sale_id, client_id, client_name, sale_date, due_date,
  payment_schedule, currency, exchange_rate, rate_source, rate_date, base_factor, base_total, base_settled, total,
  amount_paid, amount_refunded, amount_credited, amount_written_off,
  amount_discounted, early_discounts, taxes, confirmed_at, voided_at,
  member_id, channel, location_id, external_id, version`;

const owedSalesMax = 500;

/** Locks these sales in the order of their ids; those that are not there are not in the answer. */
export async function lockForPayment({ db, organization }: Context, saleIds: readonly string[]): Promise<Payable[]> {
  if (saleIds.length === 0) return [];
  return db.many<Payable>(sql`
    select ${payableColumns} from sales
    where organization_id = ${organization} and id = any(${saleIds}::uuid[]) order by id for no key update`);
}

/** Locks what a client owes in a currency, the first due of it where it is very much, and answers it in the order it
 * is due. */
export async function lockOwed({ db, organization }: Context, clientId: string, currency: string): Promise<Payable[]> {
  const owed = await db.many<Payable>(sql`
    select ${payableColumns} from sales
    where organization_id = ${organization} and status = 'confirmed' and id in (
      select id from sales where organization_id = ${organization} and client_id = ${clientId}
        and currency = ${currency} and status = 'confirmed'
      order by next_due_date, id limit ${owedSalesMax})
    order by id for no key update`);
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

/** In one currency; `base` is its book value. */
export type OwedIn = {
  readonly currency: string;
  readonly receivable: bigint;
  readonly overdue: bigint;
  readonly base_receivable: bigint;
  readonly base_overdue: bigint;
};

export function owedBy({ db, organization, today }: Context, clientId: string): Promise<OwedIn[]> {
  return db.many(sql`
    select currency, sum(amount_due)::bigint as receivable, sum(late)::bigint as overdue,
      sum(worth)::bigint as base_receivable,
      sum(case when amount_due = 0 then 0 else round(worth::numeric * late / amount_due) end)::bigint as base_overdue
    from (
      select currency, amount_due, coalesce(base_total - base_settled, amount_due) as worth,
        case
          when next_due_date >= ${today} then 0
          when payment_schedule = '[]' then amount_due
          else (select sum((part ->> 'amount')::bigint) from jsonb_array_elements(payment_schedule) as part
            where (part ->> 'due_date')::date < ${today}) - (total - amount_due)
        end as late
      from sales where organization_id = ${organization} and client_id = ${clientId} and status = 'confirmed'
    ) as owed
    group by currency order by currency`);
}

function placeOf(sale: Payable): string {
  return `${nextDueDate(sale)} ${sale.sale_date} ${sale.id}`;
}

/** Changes to a locked sale's settlement, in minor units; negative to reduce it. */
export type PaidChange = {
  readonly sale: Payable;
  readonly by?: bigint;
  readonly refunded?: bigint;
  readonly credited?: bigint;
  readonly writtenOff?: bigint;
  readonly discounted?: bigint;
  /** Book value settled, for sales in another currency. */
  readonly base?: bigint | null;
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
      amount_discounted = sales.amount_discounted + change.discounted,
      base_settled = sales.base_settled + change.base,
      version = sales.version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    from unnest(${changes.map(({ sale }) => sale.id)}::uuid[], ${changes.map(({ by = 0n }) => by)}::bigint[],
      ${changes.map(({ refunded = 0n }) => refunded)}::bigint[],
      ${changes.map(({ credited = 0n }) => credited)}::bigint[],
      ${changes.map(({ writtenOff = 0n }) => writtenOff)}::bigint[],
      ${changes.map(({ discounted = 0n }) => discounted)}::bigint[],
      ${changes.map(({ base }) => base ?? 0n)}::bigint[])
      as change (id, paid, refunded, credited, written_off, discounted, base)
    where sales.organization_id = ${organization} and sales.id = change.id`);
  return changes.map((change) => {
    const paid = paidAfter(change);
    const facts = { ...paid, ...settledFacts(context, paid) };
    context.emit(facts.status === 'completed' ? saleCompleted(facts) : saleUpdated(facts));
    return paid;
  });
}

function paidAfter({ sale, base, ...change }: PaidChange): Payable {
  const { by = 0n, refunded = 0n, credited = 0n, writtenOff = 0n, discounted = 0n } = change;
  return {
    ...sale,
    amount_paid: sale.amount_paid + by,
    amount_refunded: sale.amount_refunded + refunded,
    amount_credited: sale.amount_credited + credited,
    amount_written_off: sale.amount_written_off + writtenOff,
    amount_discounted: sale.amount_discounted + discounted,
    base_settled: sale.base_settled === null ? null : sale.base_settled + (base ?? 0n),
    version: sale.version + 1,
  };
}
