import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { fieldKinds } from './kinds.ts';
import { CustomFieldRules, customFieldRulesUpdated, noRules } from './rules.ts';

const wireRules = encoderOf(CustomFieldRules);

export const updateCustomFieldRules = operation({
  name: 'update_custom_field_rules',
  summary: 'Update the kinds of records for which unknown keys of `custom_fields` are refused.',
  guidance: 'Existing values are kept; the rule applies when custom fields are next written.',
  http: 'PATCH /custom-field-rules',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_custom_field_rules'),
  input: z.strictObject({
    refuse_unknown: z
      .array(z.enum(fieldKinds))
      .max(fieldKinds.length)
      .describe('The complete list; it replaces the existing one.'),
    version: z.int().min(0).max(2_147_483_647).optional(),
  }),
  output: CustomFieldRules,
  refuses: [versionConflict],
  emits: [customFieldRulesUpdated],
  async run(context, { refuse_unknown: kinds, version }) {
    const { db, organization, now } = context;
    const before =
      (await db.maybe<CustomFieldRules>(sql`
        select refuse_unknown, version, updated_at from custom_field_rules
        where organization_id = ${organization} for update`)) ?? noRules;
    if (version !== undefined && version !== before.version) {
      throw versionConflict({ current_version: before.version });
    }
    context.before(wireRules(before));
    const rules = await db.one<CustomFieldRules>(sql`
      insert into custom_field_rules as kept (organization_id, refuse_unknown, version, updated_at)
      values (${organization}, ${[...new Set(kinds)]}::text[], 1, ${now})
      on conflict (organization_id) do update set refuse_unknown = excluded.refuse_unknown,
        version = kept.version + 1, updated_at = excluded.updated_at
      returning refuse_unknown, version, updated_at`);
    context.emit(customFieldRulesUpdated(rules));
    return rules;
  },
});
