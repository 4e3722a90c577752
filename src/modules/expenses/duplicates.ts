import { folded } from '../../core/fold.ts';
import { formatMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { ExpenseWarning } from './expense.ts';
import type { ExpenseInput } from './expense-input.ts';
import type { ExpenseRow } from './expense-row.ts';

/** Another expense that may be the same. */
type Twin = Pick<
  ExpenseRow,
  'id' | 'number' | 'supplier_id' | 'payee_name' | 'supplier_invoice_number' | 'expense_date' | 'total'
>;

const twinsMax = 50;

/** Expenses with the supplier's number of this one, or of its day. Can share a flight with what it is planned from. */
export async function twinsOf(context: Context, input: ExpenseInput): Promise<Twin[]> {
  const { db, organization, today } = context;
  if (!input.supplier_id && !input.payee_name) return [];
  const columns = sql`id, number, supplier_id, payee_name, supplier_invoice_number, expense_date, total`;
  const payee = input.supplier_id
    ? sql`supplier_id = ${input.supplier_id}`
    : sql`supplier_id is null and payee_name is not null`;
  return db.many<Twin>(sql`
    (select ${columns} from expenses
      where organization_id = ${organization} and supplier_invoice_number = ${input.supplier_invoice_number ?? null}
        and ${payee} and status <> 'voided' order by id desc limit ${twinsMax})
    union
    (select ${columns} from expenses
      where organization_id = ${organization} and expense_date = ${input.expense_date ?? today} and ${payee}
        and status <> 'voided' order by id desc limit ${twinsMax})`);
}

/** What may have been recorded before: the same invoice of the same payee, or the same amount on the same day. */
export function duplicateWarnings(row: ExpenseRow, twins: readonly Twin[]): ExpenseWarning[] {
  return twins
    .filter((twin) => twin.id !== row.id && samePayee(twin, row))
    .flatMap((twin) => {
      const which = `${twin.number === null ? 'A draft' : `Expense ${twin.number}`} of ${twin.expense_date}`;
      const said = row.supplier_invoice_number;
      if (said !== null && twin.supplier_invoice_number === said) {
        const message = `${which} has the same payee and the invoice number ${said}.`;
        return [{ code: 'duplicate_invoice_number', message }];
      }
      if (twin.total !== row.total || twin.expense_date !== row.expense_date) return [];
      const amount = `${formatMoney(money(row.total, row.currency))} ${row.currency}`;
      return [{ code: 'duplicate_suspected', message: `${which} has the same payee and amount (${amount}).` }];
    });
}

function samePayee(twin: Twin, row: ExpenseRow): boolean {
  return twin.supplier_id === row.supplier_id && folded(twin.payee_name) === folded(row.payee_name);
}
