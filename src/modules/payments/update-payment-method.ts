import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, recordPatch } from '../../wire/index.ts';
import { sent } from '../../wire/patch.ts';
import { methodInput } from './create-payment-method.ts';
import {
  keepBefore,
  checkAccount,
  feeFrom,
  lockMethod,
  methodColumns,
  methodExternalIdTaken,
  methodNameTaken,
  methodUpdated,
  oneMethod,
  PaymentMethod,
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
  emits: [methodUpdated],
  async run(context, { id, version, ...patch }) {
    const { organization, now, actor } = context;
    const before = await lockMethod(context, id, version);
    if (patch.account_id !== undefined) await checkAccount(context, patch.account_id);
    keepBefore(context, before);
    const { fee_fixed: _, ...plain } = sent(patch);
    const method = { ...before, ...plain, ...(await feeFrom(context, patch)) };
    const changed = await oneMethod(
      context,
      sql`
      update payment_methods set name = ${method.name}, account_id = ${method.account_id},
        requires_reference = ${method.requires_reference}, position = ${method.position},
        fee_percent = ${method.fee_percent || null}, fee_fixed = ${method.fee_fixed?.minor ?? null},
        fee_account_id = ${method.fee_account_id},
        external_id = ${method.external_id}, metadata = ${JSON.stringify(method.metadata)},
        custom_fields = ${JSON.stringify(method.custom_fields)}, tags = ${method.tags}::text[],
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${methodColumns}`,
    );
    context.emit(methodUpdated(changed));
    return changed;
  },
});
