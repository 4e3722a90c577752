import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Refund } from './refund.ts';
import { refundRecord } from './refund-row.ts';
import { readRefund } from './refund-store.ts';

export const getRefund = operation({
  name: 'get_refund',
  summary: 'Get one refund.',
  http: 'GET /refunds/{id}',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('refund') }),
  output: Refund,
  refuses: [notFound],
  async run(context, { id }) {
    return refundRecord(context, await readRefund(context, id));
  },
});
