import { mcpPath } from '../mcp/admission.ts';
import { bundlePath } from '../mcp/discovery.ts';
import type { Messages } from '../signed-in/messages.ts';

type Step = keyof Messages['connect']['steps'];

/** One way to connect a client: what to do, and what to copy for it. */
export type Way = { readonly step: Step; readonly snippet?: string; readonly install?: Install };

/** A link that installs the connector in a program of this name. */
type Install = { readonly name: string; readonly href: string };

/** Instructions for connecting one MCP client. */
export type ClientGuide = {
  readonly id: string;
  readonly name: string;
  readonly bySignIn?: Way;
  readonly byToken?: Way;
  /** It calls from the internet, and not from the computer of who uses it. */
  readonly isRemote?: true;
};

/** Stands where the token goes. */
const tokenPlace = 'svc_…';

/** The clients that most people use, each by what its own documentation says. */
export function mcpClientGuides(publicUrl: string, token = tokenPlace): readonly ClientGuide[] {
  const address = `${publicUrl}${mcpPath}`;
  const bearer = `Authorization: Bearer ${token}`;
  const headers = { Authorization: `Bearer ${token}` };
  const flag = `--header "${bearer}"`;
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_business_overview', arguments: {} },
  };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      bySignIn: { step: 'claudeCode', snippet: `claude mcp add --transport http daybook ${address}` },
      byToken: { step: 'claudeCodeToken', snippet: `claude mcp add --transport http daybook ${address} ${flag}` },
    },
    {
      id: 'claude',
      name: 'Claude (web, desktop)',
      isRemote: true,
      bySignIn: { step: 'claude', snippet: address },
      byToken: {
        step: 'claudeToken',
        snippet: json({ mcpServers: { daybook: bridge(address, token) } }),
        install: { name: 'Claude Desktop', href: `${publicUrl}${bundlePath}` },
      },
    },
    { id: 'chatgpt', name: 'ChatGPT', isRemote: true, bySignIn: { step: 'chatgpt', snippet: address } },
    {
      id: 'cursor',
      name: 'Cursor',
      bySignIn: {
        step: 'cursorToken',
        snippet: json({ mcpServers: { daybook: { url: address } } }),
        install: { name: 'Cursor', href: cursorLink(address) },
      },
      byToken: { step: 'cursorToken', snippet: json({ mcpServers: { daybook: { url: address, headers } } }) },
    },
    {
      id: 'vscode',
      name: 'VS Code',
      bySignIn: {
        step: 'vscode',
        snippet: `code --add-mcp '${JSON.stringify({ name: 'daybook', type: 'http', url: address })}'`,
        install: { name: 'VS Code', href: codeLink(address) },
      },
      byToken: {
        step: 'vscodeToken',
        snippet: json({ servers: { daybook: { type: 'http', url: address, headers } } }),
      },
    },
    {
      id: 'gemini',
      name: 'Gemini CLI',
      bySignIn: { step: 'gemini', snippet: `gemini mcp add --transport http daybook ${address}` },
      byToken: { step: 'geminiToken', snippet: `gemini mcp add --transport http ${flag} daybook ${address}` },
    },
    {
      id: 'inspector',
      name: 'MCP Inspector',
      bySignIn: { step: 'inspector', snippet: 'npx @modelcontextprotocol/inspector' },
      byToken: {
        step: 'inspectorToken',
        snippet: [
          `npx @modelcontextprotocol/inspector --cli ${address} --transport http \\`,
          `  ${flag} --method tools/list`,
        ].join('\n'),
      },
    },
    {
      id: 'curl',
      name: 'curl',
      byToken: {
        step: 'curlToken',
        snippet: [
          `curl -s ${address} \\`,
          `  -H '${bearer}' -H 'Content-Type: application/json' -H 'Accept: application/json' \\`,
          `  -d '${JSON.stringify(call)}'`,
        ].join('\n'),
      },
    },
  ];
}

/** Claude Desktop starts local programs; this one passes everything on. Spaces in arguments do not survive there. */
function bridge(address: string, token: string): object {
  const args = ['-y', 'mcp-remote', address, '--header', 'Authorization:${DAYBOOK_AUTH}'];
  return { command: 'npx', args, env: { DAYBOOK_AUTH: `Bearer ${token}` } };
}

/** https://cursor.com/docs/mcp/install-links */
function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify({ url })).toString('base64');
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=daybook&config=${encodeURIComponent(config)}`;
}

/** https://code.visualstudio.com/docs/copilot/chat/mcp-servers */
function codeLink(url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'daybook', type: 'http', url }))}`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

const inside = /^(?:\[|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.\d+\.)/;
/** Names that no public server of names knows. */
const privateName = /^[^.]*$|\.(?:local|localhost|internal|test)$/;

/**
 * True for an address that clients on the internet can reach: HTTPS, and neither this machine nor a private network.
 */
export function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && !inside.test(hostname) && !privateName.test(hostname);
}
