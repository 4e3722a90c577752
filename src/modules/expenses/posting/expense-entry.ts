import type { Day } from '../../../core/calendar.ts';
import type { OwedTo, PostingHeader } from '../../../core/posting.ts';
import type { Entry } from '../../../core/entry.ts';
import type { Context } from '../../../operation/operation.ts';
import { exchangeOf } from '../../exchange/index.ts';
import type { AccountsByRole, Posting } from '../../ledger/index.ts';
import { expensePosted } from '../expense.ts';
import { costOf } from '../expense-record.ts';
import type { ExpenseRow, LineRow, StoredExpense } from '../expense-row.ts';
import type { SupplierPaymentRow } from '../supplier-payments/supplier-payment.ts';

/** An expense as it stands once it is posted, and what it does to the books. */
export type PostedExpense = StoredExpense & {
  readonly postings: readonly Posting[];
  /** The supplier credit that a credit note creates. */
  readonly credit?: Omit<SupplierPaymentRow, 'number'>;
};

type Owing = {
  readonly what: string;
  readonly owedTo: OwedTo;
  readonly lines: readonly (LineRow & { readonly account_id: string })[];
  readonly accounts: AccountsByRole;
};

/** Value of an expense, as its posting rules take it. */
export function owingOf(context: Context, row: ExpenseRow, { what, lines, accounts, owedTo: to }: Owing) {
  return {
    header: headerOf(row, { date: row.expense_date, event: expensePosted.type, what }),
    accounts,
    owedTo: to,
    lines: lines.map((line) => ({
      account: line.account_id,
      cost: costOf(line),
      dimensionIds: line.dimension_value_ids,
    })),
    taxes: row.taxes.map((tax) => ({
      rateId: tax.rate_id,
      base: BigInt(tax.base),
      recoverable: BigInt(tax.recoverable),
      account: tax.account_id ?? undefined,
      owed: tax.kind === 'reverse_charge' ? BigInt(tax.amount) : undefined,
      owedOn: tax.owed_on ?? undefined,
    })),
    total: row.total,
    exchange: exchangeOf(context, row),
  };
}

/** An expense is owed to the supplier, or to the member who paid it. */
export function owedTo(
  { paid_by: by, member_id: member, supplier_id: supplier }: ExpenseRow,
  accounts: AccountsByRole,
): OwedTo {
  return by === 'member'
    ? { account: accounts.memberPayable, memberId: member ?? undefined }
    : { account: accounts.payable, clientId: supplier ?? undefined };
}

/**
 * All entries of an expense and of its payments come from the expense, so that books on cash basis see which of its
 * debts a payment settles.
 */
export function headerOf(
  { id, payee_name: payee }: ExpenseRow,
  { date, event, what }: { readonly date: Day; readonly event: string; readonly what: string },
): PostingHeader {
  return { date, memo: payee === null ? what : `${what}: ${payee}`, source: { type: 'expense', id, event } };
}

export function postingOf(context: Context, entry: Entry | undefined): Posting[] {
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}
