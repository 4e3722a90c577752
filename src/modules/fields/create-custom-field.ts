import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkChoices } from './check-choices.ts';
import {
  Choices,
  CustomField,
  customFieldColumns,
  customFieldCreated,
  customFieldKeyTaken,
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
  emits: [customFieldCreated],
  async run(context, input) {
    const { db, organization, now, actor } = context;
    checkChoices(input.type, input.choices);
    const stamp = JSON.stringify(actorStamp(actor));
    const [{ count }, row] = await Promise.all([
      db.one<{ count: bigint }>(sql`
        select count(*) as count from custom_fields
        where organization_id = ${organization} and kind = ${input.kind} and archived_at is null`),
      db.one<CustomField>(sql`
        insert into custom_fields (organization_id, id, kind, key, label, description, type, required, choices,
          position, created_at, updated_at, created_by, updated_by)
        values (${organization}, ${context.newId()}, ${input.kind}, ${input.key}, ${input.label},
          ${input.description ?? null}, ${input.type}, ${input.required}, ${input.choices ?? []}::text[],
          coalesce(${input.position ?? null}::int, (select 1 + coalesce(max(position), 0) from custom_fields
            where organization_id = ${organization} and kind = ${input.kind})),
          ${now}, ${now}, ${stamp}, ${stamp})
        returning ${customFieldColumns}`),
    ]);
    if (count >= fieldsMax)
      throw limitExceeded({ max: fieldsMax, hint: 'Archive a custom field that is no longer needed.' });
    context.emit(customFieldCreated(row));
    return row;
  },
});
