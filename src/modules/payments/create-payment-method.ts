import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Amount, Id, Percent, recordInput, Text } from '../../wire/index.ts';
import {
  checkAccount,
  feeFrom,
  methodColumns,
  methodCreated,
  methodExternalIdTaken,
  methodKinds,
  methodNameTaken,
  oneMethod,
  PaymentMethod,
} from './payment-method.ts';

const positionMax = 1_000_000;
/** In millionths of a percent. */
const wholePercent = 100_000_000n;
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
  undo: undoneBy('archive_payment_method'),
  input: z.strictObject({ ...methodInput, kind: z.enum(methodKinds), ...recordInput }),
  output: PaymentMethod,
  refuses: [validationFailed, notFound, methodNameTaken, methodExternalIdTaken],
  emits: [methodCreated],
  async run(context, input) {
    const { organization, now, actor } = context;
    await checkAccount(context, input.account_id);
    const fee = await feeFrom(context, input);
    const stamp = JSON.stringify(actorStamp(actor));
    const method = await oneMethod(
      context,
      sql`
      insert into payment_methods (organization_id, id, name, kind, account_id, requires_reference, position,
        fee_percent, fee_fixed, fee_account_id, external_id, metadata, custom_fields, tags, created_at, updated_at,
        created_by, updated_by)
      values (${organization}, ${context.newId()}, ${input.name}, ${input.kind}, ${input.account_id},
        ${input.requires_reference ?? false}, ${input.position ?? 0}, ${input.fee_percent || null},
        ${fee.fee_fixed?.minor ?? null}, ${input.fee_account_id ?? null}, ${input.external_id ?? null},
        ${JSON.stringify(input.metadata ?? {})}, ${JSON.stringify(input.custom_fields ?? {})},
        ${input.tags ?? []}::text[], ${now}, ${now}, ${stamp}, ${stamp})
      returning ${methodColumns}`,
    );
    context.emit(methodCreated(method));
    return method;
  },
});
