import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** MCP Apps: a window of its own beside the answer of a tool, in clients that show such windows. */
export const appsExtension = 'io.modelcontextprotocol/ui';
export const appType = 'text/html;profile=mcp-app';

export type App = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The whole of it: its style and script are in it, and it asks nobody for anything. */
  readonly html: string;
};

/** Parts of every app, each after those that it needs. */
const shared = ['elements', 'dress', 'bridge', 'result'];

const approvalApp = app({
  name: 'approval',
  title: 'Result or pending approval',
  description:
    'Previews a write and links to the page where a person approves or rejects it. It decides nothing itself.',
  scripts: ['approval'],
});
const documentApp = app({
  name: 'document',
  title: 'A document',
  description: 'An invoice, quote or other document as the recipient will see it.',
  scripts: ['document'],
});
const reportApp = app({
  name: 'report',
  title: 'A report',
  description: 'A report as a chart, with its figures in a table.',
  scripts: ['report-chart', 'chart', 'report'],
});
export const apps: readonly App[] = [approvalApp, documentApp, reportApp];

const ofTools = new Map<string, App>([
  ['create_document', documentApp],
  ['get_document', documentApp],
  ['get_report', reportApp],
  ['record_sale', approvalApp],
  ['create_payment', approvalApp],
  ['run_write_action', approvalApp],
  ['run_destructive_action', approvalApp],
]);

/** The app that shows what a tool answers, if one does. */
export function appOf(toolName: string): App | undefined {
  return ofTools.get(toolName);
}

/** Content policy: an app may reach nothing but its host. */
export const appMeta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
} as const;

type Parts = Pick<App, 'name' | 'title' | 'description'> & { readonly scripts: readonly string[] };

function app({ scripts, ...about }: Parts): App {
  const style = viewFile('app.css');
  const script = [...shared, ...scripts].map((name) => withoutModules(viewFile(`${name}.js`))).join('\n');
  // A second wall beside the host's: just this script and this style, whatever becomes part of the page.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${about.title}</title>
<style>${style}</style>
</head>
<body>
<main aria-live="polite"><p class="quiet">Waiting for the answer.</p></main>
<script type="module">${script}</script>
</body>
</html>
`;
  return { ...about, uri: `ui://daybook/${about.name}`, html };
}

function viewFile(name: string): string {
  return readFileSync(new URL(`./view/${name}`, import.meta.url), 'utf8');
}

/** The parts know each other by name once they stand in one script. */
function withoutModules(source: string): string {
  return source.replaceAll(/^import .*;\n/gm, '').replaceAll(/^export /gm, '');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
