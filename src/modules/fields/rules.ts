import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { Instant } from '../../wire/index.ts';
import { fieldKinds } from './kinds.ts';

export const CustomFieldRules = z.object({
  refuse_unknown: z
    .array(z.enum(fieldKinds))
    .describe('Kinds of record whose `custom_fields` accept only keys of defined fields.'),
  version: z.int(),
  updated_at: Instant.nullable(),
});
export type CustomFieldRules = z.output<typeof CustomFieldRules>;

export const noRules: CustomFieldRules = { refuse_unknown: [], version: 0, updated_at: null };

export const customFieldRulesUpdated = event('custom_field_rules.updated', CustomFieldRules);
