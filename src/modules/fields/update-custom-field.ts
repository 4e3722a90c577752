import { z } from 'zod';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, sent, Version } from '../../wire/index.ts';
import { checkChoices } from './check-choices.ts';
import { Choices, CustomField, customFields, Description, Label, Position } from './custom-field.ts';

export const updateCustomField = operation({
  name: 'update_custom_field',
  summary: 'Update the label, choices, order or description of a custom field, or make it required.',
  guidance: 'Its kind, key and type cannot change. Records keep a removed choice until it is changed.',
  http: 'PATCH /custom-fields/{id}',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_custom_field'),
  input: z.strictObject({
    id: Id('custom_field'),
    label: Label.optional(),
    description: Description.nullable().optional(),
    required: z.boolean().optional(),
    choices: Choices.optional(),
    position: Position.optional(),
    version: Version.optional(),
  }),
  output: CustomField,
  refuses: [notFound, versionConflict, validationFailed],
  emits: [customFields.events.updated],
  async run(context, { id, version, ...change }) {
    const current = await customFields.lock(context, id, version);
    const next = { ...current, ...sent(change) };
    checkChoices(next.type, next.choices);
    return customFields.update(context, current, next);
  },
});
