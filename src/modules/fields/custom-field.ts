import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { archiveRecord, defineRecord, getRecord, plain, restoreRecord } from '../../operation/record/index.ts';
import { ActorStamp, Id, Instant, Text } from '../../wire/index.ts';
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

const Notice = CustomField.pick({ id: true, kind: true, key: true, type: true, status: true, version: true });
export const customFieldKeyTaken = refusal(
  'custom_field_key_taken',
  409,
  'A custom field with that key already exists for this kind of record.',
  'Use another `key`, or update or restore the existing field.',
  ['custom_fields_key_key'],
);

export const customFields = defineRecord<typeof CustomField>({
  name: 'custom_field',
  plural: 'custom_fields',
  table: 'custom_fields',
  path: '/custom-fields',
  permissions: { read: 'organization:read', manage: 'organization:write' },
  schema: CustomField,
  columns: {
    kind: plain,
    key: plain,
    label: plain,
    description: plain,
    type: plain,
    required: plain,
    choices: { toColumn: (choices) => choices ?? [] },
    position: plain,
  },
  tells: Notice,
});

export const getCustomField = getRecord(customFields, { summary: 'Get a custom field.' });

export const archiveCustomField = archiveRecord(customFields, {
  summary: 'Archive a custom field. Records keep their values; it is no longer required.',
});

export const restoreCustomField = restoreRecord(customFields, { summary: 'Restore an archived custom field.' });
