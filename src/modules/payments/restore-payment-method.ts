import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { MethodAtVersion, setArchived } from './archive-payment-method.ts';
import { keepBefore, lockMethod, methodNameTaken, methodRestored, PaymentMethod } from './payment-method.ts';

export const restorePaymentMethod = operation({
  name: 'restore_payment_method',
  summary: 'Restore an archived payment method.',
  http: 'POST /payment-methods/{id}/restore',
  effect: 'write',
  permission: 'payments:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_payment_method'),
  input: MethodAtVersion,
  output: PaymentMethod,
  refuses: [notFound, versionConflict, invalidStateTransition, methodNameTaken],
  emits: [methodRestored],
  async run(context, { id, version }) {
    const before = await lockMethod(context, id, version);
    const { status } = before;
    if (status === 'active') throw invalidStateTransition({ status, allowed: ['archive_payment_method'] });
    keepBefore(context, before);
    const method = await setArchived(context, id, null);
    context.emit(methodRestored(method));
    return method;
  },
});
