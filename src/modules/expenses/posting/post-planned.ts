import type { Day } from '../../../core/calendar.ts';
import { expensePaid as paidEntry, expensePosted as postedEntry } from '../../../core/posting.ts';
import { convert } from '../../../core/exchange.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type DocumentRate, exchangeOf, type KnownRate, settlingRate } from '../../exchange/index.ts';
import type { DimensionValues } from '../../dimensions/index.ts';
import {
  type AccountsByRole,
  post,
  type Posting,
  refuseLackingDimensions,
  type RequiredDimension,
} from '../../ledger/index.ts';
import type { PaymentMethodRecord } from '../../payments/index.ts';
import { expenseCreated, expensePaid, expensePosted } from '../expense.ts';
import { alertOverBudget, budgetsBefore } from '../categories/budget-alerts.ts';
import { factsOf, isCreditNote, paymentRecord } from '../expense-record.ts';
import type { ExpenseRow, LineRow, PaymentRow, StoredExpense } from '../expense-row.ts';
import { paidWith, reliefOf, worthOfPayment } from './expense-worth.ts';
import { notForGoods } from '../bills/goods-lines.ts';
import { postCreditNote } from '../supplier-credits/post-credit-note.ts';
import { retainReceipts } from '../receipts/retain-receipts.ts';
import { insertPayments, writeExpense } from '../store.ts';
import { insertSupplierPayment } from '../supplier-payments/supplier-payment-store.ts';
import { type PostedExpense, headerOf, owedTo, owingOf, postingOf } from './expense-entry.ts';

/** Records that posting an expense needs beside it. */
export type PostingParts = {
  readonly accounts: AccountsByRole;
  /** The account of each line's category, by the id of the category. */
  readonly accountOf: ReadonlyMap<string, string>;
  /** Method of immediate payment. */
  readonly method: PaymentMethodRecord | undefined;
  /** Exchange rate on the day of payment, where that is not the day of the expense. */
  readonly knownWhenPaid: KnownRate | undefined;
  /** Postings of the goods received. */
  readonly received: readonly Posting[];
  /** Dimensions that lines need a value of, and the values that these name. */
  readonly required: readonly RequiredDimension[];
  readonly values: DimensionValues;
};

/** Posts a draft: makes its entry, and its payment where it is paid at once. Writes nothing. */
export function postPlanned(
  context: Context,
  draft: Pick<StoredExpense, 'row' | 'lines'>,
  { accounts, accountOf, method, knownWhenPaid, received, required, values }: PostingParts,
): PostedExpense {
  const isCredit = isCreditNote(draft.row);
  if (!isCredit && draft.row.paid_by === 'company' && method === undefined && draft.row.payee_name === null) {
    throw fault('/payee_name', 'required', 'Name the supplier it is owed to, or the payment method it was paid with.');
  }
  const lines = draft.lines.map((line, index) => {
    const account = accountFor(line, accountOf);
    if (line.variant_id !== null && account !== accounts.goodsReceived)
      throw notForGoods(`/lines/${index}/category_id`);
    return { ...line, account_id: account };
  });
  const named = lines.map(({ account_id: account, dimension_value_ids: dimensionIds }, index) => {
    return { pointer: `/lines/${index}`, account, dimensionIds };
  });
  refuseLackingDimensions(named, { required, values, day: draft.row.expense_date });
  if (isCredit) return postCreditNote(context, draft.row, { lines, accounts });
  const owed: ExpenseRow = { ...draft.row, status: 'posted', posted_at: context.now };
  const entry = postedEntry(
    owingOf(context, owed, { what: 'Expense', lines, accounts, owedTo: owedTo(owed, accounts) }),
  );
  const owing = [...postingOf(context, entry), ...received];
  if (method === undefined) return { row: owed, lines, payments: [], postings: owing };
  const date = owed.paid_on ?? owed.expense_date;
  const { payment, postings } = planPayment(context, owed, {
    accounts,
    method,
    amount: owed.total,
    date,
    rate: rateAtOnce(context, owed, { date, known: knownWhenPaid }),
    reference: owed.reference,
  });
  const row = { ...owed, ...paidWith(owed, payment) };
  return { row, lines, payments: [payment], postings: [...owing, ...postings] };
}

/** On the day of the expense nothing is gained or lost. */
function rateAtOnce(
  context: Context,
  row: ExpenseRow,
  { date, known }: { readonly date: Day; readonly known: KnownRate | undefined },
): DocumentRate {
  return date === row.expense_date ? row : settlingRate(context, row, { day: date, given: undefined, known });
}

function accountFor({ category_id: id }: LineRow, accountOf: ReadonlyMap<string, string>): string {
  const account = accountOf.get(id);
  if (account === undefined) throw new RangeError(`category ${id} was not loaded`);
  return account;
}

type Paying = {
  readonly accounts: AccountsByRole;
  /** The account is that of the method. */
  readonly method: { readonly id: string | null; readonly account_id: string };
  readonly amount: bigint;
  readonly date: Day;
  /** That of the money. */
  readonly rate: DocumentRate;
  /** Base value of the money; by its rate by default. */
  readonly spent?: bigint | undefined;
  readonly reference: string | null;
  /** The payment of the supplier that it is a part of. */
  readonly supplierPaymentId?: string | undefined;
};

export type PlannedPayment = { readonly payment: PaymentRow; readonly postings: readonly Posting[] };

/** A payment of an expense as it will be written, and what it does to the books. */
export function planPayment(
  context: Context,
  row: ExpenseRow,
  { accounts, method, amount, date, rate, spent, reference, supplierPaymentId }: Paying,
): PlannedPayment {
  const { exchange_rate, rate_source, rate_date } = rate;
  const exchange = exchangeOf(context, { currency: row.currency, exchange_rate });
  const base = reliefOf(row, amount);
  const gain = exchange === undefined || base === null ? null : base - (spent ?? convert(amount, exchange));
  const worth = { exchange_rate, rate_source, rate_date, base, fx_gain_loss: gain };
  const entry = paidEntry({
    header: headerOf(row, { date, event: expensePaid.type, what: 'Payment' }),
    accounts,
    owedTo: owedTo(row, accounts),
    account: method.account_id,
    amount,
    worth: worthOfPayment(context, row.currency, worth),
  });
  const postings = postingOf(context, entry);
  const payment = {
    id: context.newId(),
    expense_id: row.id,
    method_id: method.id,
    account_id: method.account_id,
    entry_id: postings[0]?.id ?? null,
    supplier_payment_id: supplierPaymentId ?? null,
    amount,
    ...worth,
    payment_date: date,
    reference,
    reversed_on: null,
    reverse_reason: null,
    discount_of: null,
    legs: null,
    created_at: context.now,
    created_by: actorStamp(context.actor),
  };
  return { payment, postings };
}

/** Writes a posted expense with its payment and its entries, and tells who listens. */
export async function writePosted(
  context: Context,
  posted: PostedExpense,
  { isNew }: { readonly isNew: boolean },
): Promise<StoredExpense> {
  const reading = budgetsBefore(context, posted);
  const writing = writeExpense(context, posted, { isNew });
  insertPayments(context, posted.payments);
  const crediting = posted.credit && insertSupplierPayment(context, posted.credit);
  post(context, posted.postings);
  const retaining = retainReceipts(context, posted.row, posted.row.receipt_file_ids);
  const [budgets, row] = await Promise.all([reading, writing, crediting, retaining]);
  const facts = factsOf(context, row);
  if (isNew) context.emit(expenseCreated(facts));
  context.emit(expensePosted(facts));
  for (const payment of posted.payments) {
    context.emit(expensePaid({ ...facts, payment: paymentRecord(context, payment, row.currency) }));
  }
  alertOverBudget(context, posted, budgets);
  return { row, lines: posted.lines, payments: posted.payments };
}
