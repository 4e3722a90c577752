import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, recordInput, Text } from '../../wire/index.ts';
import {
  checkAccount,
  methodColumns,
  methodCreated,
  methodExternalIdTaken,
  methodKinds,
  methodNameTaken,
  PaymentMethod,
  type PaymentMethodRecord,
} from './payment-method.ts';

const positionMax = 1_000_000;

export const methodInput = {
  name: Text(100),
  account_id: Id('account').describe('The account that the money lands on.'),
  requires_reference: z.boolean().optional(),
  position: z.int().min(0).max(positionMax).optional(),
};

export const createPaymentMethod = operation({
  name: 'create_payment_method',
  summary: 'Adds a way to be paid, with the account that its money lands on.',
  http: 'POST /payment-methods',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  input: z.strictObject({ ...methodInput, kind: z.enum(methodKinds), ...recordInput }),
  output: PaymentMethod,
  refuses: [validationFailed, notFound, methodNameTaken, methodExternalIdTaken],
  emits: [methodCreated],
  async run(context, input) {
    const { db, organization, now, actor } = context;
    await checkAccount(context, input.account_id);
    const stamp = JSON.stringify(actorStamp(actor));
    const method = await db.one<PaymentMethodRecord>(sql`
      insert into payment_methods (organization_id, id, name, kind, account_id, requires_reference, position,
        external_id, metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${context.newId()}, ${input.name}, ${input.kind}, ${input.account_id},
        ${input.requires_reference ?? false}, ${input.position ?? 0}, ${input.external_id ?? null},
        ${JSON.stringify(input.metadata ?? {})}, ${JSON.stringify(input.custom_fields ?? {})},
        ${input.tags ?? []}::text[], ${now}, ${now}, ${stamp}, ${stamp})
      returning ${methodColumns}`);
    context.emit(methodCreated(method));
    return method;
  },
});
