import type { Operation } from '../../operation/operation.ts';
import { createMcpToken } from './create-mcp-token.ts';
import { getMcpToken } from './get-mcp-token.ts';
import { listMcpActivity } from './list-mcp-activity.ts';
import { listMcpTokens } from './list-mcp-tokens.ts';
import { revokeMcpToken } from './revoke-mcp-token.ts';
import { rotateMcpToken } from './rotate-mcp-token.ts';
import { updateMcpToken } from './update-mcp-token.ts';

export type { McpCredential } from './authenticate.ts';
export { type McpCredentials, openMcpCredentials } from './credentials.ts';
export { registerActions } from './mcp-token.ts';
export { approvalRequired } from './refusals.ts';
export { type Input, type Preset, presets, verdictOf } from './preset.ts';
export { type Toolset, toolsetNames, toolsetOf } from './toolsets.ts';

export const operations: readonly Operation[] = [
  createMcpToken,
  listMcpTokens,
  getMcpToken,
  updateMcpToken,
  revokeMcpToken,
  rotateMcpToken,
  listMcpActivity,
];
