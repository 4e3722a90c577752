import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { methodInput } from './create-payment-method.ts';
import {
  keepBefore,
  checkAccount,
  lockMethod,
  methodColumns,
  methodExternalIdTaken,
  methodNameTaken,
  methodUpdated,
  PaymentMethod,
  type PaymentMethodRecord,
} from './payment-method.ts';

export const updatePaymentMethod = operation({
  name: 'update_payment_method',
  summary: 'Changes a way to be paid. Payments made with it stay as they were.',
  http: 'PATCH /payment-methods/{id}',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  input: z.strictObject({
    id: Id('payment_method'),
    name: methodInput.name.optional(),
    account_id: methodInput.account_id.optional(),
    requires_reference: methodInput.requires_reference,
    position: methodInput.position,
    ...recordPatch,
  }),
  output: PaymentMethod,
  refuses: [validationFailed, notFound, versionConflict, methodNameTaken, methodExternalIdTaken],
  emits: [methodUpdated],
  async run(context, { id, version, ...patch }) {
    const { db, organization, now, actor } = context;
    const before = await lockMethod(context, id, version);
    if (patch.account_id !== undefined) await checkAccount(context, patch.account_id);
    keepBefore(context, before);
    const method = { ...before, ...sent(patch) };
    const changed = await db.one<PaymentMethodRecord>(sql`
      update payment_methods set name = ${method.name}, account_id = ${method.account_id},
        requires_reference = ${method.requires_reference}, position = ${method.position},
        external_id = ${method.external_id}, metadata = ${JSON.stringify(method.metadata)},
        custom_fields = ${JSON.stringify(method.custom_fields)}, tags = ${method.tags}::text[],
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${methodColumns}`);
    context.emit(methodUpdated(changed));
    return changed;
  },
});
