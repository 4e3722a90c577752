import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { reversalDate } from '../ledger/index.ts';
import { clientRequired, returnsRemain, saleCompleted, saleUpdated } from '../sales/index.ts';
import { amountExceedsCredit } from './payment.ts';
import { Refund, refundVoided } from './refund.ts';
import { undoRefund } from './undo-refund.ts';

export const voidRefund = operation({
  name: 'void_refund',
  summary: 'Takes back a refund that was recorded by mistake: no money left, so it settles what it settled before.',
  guidance: 'What is no longer owed, since goods came back, stays credit of the client.',
  http: 'POST /refunds/{id}/void',
  effect: 'destructive',
  permission: 'payments:refund',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  amount: ({ amount }) => amount,
  input: z.strictObject({
    id: Id('refund'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Refund,
  refuses: [
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
