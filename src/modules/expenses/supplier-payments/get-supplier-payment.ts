import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { expandRows } from '../../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { ExpandedSupplierPayment, supplierPaymentExpansions } from './list-supplier-payments.ts';
import { supplierPaymentRecord } from './supplier-payment.ts';
import { readSupplierPayment } from './supplier-payment-store.ts';

export const getSupplierPayment = operation({
  name: 'get_supplier_payment',
  summary: 'Get one supplier payment with the expenses it is allocated to.',
  http: 'GET /supplier-payments/{id}',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('supplier_payment'),
    fields: fieldsInput(ExpandedSupplierPayment).optional(),
    expand: expandPaths(supplierPaymentExpansions).optional(),
  }),
  output: ExpandedSupplierPayment,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const payment = supplierPaymentRecord(context, await readSupplierPayment(context, id));
    await expandRows(context, [payment], expand, supplierPaymentExpansions);
    return payment;
  },
});
