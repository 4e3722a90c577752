import { presets } from '../../modules/connector/index.ts';
import { type Admission, mcpPath } from './admission.ts';
import { instructionsFor } from './instructions.ts';
import { metaTools, summaryOf } from './meta-tools.ts';
import type { McpContext } from './mcp-context.ts';
import { listPrompts } from './prompts.ts';
import type { View } from './view.ts';

/** Guide to connecting and working, generated from the catalogue as this caller sees it. */
export function guideData(parts: Admission & McpContext, view: View) {
  const actions = parts.toolbox.actionsFor(view).map((action) => summaryOf(action, { view }));
  const listed = new Set(parts.toolbox.list(view).tools.map(({ name }) => name));
  return {
    endpoint: `${parts.publicUrl}${mcpPath}`,
    protocol_versions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    recommended_protocol_version: '2025-06-18',
    authentication: ['OAuth 2.1', 'Authorization: Bearer svc_…', 'X-MCP-Token: svc_…'],
    instructions: instructionsFor(view, parts.runtime.now()),
    presets,
    tools: actions.filter(({ name }) => listed.has(name)),
    ways: metaTools
      .filter(({ tool }) => listed.has(tool.name))
      .map(({ tool }) => ({ name: tool.name, summary: tool.description ?? '' })),
    actions: actions.filter(({ name }) => !listed.has(name)),
    prompts: listPrompts().prompts.map(({ name, title, description }) => ({ name, title, summary: description })),
  };
}

type Guide = ReturnType<typeof guideData>;

export function guideMarkdown(guide: Guide): string {
  const { endpoint } = guide;
  const call = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const curl = (body: string) =>
    [
      `curl -s ${endpoint} \\`,
      `  -H 'Authorization: Bearer svc_…' -H 'Content-Type: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n');
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '1' } };
  return [
    '# Daybook over MCP',
    `The endpoint is \`${endpoint}\` (streamable HTTP, stateless).`,
    'An MCP client that signs in by OAuth needs only this URL. Others need a token.',
    '## Connect',
    'Create a token at `POST /api/mcp/tokens` with `{"name": "…"}`; it is shown once.',
    fenced(
      'json',
      JSON.stringify(
        { mcpServers: { daybook: { type: 'http', url: endpoint, headers: { Authorization: 'Bearer svc_…' } } } },
        null,
        2,
      ),
    ),
    'Manually:',
    fenced('sh', [curl(call(1, 'initialize', initialize)), curl(call(2, 'tools/list', {}))].join('\n\n')),
    'An MCP client that cannot set Authorization sends `X-MCP-Token: svc_…`.',
    '`?readonly=1` and `?toolsets=sales,clients` narrow a connection.',
    '## Instructions for the MCP client',
    fenced('text', guide.instructions),
    '## Token presets',
    table(
      ['preset', 'may'],
      guide.presets.map((preset) => [`\`${preset}\``, presetWords[preset]]),
    ),
    '## Tools',
    table(
      ['tool', 'what it does'],
      [...guide.tools, ...guide.ways].map(({ name, summary }) => [`\`${name}\``, summary]),
    ),
    '## Actions',
    'Found with `find_actions`, shown with `describe_action`, called with the tool under “use”.',
    table(
      ['action', 'toolset', 'use', 'what it does'],
      guide.actions.map(({ name, toolset, use, summary }) => [`\`${name}\``, toolset, `\`${use}\``, summary]),
    ),
    '## Prompts',
    table(
      ['prompt', 'what for'],
      guide.prompts.map(({ name, summary }) => [`\`${name}\``, summary ?? '']),
    ),
    '## Errors',
    'A refused call returns a result with `isError`, `code`, `hint`, `errors` and remedy data, as in REST.',
    '`retry_with` is a corrected call, where the correction is mechanical.',
    '',
  ].join('\n\n');
}

const presetWords: Readonly<Record<(typeof presets)[number], string>> = {
  read_only: 'read',
  draft_only: 'read and write drafts',
  standard: 'read and write; refunds, voids, write-offs, erasure, team, settings and periods need human approval',
  full: 'everything its member may do',
};

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
