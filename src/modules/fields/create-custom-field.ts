import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByArchiving } from '../../operation/undo.ts';
import { checkChoices } from './check-choices.ts';
import {
  Choices,
  CustomField,
  customFieldKeyTaken,
  customFields,
  Description,
  fieldsMax,
  fieldTypes,
  Key,
  Label,
  Position,
} from './custom-field.ts';
import { fieldKinds } from './kinds.ts';

export const createCustomField = operation({
  name: 'create_custom_field',
  summary: 'Create a custom field with its type. `custom_fields` of such records are then validated.',
  guidance: 'Records with other values keep them until their custom fields are changed.',
  http: 'POST /custom-fields',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('custom_field'),
  input: z.strictObject({
    kind: z.enum(fieldKinds).describe('The kind of record that has the field.'),
    key: Key,
    label: Label,
    description: Description.nullable().optional(),
    type: z.enum(fieldTypes).describe('It stays.'),
    required: z.boolean().default(false),
    choices: Choices.optional().describe('Of a choice.'),
    position: Position.optional(),
  }),
  output: CustomField,
  refuses: [customFieldKeyTaken, validationFailed, limitExceeded],
  emits: [customFields.events.created],
  async run(context, input) {
    const { db, organization } = context;
    checkChoices(input.type, input.choices);
    const { count, last } = await db.one<{ count: bigint; last: number }>(sql`
      select count(*) filter (where archived_at is null) as count, coalesce(max(position), 0) as last
      from custom_fields where organization_id = ${organization} and kind = ${input.kind}`);
    if (count >= fieldsMax)
      throw limitExceeded({ max: fieldsMax, hint: 'Archive a custom field that is no longer needed.' });
    return customFields.create(context, context.newId(), { ...input, position: input.position ?? last + 1 });
  },
});
