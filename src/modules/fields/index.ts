import type { Operation } from '../../operation/operation.ts';
import { archiveCustomField, getCustomField, restoreCustomField } from './custom-field.ts';
import { createCustomField } from './create-custom-field.ts';
import { getCustomFieldRules } from './get-custom-field-rules.ts';
import { listCustomFields } from './list-custom-fields.ts';
import { updateCustomField } from './update-custom-field.ts';
import { updateCustomFieldRules } from './update-custom-field-rules.ts';

export const operations: readonly Operation[] = [
  createCustomField,
  listCustomFields,
  getCustomField,
  updateCustomField,
  archiveCustomField,
  restoreCustomField,
  getCustomFieldRules,
  updateCustomFieldRules,
];

export { fieldsOf } from './fields-of.ts';
export { heldToFields } from './held-to-fields.ts';
