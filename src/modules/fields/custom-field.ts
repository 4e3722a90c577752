import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant, Text, Version } from '../../wire/index.ts';
import { fieldKinds } from './kinds.ts';

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice', 'url'] as const;
export const fieldsMax = 50;
const choicesMax = 100;
const positionMax = 10_000;

export const Key = Text(40).describe('Its key in `custom_fields`. It cannot change.');
export const Label = Text(100);
export const Description = Text(500);
export const Choices = z
  .array(Text(100))
  .min(1)
  .max(choicesMax)
  .refine((choices) => new Set(choices).size === choices.length, { error: 'Name each choice once.' });
export const Position = z
  .int()
  .min(0)
  .max(positionMax)
  .describe('Position in the order; defaults to last of its kind.');

export const CustomField = z.object({
  id: Id('custom_field'),
  organization_id: Id('organization'),
  kind: z.enum(fieldKinds),
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  type: z.enum(fieldTypes),
  required: z.boolean().describe('Required whenever such a record is created or its custom fields are changed.'),
  choices: z.array(z.string()).describe('The choices of a `choice` field; empty for other types.'),
  position: z.int(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
  updated_by: ActorStamp,
  archived_at: Instant.nullable(),
});
export type CustomField = z.output<typeof CustomField>;

export const CustomFieldAtVersion = z.strictObject({ id: Id('custom_field'), version: Version.optional() });

export const customFieldColumns: Sql = sql`id, organization_id, kind, key, label, description, type, required, choices,
  position, case when archived_at is null then 'active' else 'archived' end as status, version, created_at, updated_at,
  created_by, updated_by, archived_at`;

const Notice = CustomField.pick({ id: true, kind: true, key: true, type: true, status: true, version: true });
export const customFieldCreated = event('custom_field.created', Notice);
export const customFieldUpdated = event('custom_field.updated', Notice);
export const customFieldArchived = event('custom_field.archived', Notice);
export const customFieldRestored = event('custom_field.restored', Notice);

export const customFieldKeyTaken = refusal(
  'custom_field_key_taken',
  409,
  'A custom field with that key already exists for this kind of record.',
  'Use another `key`, or update or restore the existing field.',
  ['custom_fields_key_key'],
);

export const wireCustomField: (field: CustomField) => unknown = encoderOf(CustomField);

export async function lockCustomField(
  { db, organization }: Context,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<CustomField> {
  const row = await db.maybe<CustomField>(sql`
    select ${customFieldColumns} from custom_fields
    where organization_id = ${organization} and id = ${id} for update`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
