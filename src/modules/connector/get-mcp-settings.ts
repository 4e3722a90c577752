import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { McpSettings, readSettings } from './mcp-settings.ts';

export const getMcpSettings = operation({
  name: 'get_mcp_settings',
  summary: 'Get the MCP settings: when AI apps need human approval, and who may approve.',
  http: 'GET /mcp/settings',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: McpSettings,
  run: readSettings,
});
