import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { reversalDate } from '../ledger/index.ts';
import { clientRequired, saleCompleted, saleUpdated } from '../sales/index.ts';
import { Refund, refundFailed } from './refund.ts';
import { undoRefund } from './undo-refund.ts';

export const failRefund = operation({
  name: 'fail_refund',
  summary: 'Says that the money of a pending refund never arrived: it settles again what it settled before.',
  guidance: 'What is no longer owed, since goods came back, stays credit of the client, to be paid back anew.',
  http: 'POST /refunds/{id}/fail',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  input: z.strictObject({
    id: Id('refund'),
    reason: Text(500).describe('What the bank or the gateway says.'),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, clientRequired],
  emits: [refundFailed, saleUpdated, saleCompleted],
  run: (context, { id, reason, date, version }) => undoRefund(context, { id, reason, date, version, to: 'failed' }),
});
