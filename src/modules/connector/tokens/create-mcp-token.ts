import { z } from 'zod';
import { limitExceeded } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { mcpTokenCreated, NewMcpToken, tokenInput, TokenName } from './mcp-token.ts';
import { mintToken } from './mint-token.ts';
import { newSecret } from './secret.ts';

export const createMcpToken = operation({
  name: 'create_mcp_token',
  summary: 'Create an MCP token with which an AI app acts for you at /api/mcp/mcp.',
  guidance: 'The token is shown once. Its preset defaults to standard: reads and ordinary writes.',
  http: 'POST /mcp/tokens',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  creates: true,
  input: z.strictObject({ name: TokenName, ...tokenInput }),
  output: NewMcpToken,
  refuses: [limitExceeded],
  emits: [mcpTokenCreated],
  secretInput: ['token'],
  async run(context, input) {
    const { token, ...secret } = newSecret();
    return { ...(await mintToken(context, input, { secret })), token };
  },
});
