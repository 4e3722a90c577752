import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { McpSettings, readSettings } from './mcp-settings.ts';

export const getMcpSettings = operation({
  name: 'get_mcp_settings',
  summary: 'Show how far AI clients are trusted here: when they ask a person, and who may approve.',
  http: 'GET /mcp/settings',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: McpSettings,
  run: readSettings,
});
