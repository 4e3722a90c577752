import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, recordPatch } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { methodInput } from './create-payment-method.ts';
import {
  checkAccount,
  feeFrom,
  methodExternalIdTaken,
  methodNameTaken,
  PaymentMethod,
  paymentMethods,
} from './payment-method.ts';

export const updatePaymentMethod = operation({
  name: 'update_payment_method',
  summary: 'Update a payment method. Existing payments are unaffected.',
  http: 'PATCH /payment-methods/{id}',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  redirectsMoney: true,
  undo: undoneByEarlierValues('update_payment_method'),
  input: z.strictObject({
    id: Id('payment_method'),
    name: methodInput.name.optional(),
    account_id: methodInput.account_id.optional(),
    requires_reference: methodInput.requires_reference,
    position: methodInput.position,
    fee_percent: methodInput.fee_percent,
    fee_fixed: methodInput.fee_fixed,
    fee_account_id: methodInput.fee_account_id,
    ...recordPatch,
  }),
  output: PaymentMethod,
  refuses: [validationFailed, notFound, versionConflict, methodNameTaken, methodExternalIdTaken],
  emits: [paymentMethods.events.updated],
  async run(context, { id, version, ...patch }) {
    const current = await paymentMethods.lock(context, id, version);
    if (patch.account_id !== undefined) await checkAccount(context, patch.account_id);
    const { fee_fixed: _, ...others } = sent(patch);
    return paymentMethods.update(context, current, { ...current, ...others, ...(await feeFrom(context, patch)) });
  },
});
