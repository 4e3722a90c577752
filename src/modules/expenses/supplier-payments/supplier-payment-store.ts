import { nothing, type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { wordsOf } from '../../../core/words.ts';
import type { ExpenseRow, PaymentRow } from '../expense-row.ts';
import { expenseColumns, paymentColumns, toJson } from '../store.ts';
import type { PartRow, StoredSupplierPayment, SupplierPaymentRow } from './supplier-payment.ts';
import { supplierRefundsOf } from '../supplier-credits/supplier-refund.ts';

/** Columns that a row of `supplier_payments` has in JSON too; number, words and status are made by the database. */
const plainColumns = sql`id, supplier_id, supplier_name, method_id, account_id, credit_note_id, currency,
  exchange_rate, rate_source, rate_date, amount,
  base_amount, amount_allocated, amount_refunded, base_used, payment_date, reference, notes,
  voided_at, voided_on, void_reason, external_id, metadata, custom_fields, tags, version, created_at, updated_at,
  created_by, updated_by`;

export const supplierPaymentColumns: Sql = sql`number, ${plainColumns}`;

export function supplierPaymentWords(row: Pick<SupplierPaymentRow, 'supplier_name' | 'reference' | 'notes'>): string[] {
  return wordsOf([row.supplier_name, row.reference, row.notes]);
}

export async function readSupplierPayment(context: Context, id: string): Promise<StoredSupplierPayment> {
  return storedWhere(context, sql`id = ${id}`, id);
}

export async function lockSupplierPayment(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<StoredSupplierPayment> {
  const stored = await storedWhere(context, sql`id = ${id} for update`, id);
  if (version !== undefined && version !== stored.row.version) {
    throw versionConflict({ current_version: stored.row.version });
  }
  return stored;
}

async function storedWhere(context: Context, condition: Sql, id: string): Promise<StoredSupplierPayment> {
  const { db, organization } = context;
  const [row, parts, refunds] = await Promise.all([
    db.maybe<SupplierPaymentRow>(sql`
      select ${supplierPaymentColumns} from supplier_payments
      where organization_id = ${organization} and ${condition}`),
    partsOf(context, [id]),
    supplierRefundsOf(context, [id]),
  ]);
  if (row === undefined) throw notFound();
  return { row, parts, refunds };
}

/** Allocations of these payments to expenses. */
export function partsOf({ db, organization }: Context, ids: readonly string[]): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select part.id, part.supplier_payment_id, part.expense_id, expense.number as expense_number, part.amount,
      part.base, part.fx_gain_loss, part.payment_date as allocated_on
    from expense_payments as part
    join expenses as expense on expense.organization_id = part.organization_id and expense.id = part.expense_id
    where part.organization_id = ${organization} and part.supplier_payment_id = any(${ids}::uuid[])`);
}

/**
 * The payments of expenses that a payment of their supplier is made of, as they are written, and the discounts that
 * they were early for.
 */
export function partRowsOf({ db, organization }: Context, id: string): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from expense_payments
    where organization_id = ${organization} and (supplier_payment_id = ${id} or discount_of in (
      select id from expense_payments where organization_id = ${organization} and supplier_payment_id = ${id}
        and reversed_on is null) and reversed_on is null)
    order by id`);
}

/** Writes a payment and answers its number. */
export async function insertSupplierPayment(
  { db, organization }: Context,
  row: Omit<SupplierPaymentRow, 'number'>,
): Promise<string> {
  const written = toJson(row);
  const { number } = await db.one<{ number: string }>(sql`
    with taken as (select take_number(${organization}, 'supplier_payment', ${row.payment_date}) as number)
    insert into supplier_payments (organization_id, number, words, ${plainColumns})
    select ${organization}, taken.number, search_words(${supplierPaymentWords(row)}::text[], taken.number),
      ${plainColumns}
    from taken, json_populate_record(null::supplier_payments, ${written})
    returning number`);
  return number;
}

/** So many expenses are paid at once. */
export const expensesMax = 500;

/** Locks what is owed to a supplier, what is due first, or the expenses that are named; in the order of their ids. */
export function lockOwedExpenses(
  { db, organization }: Context,
  asked: { readonly supplierId: string; readonly currency: string | undefined } | { readonly ids: readonly string[] },
): Promise<ExpenseRow[]> {
  const which =
    'ids' in asked
      ? sql`id = any(${asked.ids}::uuid[])`
      : sql`id in (
          select id from expenses where organization_id = ${organization} and supplier_id = ${asked.supplierId}
            and status = 'posted' and paid_by = 'company' and amount_paid < total
            ${asked.currency === undefined ? nothing : sql`and currency = ${asked.currency}`}
          order by due_date, id limit ${expensesMax})`;
  return db.many<ExpenseRow>(sql`
    select ${expenseColumns} from expenses
    where organization_id = ${organization} and ${which} order by id for update`);
}

/** Writes what of locked expenses has become paid, or owed again, without waiting; answers them so. */
export function changePaid({ db, organization, now, actor }: Context, changed: readonly ExpenseRow[]): ExpenseRow[] {
  const stamp = actorStamp(actor);
  db.later(sql`
    update expenses as expense set amount_paid = change.paid, base_paid = change.base, version = expense.version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map((row) => row.amount_paid)}::bigint[],
      ${changed.map((row) => row.base_paid)}::bigint[]) as change (id, paid, base)
    where expense.organization_id = ${organization} and expense.id = change.id`);
  return changed.map((row) => ({ ...row, version: row.version + 1, updated_at: now, updated_by: stamp }));
}
