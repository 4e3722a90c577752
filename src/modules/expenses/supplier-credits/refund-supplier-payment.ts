import { z } from 'zod';
import { convert } from '../../../core/exchange.ts';
import { isKeepable, formatMoney, money } from '../../../core/money.ts';
import { supplierCredited } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneForEach } from '../../../operation/undo.ts';
import { Amount, Day, Id, Notes, Text, Version } from '../../../wire/index.ts';
import { documentRate, type DocumentRate, exchangeOf, exchangeRateMissing, knownRate } from '../../exchange/index.ts';
import { type AccountsByRole, accountsByRole, post, type Posting } from '../../ledger/index.ts';
import {
  amountExceedsCredit,
  methodArchived,
  methodOf,
  methodsOf,
  paymentDay,
  type PaymentMethodRecord,
} from '../../payments/index.ts';
import { ambiguousName, amountFrom } from '../../sales/index.ts';
import { creditFreeSince, creditWorth, saveUse, usedBy } from './supplier-credit.ts';
import {
  keepSupplierPaymentBefore,
  supplierCreditOf,
  SupplierPayment,
  supplierPaymentRecord,
  supplierPaymentRefunded,
  type SupplierPaymentRow,
} from '../supplier-payments/supplier-payment.ts';
import { lockSupplierPayment } from '../supplier-payments/supplier-payment-store.ts';
import type { SupplierRefundRow } from './supplier-refund.ts';

const Input = z.strictObject({
  id: Id('supplier_payment'),
  amount: Amount.optional().describe('Default: all unapplied credit of the payment.'),
  method_id: Id('payment_method').optional(),
  method: Text(100).optional().describe('Name or kind of the method instead of `method_id`, such as "Cash".'),
  exchange_rate: Amount.optional().describe(
    'Exchange rate of the refund, in another currency. Default: from the rate table.',
  ),
  refund_date: Day.optional().describe('Default: today.'),
  reference: Text(255).nullable().optional(),
  notes: Notes.nullable().optional(),
  version: Version.optional(),
});

export const refundSupplierPayment = operation({
  name: 'refund_supplier_payment',
  summary: 'Refund unapplied credit of a supplier payment: record money received from the supplier.',
  guidance: 'Only unapplied credit can be refunded. To free money allocated to expenses, void the payment first.',
  http: 'POST /supplier-payments/{id}/refund',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  risky: true,
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  undo: undoneForEach('refunds', 'void_supplier_refund'),
  input: Input,
  output: SupplierPayment,
  refuses: [
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    amountExceedsCredit,
    ambiguousName,
    methodArchived,
    exchangeRateMissing,
  ],
  emits: [supplierPaymentRefunded],
  async run(context, { id, version, ...input }) {
    const [before, methods, accounts] = await Promise.all([
      lockSupplierPayment(context, id, version),
      methodsOf(context),
      accountsByRole(context),
    ]);
    const { row } = before;
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepSupplierPaymentBefore(context, before);
    const method = methodOf(methods, input, '');
    const credit = supplierCreditOf(row);
    const amount = input.amount === undefined ? credit : amountFrom(input.amount, '/amount', row.currency);
    if (amount > credit || credit === 0n) throw exceedsCredit(row);
    if (amount === 0n) throw fault('/amount', 'not_positive', 'Write an amount above zero.');
    const date = paymentDay(context, input.refund_date, '/refund_date');
    const first = creditFreeSince(before, amount);
    if (date < first) {
      throw fault(
        '/refund_date',
        'before_use',
        `This credit is available from ${first}: date the refund on or after that day.`,
      );
    }
    const known = await knownRate(context, row.currency, date);
    const rate = documentRate(context, { currency: row.currency, day: date, given: input.exchange_rate, known });
    const about = { reference: input.reference ?? null, notes: input.notes ?? null };
    const refund = newRefund(context, row, { method, amount, date, rate, about });
    insertRefund(context, refund);
    const saved = saveUse(context, usedBy(row, { refunded: amount, worth: refund.base }));
    post(context, refundPostings(context, refund, { payment: row, accounts }));
    const record = supplierPaymentRecord(context, { ...before, row: saved, refunds: [...before.refunds, refund] });
    context.emit(supplierPaymentRefunded(record));
    return record;
  },
});

type Refunding = {
  readonly method: PaymentMethodRecord;
  readonly amount: bigint;
  readonly date: string;
  readonly rate: DocumentRate;
  readonly about: { readonly reference: string | null; readonly notes: string | null };
};

function newRefund(
  context: Context,
  payment: SupplierPaymentRow,
  { method, amount, date, rate, about }: Refunding,
): SupplierRefundRow {
  const exchange = exchangeOf(context, { currency: payment.currency, ...rate });
  const base = creditWorth(payment, amount);
  const worth = exchange === undefined || base === null ? null : convert(amount, exchange);
  if (worth !== null && !isKeepable(worth)) throw fault('/amount', 'too_large', 'Write a smaller amount.');
  return {
    id: context.newId(),
    supplier_payment_id: payment.id,
    method_id: method.id,
    account_id: method.account_id,
    amount,
    exchange_rate: rate.exchange_rate,
    base,
    fx_gain_loss: worth === null || base === null ? null : worth - base,
    refund_date: date,
    ...about,
    reversed_on: null,
    reverse_reason: null,
    created_at: context.now,
    created_by: actorStamp(context.actor),
  };
}

function insertRefund({ db, organization }: Context, row: SupplierRefundRow): void {
  db.later(sql`
    insert into supplier_refunds (organization_id, id, supplier_payment_id, method_id, account_id, amount,
      exchange_rate, base, fx_gain_loss, refund_date, reference, notes, created_at, created_by)
    values (${organization}, ${row.id}, ${row.supplier_payment_id}, ${row.method_id}, ${row.account_id},
      ${row.amount}, ${row.exchange_rate}, ${row.base}, ${row.fx_gain_loss}, ${row.refund_date}, ${row.reference},
      ${row.notes}, ${row.created_at}, ${JSON.stringify(row.created_by)})`);
}

type Books = { readonly payment: SupplierPaymentRow; readonly accounts: AccountsByRole };

function refundPostings(context: Context, row: SupplierRefundRow, { payment, accounts }: Books): Posting[] {
  const exchange = exchangeOf(context, { currency: payment.currency, exchange_rate: row.exchange_rate });
  const worth = row.base;
  const entry = supplierCredited({
    header: {
      date: row.refund_date,
      memo: `Refund by ${payment.supplier_name}`,
      source: { type: 'supplier_refund', id: row.id, event: supplierPaymentRefunded.type },
    },
    accounts,
    clientId: payment.supplier_id,
    account: row.account_id,
    amount: -row.amount,
    worth:
      exchange === undefined || worth === null
        ? undefined
        : { exchange, credit: -worth, money: -(worth + (row.fx_gain_loss ?? 0n)) },
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

function exceedsCredit(row: SupplierPaymentRow): Error {
  const max = formatMoney(money(supplierCreditOf(row), row.currency));
  const message = 'The amount exceeds the unapplied credit of the payment.';
  return amountExceedsCredit({
    max,
    currency: row.currency,
    errors: [{ pointer: '/amount', code: 'amount_exceeds_credit', message }],
  });
}
