import { z } from 'zod';
import { limitExceeded } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Text } from '../../../wire/index.ts';
import {
  mcpClientHostMax,
  clientIdMax,
  McpToken,
  mcpTokenCreated,
  tokenInput,
  TokenName,
} from '../tokens/mcp-token.ts';
import { mintToken } from '../tokens/mint-token.ts';

export const connectMcpClient = operation({
  name: 'connect_mcp_client',
  summary: 'Connect an AI app (MCP client) that signs in with OAuth to act for you.',
  guidance: 'The OAuth consent page calls this. The app then gets tokens that end with this connection.',
  http: 'POST /mcp/connections',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({
    name: TokenName,
    client: z.strictObject({
      id: Text(clientIdMax).describe('The client ID from registration, or the URL of its metadata document.'),
      host: Text(mcpClientHostMax).describe('The redirect URI of the AI app.'),
    }),
    ...tokenInput,
  }),
  output: McpToken,
  refuses: [limitExceeded],
  emits: [mcpTokenCreated],
  run: (context, { client, ...input }) => mintToken(context, input, { client }),
});
