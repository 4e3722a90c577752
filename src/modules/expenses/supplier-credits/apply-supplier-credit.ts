import { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { type AccountsByRole, accountsByRole, post } from '../../ledger/index.ts';
import { allocationDate, allocationDay, amountExceedsCredit, amountExceedsDue } from '../../payments/index.ts';
import { currencyMismatch } from '../../sales/index.ts';
import { expensePaid } from '../expense.ts';
import { factsOf, paymentRecord } from '../expense-record.ts';
import { paidWith } from '../posting/expense-worth.ts';
import { planPayment, type PlannedPayment } from '../posting/post-planned.ts';
import { insertPayments } from '../store.ts';
import {
  type ExpenseShare,
  lockOwed,
  owedBy,
  sharesOf,
  supplierAllocationInput,
  supplierOf,
} from '../supplier-payments/supplier-allocations.ts';
import { creditFreeSince, creditWorth, saveUse, usedBy } from './supplier-credit.ts';
import {
  keepSupplierPaymentBefore,
  nothingOwed,
  type StoredSupplierPayment,
  supplierCreditOf,
  supplierMismatch,
  SupplierPayment,
  supplierPaymentAllocated,
  supplierPaymentRecord,
  type SupplierPaymentRow,
} from '../supplier-payments/supplier-payment.ts';
import { changePaid, lockSupplierPayment } from '../supplier-payments/supplier-payment-store.ts';

const { amount, allocations } = supplierAllocationInput;

export const applySupplierCredit = operation({
  name: 'apply_supplier_credit',
  summary: 'Apply the unapplied credit of a supplier payment to expenses.',
  guidance:
    'It pays what is due first, unless `allocations` say which, each on the day on which there were both the credit ' +
    'and the debt, unless `date` says otherwise.',
  http: 'POST /supplier-payments/{id}/allocate',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  paysOut: true,
  keyRequired: true,
  posts: true,
  noUndo: 'credited',
  input: z.strictObject({
    id: Id('supplier_payment'),
    amount: amount.describe('Default: the sum of the allocations, or as much as credit and open balance allow.'),
    allocations,
    date: allocationDate,
    version: Version.optional(),
  }),
  output: SupplierPayment,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    amountExceedsCredit,
    amountExceedsDue,
    currencyMismatch,
    nothingOwed,
    supplierMismatch,
  ],
  emits: [supplierPaymentAllocated, expensePaid],
  async run(context, { id, version, date, ...given }) {
    const [before, accounts] = await Promise.all([lockSupplierPayment(context, id, version), accountsByRole(context)]);
    const { row } = before;
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepSupplierPaymentBefore(context, before);
    const credit = supplierCreditOf(row);
    if (credit === 0n) throw exceedsCredit(row);
    const locked = await lockOwed(context, { ...given, currency: row.currency }, row.supplier_id);
    const owed = date === undefined ? locked : owedBy(date, locked);
    const shares = sharesWithin(sharesOf({ ...given, keep_credit: false }, owed).shares, {
      row,
      isOpen: given.amount === undefined && !given.allocations,
    });
    supplierOf(shares, row.supplier_id);
    if (sum(shares.map((share) => share.amount)) > credit) throw exceedsCredit(row);
    const { used, planned } = plan(context, before, { shares, date, accounts });
    insertPayments(
      context,
      planned.map(({ payment }) => payment),
    );
    const paid = changePaid(
      context,
      planned.map(({ payment, expense }) => ({ ...expense, ...paidWith(expense, payment) })),
    );
    const saved = saveUse(context, used);
    post(
      context,
      planned.flatMap(({ postings }) => postings),
    );
    for (const [index, expense] of paid.entries()) {
      const payment = planned[index]?.payment;
      if (payment === undefined) continue;
      const notice = paymentRecord(context, payment, expense.currency);
      context.emit(expensePaid({ ...factsOf(context, expense), payment: notice }));
    }
    const fresh = planned.map(({ payment, expense }) => ({
      ...payment,
      supplier_payment_id: row.id,
      allocated_on: payment.payment_date,
      expense_number: expense.number ?? '',
    }));
    const record = supplierPaymentRecord(context, { ...before, row: saved, parts: [...before.parts, ...fresh] });
    context.emit(supplierPaymentAllocated(record));
    return record;
  },
});

type Within = { readonly row: SupplierPaymentRow; readonly isOpen: boolean };

/** Without an amount, the whole credit is applied, up to the amount due. */
function sharesWithin(shares: readonly ExpenseShare[], { row, isOpen }: Within): readonly ExpenseShare[] {
  if (!isOpen) return shares;
  let left = supplierCreditOf(row);
  return shares.flatMap(({ expense, amount: due }) => {
    const part = due < left ? due : left;
    left -= part;
    return part === 0n ? [] : [{ expense, amount: part, discount: 0n }];
  });
}

type Paying = {
  readonly shares: readonly ExpenseShare[];
  /** As asked; else each expense is paid on the first day on which there are it and the credit. */
  readonly date: Day | undefined;
  readonly accounts: AccountsByRole;
};
type Planned = PlannedPayment & Pick<ExpenseShare, 'expense'>;

/** A payment of each expense whose money lies with the supplier, and the payment with so much more used. */
function plan(
  context: Context,
  before: StoredSupplierPayment,
  { shares, date, accounts }: Paying,
): { readonly used: SupplierPaymentRow; readonly planned: readonly Planned[] } {
  const { row } = before;
  let used = row;
  let needed = 0n;
  const planned = shares.map(({ expense, amount: part }) => {
    needed += part;
    const free = creditFreeSince(before, needed);
    const worth = creditWorth(used, part);
    used = usedBy(used, { allocated: part, worth });
    const made = planPayment(context, expense, {
      accounts,
      amount: part,
      rate: { ...row, base_factor: null },
      spent: worth ?? undefined,
      reference: row.reference,
      method: { id: row.method_id, account_id: accounts.supplierCredit },
      date: allocationDay(context, date, { paid: row.payment_date, free, owed: expense.expense_date }),
      supplierPaymentId: row.id,
    });
    return { ...made, expense };
  });
  return { used, planned };
}

function exceedsCredit(row: SupplierPaymentRow): Error {
  const max = formatMoney(money(supplierCreditOf(row), row.currency));
  return amountExceedsCredit({ max, currency: row.currency });
}
