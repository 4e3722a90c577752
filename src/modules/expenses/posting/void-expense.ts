import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { insufficientStock, locationNotActive, sendBackGoods, stockEvents } from '../../stock/index.ts';
import { takeBackEvents, takeSchedulesBack } from '../../accruals/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import { writeStates } from './change-state.ts';
import {
  Expense,
  expenseInvoiced,
  expenseIsAsset,
  expensePaymentsRemain,
  expensePaymentVoided,
  expenseVoided,
} from '../expense.ts';
import { checkState, expenseRecord, factsOf, isCreditNote, keepBefore } from '../expense-record.ts';
import { lockExpense } from '../store.ts';
import { creditSince } from '../supplier-credits/supplier-credit.ts';
import { supplierRefundsRemain } from '../supplier-payments/supplier-payment.ts';
import { lockSupplierPayment, partRowsOf } from '../supplier-payments/supplier-payment-store.ts';
import { refuseRefunded, takeBack } from '../supplier-payments/void-supplier-payment.ts';

export const voidExpense = operation({
  name: 'void_expense',
  summary: 'Void a posted expense without payments, reversing its entry and its stock receipt.',
  guidance:
    'This cannot be undone; number and entry stay on record. Credit of a voided credit note is voided too, ' +
    'and expenses it paid are owed again.',
  http: 'POST /expenses/{id}/void',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ total }) => total,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('expense'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Expense,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    expensePaymentsRemain,
    expenseInvoiced,
    expenseIsAsset,
    supplierRefundsRemain,
    insufficientStock,
    locationNotActive,
  ],
  emits: [expenseVoided, expensePaymentVoided, ...stockEvents, ...takeBackEvents],
  async run(context, { id, reason, date, version }) {
    const source = { type: 'expense', id, event: expenseVoided.type };
    const [before, open] = await Promise.all([
      lockExpense(context, id, version),
      openDay(context, source, context.today),
    ]);
    const { row } = before;
    checkState(row, 'void_expense');
    const isCredit = isCreditNote(row);
    if (!isCredit && row.amount_paid > 0n) {
      throw expensePaymentsRemain({ amount_paid: formatMoney(money(row.amount_paid, row.currency)) });
    }
    const saleIds = new Set(before.lines.flatMap((line) => line.invoiced_sale_id ?? []));
    if (saleIds.size > 0) throw expenseInvoiced({ sale_ids: [...saleIds].map((sale) => z.encode(Id('sale'), sale)) });
    const [credit, parts] = isCredit
      ? await Promise.all([lockSupplierPayment(context, id, undefined), partRowsOf(context, id)])
      : [];
    if (credit !== undefined) refuseRefunded(credit);
    keepBefore(context, before);
    const recorded = credit === undefined ? row.expense_date : creditSince(credit);
    const day = reversalDay(context, { asked: date, open, recorded });
    const hasGoods = before.lines.some((line) => line.variant_id !== null);
    const why = reason ?? null;
    const [reversals, spread, sentBack, used] = await Promise.all([
      reversalsOf(context, source, { date: day, memo: 'Void of an expense' }),
      takeSchedulesBack(context, { type: 'expense', id }, { date: day, reason: why }),
      hasGoods ? sendBackGoods(context, { type: 'expense', id }, day) : [],
      credit && parts && takeBack(context, credit.row, { payments: parts, day, reason: why }),
    ]);
    const voided = writeStates(context, row, {
      status: 'voided',
      voided_at: context.now,
      voided_on: day,
      void_reason: why,
      ...(isCredit && { amount_paid: 0n, base_paid: row.base_paid === null ? null : 0n }),
    });
    post(context, [...reversals, ...spread, ...(used?.reversals ?? []), ...sentBack]);
    context.emit(expenseVoided(factsOf(context, voided)));
    return expenseRecord(context, { ...before, row: voided });
  },
});
