import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { changeStatus } from './change-status.ts';
import { CustomField, CustomFieldAtVersion, customFieldRestored } from './custom-field.ts';

export const restoreCustomField = operation({
  name: 'restore_custom_field',
  summary: 'Restore an archived custom field.',
  http: 'POST /custom-fields/{id}/restore',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  idempotent: true,
  input: CustomFieldAtVersion,
  output: CustomField,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [customFieldRestored],
  async run(context, { id, version }) {
    const field = await changeStatus(context, { id, version, to: 'active' });
    context.emit(customFieldRestored(field));
    return field;
  },
});
