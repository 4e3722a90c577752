import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { bankConfirmed, reversalDate } from '../../ledger/index.ts';
import { clientRequired, returnsRemain, saleCompleted, saleUpdated } from '../../sales/index.ts';
import { amountExceedsCredit } from '../payment.ts';
import { Refund, refundVoided } from './refund.ts';
import { undoRefund } from './undo-refund.ts';

export const voidRefund = operation({
  name: 'void_refund',
  summary: 'Void a refund recorded by mistake, restoring the allocations it reversed.',
  guidance:
    'For refunds where no money left. Amounts no longer owed because goods were returned stay as credit of the ' +
    'client.',
  http: 'POST /refunds/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('refund'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [
    bankConfirmed,
    notFound,
    validationFailed,
    versionConflict,
    invalidStateTransition,
    returnsRemain,
    amountExceedsCredit,
    clientRequired,
  ],
  emits: [refundVoided, saleUpdated, saleCompleted],
  run: (context, { id, reason = null, date, version }) =>
    undoRefund(context, { id, reason, date, version, to: 'voided' }),
});
