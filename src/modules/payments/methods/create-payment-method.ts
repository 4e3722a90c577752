import { z } from 'zod';
import { wholePercent } from '../../../core/decimal.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { Amount, Id, Percent, recordInput, Text } from '../../../wire/index.ts';
import {
  checkAccount,
  feeFrom,
  methodExternalIdTaken,
  methodKinds,
  methodNameTaken,
  PaymentMethod,
  paymentMethods,
} from './payment-method.ts';

const positionMax = 1_000_000;
/** In millionths of a percent. */
const FeePercent = Percent.refine((value) => value <= wholePercent, { error: 'Write at most "100".' });

export const methodInput = {
  name: Text(100),
  account_id: Id('account').describe('The account it settles to.'),
  requires_reference: z.boolean().optional(),
  position: z.int().min(0).max(positionMax).optional(),
  fee_percent: FeePercent.nullable().optional().describe('Fee per payment in percent; 0 for none.'),
  fee_fixed: Amount.nullable()
    .optional()
    .describe('Fixed fee per payment in addition, in the base currency; 0 for none.'),
  fee_account_id: Id('account').nullable().optional().describe('Account that fees post to. Default: payment fees.'),
};

export const createPaymentMethod = operation({
  name: 'create_payment_method',
  summary: 'Create a payment method and the account it settles to.',
  http: 'POST /payment-methods',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  creates: true,
  redirectsMoney: true,
  undo: undoneByArchiving('payment_method'),
  input: z.strictObject({ ...methodInput, kind: z.enum(methodKinds), ...recordInput }),
  output: PaymentMethod,
  refuses: [validationFailed, notFound, methodNameTaken, methodExternalIdTaken],
  emits: [paymentMethods.events.created],
  async run(context, input) {
    await checkAccount(context, input.account_id);
    const { fee_fixed: _, ...given } = input;
    return paymentMethods.create(context, context.newId(), {
      ...given,
      ...(await feeFrom(context, input)),
      requires_reference: input.requires_reference ?? false,
      position: input.position ?? 0,
    });
  },
});
