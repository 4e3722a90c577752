import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { changeStatus } from './change-status.ts';
import { CustomField, CustomFieldAtVersion, customFieldArchived } from './custom-field.ts';

export const archiveCustomField = operation({
  name: 'archive_custom_field',
  summary: 'Archive a custom field. Records keep their values; it is no longer required.',
  http: 'POST /custom-fields/{id}/archive',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  idempotent: true,
  input: CustomFieldAtVersion,
  output: CustomField,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [customFieldArchived],
  async run(context, { id, version }) {
    const field = await changeStatus(context, { id, version, to: 'archived' });
    context.emit(customFieldArchived(field));
    return field;
  },
});
