import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { forbidden, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Version } from '../../wire/index.ts';
import { mustBePerson } from './approvals/decide.ts';
import { askAfter, McpSettings, mcpSettingsUpdated, readSettings } from './mcp-settings.ts';

const wireSettings = encoderOf(McpSettings);

export const updateMcpSettings = operation({
  name: 'update_mcp_settings',
  summary: 'Update the MCP settings: when AI apps need human approval, and who may approve.',
  guidance: 'Only a signed-in person can; an MCP token cannot change its own limits.',
  http: 'PATCH /mcp/settings',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'hidden',
  forPeople: true,
  input: z.strictObject({
    ask_after: z.enum(askAfter).optional(),
    four_eyes: z.boolean().optional(),
    version: Version.optional(),
  }),
  output: McpSettings,
  refuses: [forbidden, versionConflict],
  emits: [mcpSettingsUpdated],
  async run(context, { version, ...change }) {
    mustBePerson(context);
    const { db, organization, actor, now } = context;
    // The first writer inserts the row, so that a concurrent one waits for it.
    db.later(sql`
      insert into mcp_settings (organization_id, version, updated_at, updated_by)
      values (${organization}, 0, ${now}, ${JSON.stringify(actorStamp(actor))}) on conflict do nothing`);
    db.later(sql`select from mcp_settings where organization_id = ${organization} for update`);
    const before = await readSettings(context);
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    context.before(wireSettings(before));
    const { ask_after, four_eyes } = { ...before, ...change };
    const settings = await db.one<z.output<typeof McpSettings>>(sql`
      update mcp_settings set ask_after = ${ask_after}, four_eyes = ${four_eyes}, version = version + 1,
        updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} returning ask_after, four_eyes, version, updated_at, updated_by`);
    context.emit(mcpSettingsUpdated(settings));
    return settings;
  },
});
