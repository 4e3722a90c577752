import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';
import { CustomFieldRules, noRules } from './rules.ts';

export const getCustomFieldRules = operation({
  name: 'get_custom_field_rules',
  summary: 'Get the kinds of records for which unknown keys of `custom_fields` are refused.',
  http: 'GET /custom-field-rules',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: CustomFieldRules,
  run: async ({ db, organization }) =>
    (await db.maybe<CustomFieldRules>(sql`
      select refuse_unknown, version, updated_at from custom_field_rules where organization_id = ${organization}`)) ??
    noRules,
});
