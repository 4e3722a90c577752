import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import {
  keepBefore,
  lockMethod,
  methodArchivedEvent,
  methodColumns,
  oneMethod,
  PaymentMethod,
  type PaymentMethodRecord,
} from './payment-method.ts';

export const MethodAtVersion = z.strictObject({ id: Id('payment_method'), version: Version.optional() });

export const archivePaymentMethod = operation({
  name: 'archive_payment_method',
  summary: 'Archive a payment method. Existing payments are unaffected.',
  http: 'POST /payment-methods/{id}/archive',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_payment_method'),
  input: MethodAtVersion,
  output: PaymentMethod,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [methodArchivedEvent],
  async run(context, { id, version }) {
    const before = await lockMethod(context, id, version);
    const { status } = before;
    if (status === 'archived') throw invalidStateTransition({ status, allowed: ['restore_payment_method'] });
    keepBefore(context, before);
    const method = await setArchived(context, id, context.now);
    context.emit(methodArchivedEvent(method));
    return method;
  },
});

export function setArchived(context: Context, id: string, archivedAt: string | null): Promise<PaymentMethodRecord> {
  const { organization, now, actor } = context;
  return oneMethod(
    context,
    sql`
    update payment_methods set archived_at = ${archivedAt}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id} returning ${methodColumns}`,
  );
}
