import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { sum } from '../../../core/list.ts';
import { sliceOf } from '../../../core/share.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Amount, Day, Id, Notes, recordInput, Text } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { documentRate, type DocumentRate, exchangeOf, exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import { type AccountsByRole, accountsByRole, post, type Posting } from '../../ledger/index.ts';
import {
  amountExceedsDue,
  earlyDiscountInput,
  earlyDiscountsOn,
  landingOn,
  methodArchived,
  methodOf,
  methodsOf,
  paymentDay,
  type PaymentMethodRecord,
} from '../../payments/index.ts';
import { ambiguousName, currencyMismatch } from '../../sales/index.ts';
import { expensePaid } from '../expense.ts';
import { withNames } from '../bills/expense-names.ts';
import { factsOf, paymentRecord } from '../expense-record.ts';
import { assetAccounts, planDiscount } from '../posting/early-discount.ts';
import { paidWith } from '../posting/expense-worth.ts';
import { planPayment, type PlannedPayment } from '../posting/post-planned.ts';
import { insertPayments, linesOf } from '../store.ts';
import {
  dueOf,
  type ExpenseShare,
  lockOwed,
  type Shared,
  sharesOf,
  supplierAllocationInput,
  supplierAllocations,
  supplierOf,
} from './supplier-allocations.ts';
import { creditPostings } from '../supplier-credits/supplier-credit.ts';
import {
  nothingOwed,
  SupplierPayment,
  supplierPaymentCompleted,
  supplierPaymentExternalIdTaken,
  supplierPaymentRecord,
  type SupplierPaymentRow,
  supplierMismatch,
} from './supplier-payment.ts';
import { changePaid, insertSupplierPayment } from './supplier-payment-store.ts';

const Input = z.strictObject({
  supplier_id: Id('client').optional().describe('Default: the supplier of the expenses being paid.'),
  supplier: Text(255).optional().describe('Exact number or name of the supplier instead of `supplier_id`.'),
  ...supplierAllocationInput,
  allocations: supplierAllocations
    .optional()
    .describe(
      'Expenses to pay. Default: the supplier’s open expenses, earliest due first. Empty, with `keep_credit`: none.',
    ),
  early_discount: earlyDiscountInput,
  exchange_rate: Amount.optional().describe(
    'Exchange rate of the payment, in another currency. Default: from the rate table.',
  ),
  method_id: Id('payment_method').optional(),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  account_id: Id('account').optional().describe('Money account it left from. Default: that of the method.'),
  payment_date: Day.optional().describe('Default: today.'),
  reference: Text(255).nullable().optional(),
  notes: Notes.nullable().optional(),
  ...recordInput,
});

export const createSupplierPayment = operation({
  name: 'create_supplier_payment',
  summary: 'Create a supplier payment and allocate it to several posted expenses.',
  guidance:
    'Without `allocations`, the earliest due are paid first; without `amount`, everything owed. With ' +
    '`keep_credit`, an overpayment or advance stays as unapplied credit with the supplier.',
  http: 'POST /supplier-payments',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  creates: true,
  paysOut: true,
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneBy('void_supplier_payment'),
  input: Input,
  output: SupplierPayment,
  refuses: [
    validationFailed,
    notFound,
    ambiguousName,
    currencyMismatch,
    exchangeRateMissing,
    methodArchived,
    invalidStateTransition,
    amountExceedsDue,
    nothingOwed,
    supplierMismatch,
    supplierPaymentExternalIdTaken,
  ],
  emits: [supplierPaymentCompleted, expensePaid],
  async run(context, named) {
    const input = await withNames(context, named);
    const { supplier_id: supplierId } = input;
    const [methods, accounts, clients, owed] = await Promise.all([
      methodsOf(context),
      accountsByRole(context),
      supplierId === undefined ? undefined : loadClients(context, [supplierId]),
      lockOwed(context, input, supplierId),
    ]);
    if (supplierId !== undefined && clients?.has(supplierId) !== true) throw missing('/supplier_id', 'client');
    const method = await landingOn(context, methodOf(methods, input, ''), input.account_id);
    const { currency } = owed;
    const day = paymentDay(context, input.payment_date);
    const debts = owed.expenses.map((expense) => ({ ...expense, due: dueOf(expense) }));
    const early = await earlyDiscountsOn(context, debts, { paid: day, isWanted: input.early_discount });
    const shared = sharesOf(input, owed, early);
    const { shares } = shared;
    const supplier = supplierOf(shares, supplierId, clients?.get(supplierId ?? '')?.display_name);
    const known = await knownRate(context, currency, day);
    const rate = documentRate(context, { currency, day, given: input.exchange_rate, known });
    const paid = newRow(context, input, { method, shared, supplier, currency, rate, day });
    const spent = spentOf(paid, shares);
    const row = { ...paid, base_used: spent === undefined ? null : sum(spent) };
    const planned = shares.map(({ expense, amount }, index) =>
      planPayment(context, expense, {
        accounts,
        method,
        amount,
        date: day,
        rate,
        spent: spent?.[index],
        reference: row.reference,
        supplierPaymentId: row.id,
      }),
    );
    const discounts = await discountsWith(context, shares, { planned, accounts });
    const kept = creditPostings(context, row, { accounts, rate, account: method.account_id });
    const number = await write(context, row, { shares, planned, discounts, kept });
    const parts = planned.map(({ payment }, index) => ({
      ...payment,
      supplier_payment_id: row.id,
      allocated_on: payment.payment_date,
      expense_number: shares[index]?.expense.number ?? '',
    }));
    const record = supplierPaymentRecord(context, { row: { ...row, number }, parts, refunds: [] });
    context.emit(supplierPaymentCompleted(record));
    return record;
  },
});

type Paying = {
  readonly method: PaymentMethodRecord;
  readonly shared: Shared;
  readonly supplier: { readonly id: string; readonly name: string };
  readonly currency: string;
  readonly rate: DocumentRate;
  readonly day: string;
};

function newRow(
  context: Context,
  input: z.output<typeof Input>,
  { method, shared: { shares, credit }, supplier, currency, rate, day: date }: Paying,
): Omit<SupplierPaymentRow, 'number' | 'base_used'> {
  const { now, actor } = context;
  const early = shares.find(({ expense }) => date < expense.expense_date)?.expense;
  if (early !== undefined) {
    const message = `Expenses are paid on their day or later: ${early.number} is of ${early.expense_date}.`;
    throw fault('/payment_date', 'before_expense', message);
  }
  const reference = input.reference ?? null;
  if (method.requires_reference && reference === null) {
    throw fault('/reference', 'required', `Payments by ${method.name} need a reference.`);
  }
  const stamp = actorStamp(actor);
  const allocated = sum(shares.map((share) => share.amount));
  const amount = allocated + credit;
  const exchange = exchangeOf(context, { currency, ...rate });
  return {
    id: context.newId(),
    supplier_id: supplier.id,
    supplier_name: supplier.name,
    method_id: method.id,
    account_id: method.account_id,
    credit_note_id: null,
    currency,
    exchange_rate: rate.exchange_rate,
    rate_source: rate.rate_source,
    rate_date: rate.rate_date,
    amount,
    base_amount: exchange === undefined ? null : convert(amount, exchange),
    amount_allocated: allocated,
    amount_refunded: 0n,
    payment_date: date,
    reference,
    notes: input.notes ?? null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: stamp,
    updated_by: stamp,
  };
}

/** Base value of each share, adding up to that of the payment; undefined in the base currency. */
function spentOf(
  { amount: whole, base_amount: worth }: Pick<SupplierPaymentRow, 'amount' | 'base_amount'>,
  shares: readonly ExpenseShare[],
): bigint[] | undefined {
  if (worth === null) return undefined;
  let before = 0n;
  return shares.map(({ amount }) => {
    const from = before;
    before += amount;
    return sliceOf(worth, { from, to: before, of: whole });
  });
}

type Planned = { readonly planned: readonly PlannedPayment[]; readonly accounts: AccountsByRole };

/** The early-payment discounts of the expenses. */
async function discountsWith(
  context: Context,
  shares: readonly ExpenseShare[],
  { planned, accounts }: Planned,
): Promise<PlannedPayment[]> {
  const early = shares.filter(({ discount }) => discount > 0n);
  if (early.length === 0) return [];
  const lines = await linesOf(
    context,
    early.map(({ expense }) => expense.id),
  );
  const assets = await assetAccounts(context, lines);
  return early.flatMap(({ expense, discount: amount }) => {
    const payment = planned.find((one) => one.payment.expense_id === expense.id)?.payment;
    const own = lines.filter((line) => line.expense_id === expense.id);
    return payment === undefined
      ? []
      : planDiscount(context, expense, { payment, amount, lines: own, accounts, assets });
  });
}

type Parts = {
  readonly shares: readonly ExpenseShare[];
  readonly planned: readonly PlannedPayment[];
  /** Early-payment discounts taken with them. */
  readonly discounts: readonly PlannedPayment[];
  /** Postings of the part that stays as supplier credit. */
  readonly kept: readonly Posting[];
};

/** Writes it with its parts and their entries in one flight, and answers its number. Entries come last. */
async function write(
  context: Context,
  row: Omit<SupplierPaymentRow, 'number'>,
  { shares, planned, discounts, kept }: Parts,
): Promise<string> {
  const writing = insertSupplierPayment(context, row);
  const made = [...planned, ...discounts];
  insertPayments(
    context,
    made.map(({ payment }) => payment),
  );
  const paid = changePaid(
    context,
    shares.map(({ expense }) => {
      const own = made.filter(({ payment }) => payment.expense_id === expense.id);
      return own.reduce((paying, { payment }) => ({ ...paying, ...paidWith(paying, payment) }), expense);
    }),
  );
  post(context, [...made.flatMap(({ postings }) => postings), ...kept]);
  for (const [index, expense] of paid.entries()) {
    const payment = planned[index]?.payment;
    if (payment === undefined) continue;
    context.emit(
      expensePaid({ ...factsOf(context, expense), payment: paymentRecord(context, payment, expense.currency) }),
    );
  }
  return writing;
}
