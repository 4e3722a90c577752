import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { bankConfirmed, openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import { saveUse, usedBy } from './supplier-credit.ts';
import {
  keepSupplierPaymentBefore,
  SupplierPayment,
  supplierPaymentRecord,
  supplierRefundVoided,
} from '../supplier-payments/supplier-payment.ts';
import { lockSupplierPayment } from '../supplier-payments/supplier-payment-store.ts';
import { paymentOfRefund } from './supplier-refund.ts';

export const voidSupplierRefund = operation({
  name: 'void_supplier_refund',
  summary: 'Void a supplier refund recorded by mistake, restoring the supplier credit.',
  guidance: 'This cannot be undone. Returns the supplier payment that was refunded.',
  http: 'POST /supplier-refunds/{id}/void',
  effect: 'destructive',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('supplier_refund'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional().describe('Of the payment.'),
  }),
  output: SupplierPayment,
  refuses: [bankConfirmed, notFound, validationFailed, versionConflict, invalidStateTransition],
  emits: [supplierRefundVoided],
  async run(context, { id, reason = null, date, version }) {
    const { db, organization, now } = context;
    const source = { type: 'supplier_refund', id, event: supplierRefundVoided.type };
    const [paymentId, open] = await Promise.all([
      paymentOfRefund(context, id),
      openDay(context, source, context.today),
    ]);
    const before = await lockSupplierPayment(context, paymentId, version);
    const refund = before.refunds.find((one) => one.id === id);
    if (refund === undefined) throw notFound();
    if (refund.reversed_on !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    keepSupplierPaymentBefore(context, before);
    const day = reversalDay(context, { asked: date, open, recorded: refund.refund_date });
    const reversals = await reversalsOf(context, source, {
      date: day,
      memo: `Void of a refund by ${before.row.supplier_name}`,
    });
    db.later(sql`
      update supplier_refunds set reversed_on = ${day}, reversed_at = ${now}, reverse_reason = ${reason}
      where organization_id = ${organization} and id = ${id}`);
    const worth = refund.base === null ? null : -refund.base;
    const row = saveUse(context, usedBy(before.row, { refunded: -refund.amount, worth }));
    post(context, reversals);
    const refunds = before.refunds.map((one) =>
      one.id === id ? { ...one, reversed_on: day, reverse_reason: reason } : one,
    );
    const record = supplierPaymentRecord(context, { ...before, row, refunds });
    context.emit(supplierRefundVoided(record));
    return record;
  },
});
