import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedPayment, paymentExpansions } from './expanded-payment.ts';
import { paymentRecord } from './payment-row.ts';
import { readPayment } from './store.ts';

export const getPayment = operation({
  name: 'get_payment',
  summary: 'Get one payment with its allocations and unapplied amount.',
  http: 'GET /payments/{id}',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('payment'),
    fields: fieldsInput(ExpandedPayment).optional(),
    expand: expandPaths(paymentExpansions).optional(),
  }),
  output: ExpandedPayment,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const { row, allocations } = await readPayment(context, id);
    const payment = paymentRecord(context, row, allocations);
    await expandRows(context, [payment], expand, paymentExpansions);
    return payment;
  },
});
