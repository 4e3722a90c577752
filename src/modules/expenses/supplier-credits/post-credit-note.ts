import { expenseCredited } from '../../../core/posting.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountsByRole } from '../../ledger/index.ts';
import type { ExpenseRow, StoredLine } from '../expense-row.ts';
import { type PostedExpense, owingOf, postingOf } from '../posting/expense-entry.ts';
import type { SupplierPaymentRow } from '../supplier-payments/supplier-payment.ts';

type Parts = {
  readonly lines: readonly (StoredLine & { readonly account_id: string })[];
  readonly accounts: AccountsByRole;
};

/** Posts the draft of a credit note: what was spent is taken back, and the supplier owes it. Writes nothing. */
export function postCreditNote(context: Context, draft: ExpenseRow, { lines, accounts }: Parts): PostedExpense {
  const { supplier_id: clientId, payee_name: name } = draft;
  if (clientId === null || name === null) {
    throw fault('/supplier_id', 'required', 'Name the supplier of the credit note, to keep its credit with them.');
  }
  const row = {
    ...draft,
    status: 'posted' as const,
    posted_at: context.now,
    amount_paid: draft.total,
    base_paid: draft.base_total,
  };
  const owedTo = { account: accounts.supplierCredit, clientId };
  const entry = expenseCredited(owingOf(context, row, { what: 'Credit note', lines, accounts, owedTo }));
  const credit = creditOf(context, row, { id: clientId, name });
  return { row, lines, payments: [], credit, postings: postingOf(context, entry) };
}

/** The credit is worth what its credit note is, from the day of it. */
function creditOf(
  { now, actor }: Context,
  row: ExpenseRow,
  supplier: { readonly id: string; readonly name: string },
): Omit<SupplierPaymentRow, 'number'> {
  const stamp = actorStamp(actor);
  return {
    id: row.id,
    credit_note_id: row.id,
    supplier_id: supplier.id,
    supplier_name: supplier.name,
    method_id: null,
    account_id: null,
    currency: row.currency,
    amount: row.total,
    exchange_rate: row.exchange_rate,
    rate_source: row.rate_source,
    rate_date: row.rate_date,
    base_amount: row.base_total,
    base_used: row.base_total === null ? null : 0n,
    amount_allocated: 0n,
    amount_refunded: 0n,
    payment_date: row.expense_date,
    reference: row.supplier_invoice_number,
    notes: null,
    external_id: null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    metadata: {},
    custom_fields: {},
    tags: [],
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: stamp,
    updated_by: stamp,
  };
}
