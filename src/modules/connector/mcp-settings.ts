import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { event } from '../../operation/events.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Instant } from '../../wire/index.ts';

/** After which texts of others a risky write waits for a person: what can hold a sentence, or names too. */
export const askAfter = ['nothing', 'text', 'everything'] as const;

export const McpSettings = z.object({
  ask_after: z
    .enum(askAfter)
    .describe('After reading which third-party texts an AI app needs approval for risky writes, whatever its preset.'),
  four_eyes: z.boolean().describe('The owner of the token that asked for a write may not approve it.'),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});
export type McpSettings = z.output<typeof McpSettings>;

export const mcpSettingsUpdated = event('mcp_settings.updated', McpSettings);

const unset: McpSettings = { ask_after: 'text', four_eyes: false, version: 0, updated_at: null, updated_by: null };

/** As the organisation has set them, or as they are for whoever never did. */
export async function readSettings({ db, organization }: Context): Promise<McpSettings> {
  const found = await db.maybe<McpSettings>(sql`
    select ask_after, four_eyes, version, updated_at, updated_by from mcp_settings
    where organization_id = ${organization}`);
  return found ?? unset;
}
