import { getExpandable } from '../../operation/record/index.ts';
import { ExpandedPayment, paymentExpansions } from './expanded-payment.ts';
import { paymentRecord } from './payment-row.ts';
import { readPayment } from './store.ts';

export const getPayment = getExpandable({
  kind: 'payment',
  summary: 'Get one payment with its allocations and unapplied amount.',
  path: '/payments',
  permission: 'payments:read',
  mcp: 'action',
  row: ExpandedPayment,
  expansions: paymentExpansions,
  read: async (context, id) => {
    const { row, allocations } = await readPayment(context, id);
    return paymentRecord(context, row, allocations);
  },
});
