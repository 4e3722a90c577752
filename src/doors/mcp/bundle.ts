import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { readIcon } from './icons.ts';
import { serverInfo } from './server.ts';

/** As far above `src/doors/mcp` as above `dist/doors/mcp`. */
const bridgeFile = new URL('../../../bin/mcp-bridge.js', import.meta.url);

/** An MCP bundle: what passes messages on, and what it asks its user for. */
export function bundle(publicUrl: string, description: string): Uint8Array {
  const entry = 'server/mcp-bridge.js';
  const manifest = {
    manifest_version: '0.3',
    name: serverInfo.name,
    display_name: serverInfo.title,
    version: serverInfo.version,
    description,
    icon: 'icon.png',
    author: { name: serverInfo.title },
    license: 'Apache-2.0',
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entry}`],
        env: { DAYBOOK_URL: publicUrl, DAYBOOK_MCP_TOKEN: '${user_config.token}' },
      },
    },
    user_config: {
      token: {
        type: 'string',
        title: 'Token',
        description: `Begins with svc_. Make one at ${publicUrl}/connect/new`,
        sensitive: true,
        required: true,
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { runtimes: { node: '>=20' } },
  };
  return zipSync({
    'manifest.json': strToU8(JSON.stringify(manifest, null, 2)),
    'package.json': strToU8(JSON.stringify({ type: 'module' })),
    'icon.png': new Uint8Array(readIcon('icon.png')),
    [entry]: new Uint8Array(readFileSync(bridgeFile)),
  });
}
