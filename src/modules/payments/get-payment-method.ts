import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { loadMethods, PaymentMethod } from './payment-method.ts';

export const getPaymentMethod = operation({
  name: 'get_payment_method',
  summary: 'Get one payment method.',
  http: 'GET /payment-methods/{id}',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('payment_method') }),
  output: PaymentMethod,
  refuses: [notFound],
  async run(context, { id }) {
    const method = (await loadMethods(context, [id])).get(id);
    if (method === undefined) throw notFound();
    return method;
  },
});
