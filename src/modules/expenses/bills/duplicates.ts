import { folded } from '../../../core/fold.ts';
import { money } from '../../../core/money.ts';
import { descending } from '../../../core/order.ts';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import type { Context } from '../../../operation/operation.ts';
import { duplicateExpense, ExpenseCandidate, type ExpenseWarning } from '../expense.ts';
import type { ExpenseInput } from '../expense-input.ts';
import type { ExpenseRow } from '../expense-row.ts';

/** Another expense that may be the same. */
type Duplicate = Pick<
  ExpenseRow,
  | 'id'
  | 'kind'
  | 'number'
  | 'status'
  | 'supplier_id'
  | 'payee_name'
  | 'expense_date'
  | 'currency'
  | 'total'
  | 'duplicate_allowed'
> & { readonly same_invoice: boolean };

const twinsMax = 50;
const candidatesMax = 5;

/** Expenses with the supplier's number of this one, or of its day. Can share a flight with what it is planned from. */
export async function findDuplicates(context: Context, input: ExpenseInput): Promise<Duplicate[]> {
  const { db, organization, today } = context;
  if (!input.supplier_id && !input.payee_name) return [];
  const invoice = sql`lower(supplier_invoice_number) = lower(${input.supplier_invoice_number ?? null})`;
  const columns = sql`id, kind, number, status, supplier_id, payee_name, expense_date, currency, total,
    duplicate_allowed, coalesce(${invoice}, false) as same_invoice`;
  const payee = input.supplier_id
    ? sql`supplier_id = ${input.supplier_id}`
    : sql`supplier_id is null and payee_name is not null`;
  return db.many<Duplicate>(sql`
    (select ${columns} from expenses
      where organization_id = ${organization} and ${invoice} and ${payee} and status <> 'voided'
      order by id desc limit ${twinsMax})
    union
    (select ${columns} from expenses
      where organization_id = ${organization} and expense_date = ${input.expense_date ?? today} and ${payee}
        and status <> 'voided' order by id desc limit ${twinsMax})`);
}

/**
 * Possible duplicates, the same invoice of the same payee or the same amount on the same day, each with its candidates.
 * The same invoice of a supplier is refused where nobody said that it is another one; the index on these invoices says
 * the same of those that are written at this moment.
 */
export function duplicateWarnings(row: ExpenseRow, duplicates: readonly Duplicate[]): ExpenseWarning[] {
  const others = duplicates.filter((duplicate) => duplicate.id !== row.id && samePayee(duplicate, row));
  const sameInvoice = others.filter((duplicate) => duplicate.same_invoice);
  const isRefused = row.supplier_id !== null && !row.duplicate_allowed;
  if (isRefused && sameInvoice.some((duplicate) => !duplicate.duplicate_allowed)) {
    throw duplicateExpense({ candidates: wireCandidates(candidatesOf(sameInvoice)) });
  }
  const sameAmount = others.filter(
    (duplicate) =>
      !duplicate.same_invoice &&
      duplicate.kind === row.kind &&
      duplicate.total === row.total &&
      duplicate.currency === row.currency &&
      duplicate.expense_date === row.expense_date,
  );
  const warnings = [
    {
      code: 'duplicate_invoice_number',
      duplicates: sameInvoice,
      message: 'An invoice with this number is already recorded for this payee.',
    },
    {
      code: 'duplicate_suspected',
      duplicates: sameAmount,
      message: 'This payee already has an expense of the same amount on that date.',
    },
  ];
  return warnings.flatMap(({ code, message, duplicates: found }) =>
    found.length === 0 ? [] : [{ code, message, candidates: candidatesOf(found) }],
  );
}

function samePayee(duplicate: Duplicate, row: ExpenseRow): boolean {
  if (row.supplier_id !== null) return duplicate.supplier_id === row.supplier_id;
  return duplicate.supplier_id === null && folded(duplicate.payee_name) === folded(row.payee_name);
}

const wireCandidates = encoderOf(ExpenseCandidate.array());

/** The newest first. */
function candidatesOf(duplicates: readonly Duplicate[]): ExpenseWarning['candidates'] {
  return duplicates
    .toSorted(descending(({ id }) => id))
    .slice(0, candidatesMax)
    .map((duplicate) => ({ ...duplicate, total: money(duplicate.total, duplicate.currency) }));
}
