import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { PaymentFileWithItems, readFile } from './payment-file.ts';

export const getPaymentFile = operation({
  name: 'get_payment_file',
  summary: 'Get a payment file with its payments.',
  http: 'GET /payment-files/{id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('payment_file') }),
  output: PaymentFileWithItems,
  refuses: [notFound],
  run: (context, { id }) => readFile(context, id),
});
