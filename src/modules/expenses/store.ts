import { type Sql, sql } from '../../db/sql.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { wordsOf } from '../../core/words.ts';
import type { ExpenseRow, LineRow, PaymentRow, StoredExpense, StoredLine } from './expense-row.ts';

/** Columns that a row of `expenses` has in JSON too; the number and the words are made by the database. */
const plainColumns = sql`id, kind, status, expense_date, due_date, supplier_id, payee_name, supplier_invoice_number,
  duplicate_allowed, currency, exchange_rate, rate_source, rate_date, base_factor, base_total, base_paid,
  amounts_include_tax, tax_rounding, rounding_mode, paid_by, member_id, method_id, paid_on, reference, taxes, net,
  tax, self_assessed_tax, recoverable_tax, total, amount_paid, early_discounts, notes, submitted_at, submitted_by,
  approved_at, approved_by, rejected_at, reject_reason, posted_at, voided_at, voided_on, void_reason, recurring_id,
  occurrence_date, receipt_file_ids, external_id, metadata, custom_fields, tags, version, created_at, updated_at,
  created_by, updated_by`;

export const expenseColumns: Sql = sql`number, ${plainColumns}`;

/** The number, or nothing for a draft, as the index has it. */
export const numberColumn: Sql = sql`(case when number is null then '' else number end)`;

const lineColumns = sql`id, expense_id, position, category_id, account_id, description, amount, taxes, net, tax,
  self_assessed_tax, recoverable_tax, total, variant_id, quantity, location_id, billable, client_id, markup_percent,
  dimension_value_ids`;

const invoicedSale = sql`(select billed.sale_id from billed_expense_lines as billed
  where billed.organization_id = expense_lines.organization_id and billed.expense_id = expense_lines.expense_id
    and billed.line_id = expense_lines.id) as invoiced_sale_id`;

export const paymentColumns: Sql = sql`id, expense_id, method_id, account_id, entry_id, supplier_payment_id, amount,
  exchange_rate, rate_source, rate_date, base, fx_gain_loss, payment_date, reference, reversed_on, reverse_reason,
  discount_of, legs, created_at, created_by`;

export function readExpense(context: Context, id: string): Promise<StoredExpense> {
  return storedWhere(context, sql`id = ${id}`, id);
}

/** The expense, locked, with its lines and payments as they are once the lock is held. */
export async function lockExpense(context: Context, id: string, version: number | undefined): Promise<StoredExpense> {
  const stored = await storedWhere(context, sql`id = ${id} for update`, id);
  if (version !== undefined && version !== stored.row.version) {
    throw versionConflict({ current_version: stored.row.version });
  }
  return stored;
}

async function storedWhere(context: Context, condition: Sql, id: string): Promise<StoredExpense> {
  const { db, organization } = context;
  const [row, lines, payments] = await Promise.all([
    db.maybe<ExpenseRow>(
      sql`select ${expenseColumns} from expenses where organization_id = ${organization} and ${condition}`,
    ),
    linesOf(context, [id]),
    paymentsOf(context, [id]),
  ]);
  if (row === undefined) throw notFound();
  return { row, lines, payments };
}

/** Of which expense a payment is. */
export async function expenseOfPayment({ db, organization }: Context, paymentId: string): Promise<string> {
  const payment = await db.maybe<{ expense_id: string }>(sql`
    select expense_id from expense_payments where organization_id = ${organization} and id = ${paymentId}`);
  if (payment === undefined) throw notFound();
  return payment.expense_id;
}

export function linesOf({ db, organization }: Context, expenseIds: readonly string[]): Promise<StoredLine[]> {
  return db.many<StoredLine>(sql`
    select ${lineColumns}, ${invoicedSale} from expense_lines
    where organization_id = ${organization} and expense_id = any(${expenseIds}::uuid[]) order by expense_id, position`);
}

export function paymentsOf({ db, organization }: Context, expenseIds: readonly string[]): Promise<PaymentRow[]> {
  return db.many<PaymentRow>(sql`
    select ${paymentColumns} from expense_payments
    where organization_id = ${organization} and expense_id = any(${expenseIds}::uuid[]) order by expense_id, position`);
}

/**
 * Writes an expense and its lines, and answers it with its number, which it takes when it is posted. The lines go
 * first, since none can be added to an expense that is posted.
 */
export async function writeExpense(
  context: Context,
  expense: Pick<StoredExpense, 'row' | 'lines'>,
  { isNew }: { readonly isNew: boolean },
): Promise<ExpenseRow> {
  if (!isNew) removeLines(context, expense.row.id);
  insertLines(context, expense.lines);
  const written = await context.db.one<{ number: string | null }>(
    isNew ? insertion(context, expense) : replacement(context, expense),
  );
  return { ...expense.row, number: written.number };
}

export function removeLines({ db, organization }: Context, expenseId: string): void {
  db.later(sql`delete from expense_lines where organization_id = ${organization} and expense_id = ${expenseId}`);
}

function insertLines({ db, organization }: Context, lines: readonly LineRow[]): void {
  db.later(sql`
    insert into expense_lines (organization_id, ${lineColumns})
    select ${organization}, ${lineColumns} from json_populate_recordset(null::expense_lines, ${toJson(lines)})`);
}

function insertion(context: Context, expense: Pick<StoredExpense, 'row' | 'lines'>): Sql {
  return sql`
    with taken as (select ${numberTaken(context, expense.row)} as number)
    insert into expenses (organization_id, number, words, ${plainColumns})
    select ${context.organization}, taken.number, ${wordsWith(expense, sql`taken.number`)}, ${plainColumns}
    from taken, json_populate_record(null::expenses, ${toJson({ ...expense.row, number: undefined })})
    returning number`;
}

function replacement(context: Context, expense: Pick<StoredExpense, 'row' | 'lines'>): Sql {
  return sql`
    with taken as (select ${numberTaken(context, expense.row)} as number)
    update expenses set number = taken.number, words = ${wordsWith(expense, sql`taken.number`)}, (${plainColumns}) = (
      select ${plainColumns} from json_populate_record(null::expenses, ${toJson(expense.row)}))
    from taken where expenses.organization_id = ${context.organization} and expenses.id = ${expense.row.id}
    returning expenses.number`;
}

function numberTaken({ organization }: Context, row: ExpenseRow): Sql {
  return row.posted_at === null ? sql`null::text` : sql`take_number(${organization}, 'expense', ${row.expense_date})`;
}

export function wordsWith({ row, lines }: Pick<StoredExpense, 'row' | 'lines'>, number: Sql): Sql {
  const words = wordsOf([
    row.payee_name,
    row.supplier_invoice_number,
    row.reference,
    row.notes,
    ...lines.map(({ description }) => description),
  ]);
  return sql`search_words(${words}::text[], ${number})`;
}

/** Writes payments of locked expenses behind those that there are, their discounts last, without waiting. */
export function insertPayments({ db, organization }: Context, payments: readonly PaymentRow[]): void {
  if (payments.length === 0) return;
  db.later(sql`
    insert into expense_payments (organization_id, position, ${paymentColumns})
    select ${organization}, row_number() over (partition by expense_id order by discount_of nulls first)
        + (select count(*) from expense_payments as earlier
          where earlier.organization_id = ${organization} and earlier.expense_id = payment.expense_id),
      ${paymentColumns}
    from json_populate_recordset(null::expense_payments, ${toJson(payments)}) as payment`);
}

/** JSON has no bigint: digits in quotes become one again in the database. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}
