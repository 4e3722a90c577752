/** Payments that the bank was asked for, as lines of its statements are matched with them. */
import { type Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { OrderedPayment } from '../../../matching/model.ts';
import type { Context } from '../../../operation/operation.ts';

const paymentsMax = 5_000;

type Row = {
  readonly id: string;
  readonly expense_id: string;
  readonly end_to_end_id: string;
  readonly batch_id: string;
  readonly day: Day;
  readonly status: 'in_file' | 'paid';
  readonly amount: bigint;
  readonly early_discount: bigint;
  readonly entries: readonly { readonly id: string; readonly amount: string }[] | null;
};

/** Those that wait, and those that are recorded and on no line yet: the newest first. */
export async function orderedPayments(
  { db, organization }: Context,
  account: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<OrderedPayment[]> {
  const rows = await db.many<Row>(sql`
    select plan.id, plan.expense_id, plan.end_to_end_id, item.batch_id, item.day, plan.status,
      plan.fixed_amount as amount, item.early_discount,
      case when plan.status = 'paid' then (
        select jsonb_agg(jsonb_build_object('id', entry.id, 'amount', entry.amount::text) order by entry.id)
        from scheduled_payment_entries as own
        join bank_entries as entry on entry.organization_id = own.organization_id and entry.id = own.entry_id
          and entry.bank_account_id = ${account}
        where own.organization_id = plan.organization_id and own.supplier_payment_id = plan.supplier_payment_id
          and not exists (select from bank_matches as match
            where match.organization_id = ${organization} and match.entry_id = entry.id
              and match.bank_account_id = ${account})) end as entries
    from scheduled_payments as plan
    join payment_file_items as item on item.organization_id = plan.organization_id
      and item.scheduled_payment_id = plan.id and not item.is_cancelled
    where plan.organization_id = ${organization} and plan.bank_account_id = ${account}
      and (plan.status = 'in_file' or plan.status = 'paid' and plan.paid_on between ${from} and ${to})
    order by item.day desc, plan.id limit ${paymentsMax}`);
  return rows.flatMap((row) => {
    const targets = targetsOf(row);
    return targets.length === 0 ? [] : [orderedFrom(row, targets)];
  });
}

function targetsOf(row: Row): OrderedPayment['targets'] {
  const { status, expense_id: id, amount, early_discount: discount, entries } = row;
  if (status === 'in_file') return [{ kind: 'expense', id, amount, discount }];
  return (entries ?? []).map((entry) => ({ kind: 'entry', id: entry.id, amount: -BigInt(entry.amount) }));
}

function orderedFrom(row: Row, targets: OrderedPayment['targets']): OrderedPayment {
  const { id, end_to_end_id: endToEndId, batch_id: batchId, day, amount } = row;
  return { id, endToEndId, batchId, day, amount, targets };
}
