import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { bankConfirmed, reversalDate } from '../../ledger/index.ts';
import { clientRequired, saleCompleted, saleUpdated } from '../../sales/index.ts';
import { Refund, refundFailed } from './refund.ts';
import { undoRefund } from './undo-refund.ts';

export const failRefund = operation({
  name: 'fail_refund',
  summary: 'Fail a pending refund whose money never arrived, restoring the allocations it reversed.',
  guidance: 'Amounts no longer owed because goods were returned stay as credit of the client, to be refunded again.',
  http: 'POST /refunds/{id}/fail',
  effect: 'write',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('refund'),
    reason: Text(500).describe('Reason given by the bank or gateway.'),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [bankConfirmed, notFound, validationFailed, versionConflict, invalidStateTransition, clientRequired],
  emits: [refundFailed, saleUpdated, saleCompleted],
  run: (context, { id, reason, date, version }) => undoRefund(context, { id, reason, date, version, to: 'failed' }),
});
