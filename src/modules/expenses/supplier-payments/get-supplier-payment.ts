import { getExpandable } from '../../../operation/record/index.ts';
import { ExpandedSupplierPayment, supplierPaymentExpansions } from './list-supplier-payments.ts';
import { supplierPaymentRecord } from './supplier-payment.ts';
import { readSupplierPayment } from './supplier-payment-store.ts';

export const getSupplierPayment = getExpandable({
  kind: 'supplier_payment',
  summary: 'Get one supplier payment with the expenses it is allocated to.',
  path: '/supplier-payments',
  permission: 'expenses:read',
  mcp: 'action',
  row: ExpandedSupplierPayment,
  expansions: supplierPaymentExpansions,
  read: async (context, id) => supplierPaymentRecord(context, await readSupplierPayment(context, id)),
});
