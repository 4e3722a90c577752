import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, sent, Version } from '../../wire/index.ts';
import { checkChoices } from './check-choices.ts';
import {
  Choices,
  CustomField,
  customFieldColumns,
  customFieldUpdated,
  Description,
  Label,
  lockCustomField,
  Position,
  wireCustomField,
} from './custom-field.ts';

export const updateCustomField = operation({
  name: 'update_custom_field',
  summary: 'Update the label, choices, order or description of a custom field, or make it required.',
  guidance: 'Its kind, key and type cannot change. Records keep a removed choice until it is changed.',
  http: 'PATCH /custom-fields/{id}',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
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
  emits: [customFieldUpdated],
  async run(context, { id, version, ...change }) {
    const { db, organization, now, actor } = context;
    const before = await lockCustomField(context, { id, version });
    const next = { ...before, ...sent(change) };
    checkChoices(next.type, next.choices);
    context.before(wireCustomField(before));
    const row = await db.one<CustomField>(sql`
      update custom_fields set label = ${next.label}, description = ${next.description}, required = ${next.required},
        choices = ${next.choices}::text[], position = ${next.position}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${customFieldColumns}`);
    context.emit(customFieldUpdated(row));
    return row;
  },
});
