import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputFrom } from '../input.ts';
import { shapeOf } from '../rest.ts';
import type { Action } from './action.ts';
import { type App, appMeta, apps, appType } from './apps/apps.ts';
import { documentIn, documentPrefix, embedded, ending, pdfType, reportPrefix } from './pages.ts';
import { perform } from './perform.ts';
import { practiceNote, practiceOf } from './practice.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import type { Arguments } from './arguments.ts';
import { isSkill, listSkillResources, readSkillResource } from './skills.ts';

type Resource = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The first of these that exists and may be used answers. */
  readonly actions: readonly string[];
};

const fixed: readonly Resource[] = [
  {
    uri: 'daybook://overview',
    name: 'overview',
    title: 'Overview',
    description: 'Key figures of the business today.',
    actions: ['get_business_overview', 'get_dashboard', 'get_organization'],
  },
  {
    uri: 'daybook://ai-activity',
    name: 'ai-activity',
    title: 'Activity of AI apps',
    description: 'The latest writes through MCP, with what each changed.',
    actions: ['list_mcp_activity'],
  },
];

const pagesTemplate = {
  uriTemplate: `${documentPrefix}{number}.pdf`,
  name: 'document',
  title: 'Pages of a document',
  description: 'The PDF of a document, by its number or its id.',
  mimeType: pdfType,
};
const reportTemplate = `${reportPrefix}{name}{?period,from,to,as_at}`;
const mimeType = 'application/json';

export async function listResources(mcpContext: McpContext, caller: Caller): Promise<ListResourcesResult> {
  const available = new Map(mcpContext.toolbox.actionsFor(caller.view).map((action) => [action.name, action]));
  const others = fixed.filter(({ actions }) => actions.some((name) => available.has(name)));
  const reports = [...available.values()].filter(isWholeReport);
  return {
    resources: [
      ...others.map(({ uri, name, title, description }) => ({ uri, name, title, description, mimeType })),
      ...reports.map((action) => ({
        uri: `${reportPrefix}${reportName(action)}`,
        name: reportName(action) ?? action.name,
        title: action.title,
        description: action.operation.summary,
        mimeType,
      })),
      ...(await listSkillResources(mcpContext, caller)),
      ...(caller.view.showsApps ? apps.map(listedApp) : []),
    ],
  };
}

function listedApp({ uri, name, title, description }: App) {
  return { uri, name, title, description, mimeType: appType, _meta: appMeta };
}

export function listResourceTemplates(mcpContext: McpContext, caller: Caller): ListResourceTemplatesResult {
  const reports = mcpContext.toolbox.actionsFor(caller.view).filter((action) => reportName(action) !== undefined);
  const description = `A report of a period: ${reports.map(reportName).join(', ')}.`;
  const report = { uriTemplate: reportTemplate, name: 'report', title: 'Report', description, mimeType };
  return {
    resourceTemplates: [
      ...(reports.length === 0 ? [] : [report]),
      ...(availableNamed(mcpContext, caller, 'get_document_pdf') === undefined ? [] : [pagesTemplate]),
    ],
  };
}

/** Names of the reports that this caller may read, for completion. */
export function reportNames(mcpContext: McpContext, caller: Caller): string[] {
  return mcpContext.toolbox
    .actionsFor(caller.view)
    .map(reportName)
    .filter((name) => name !== undefined);
}

/** Reads through the same gate as every call, as the same caller. */
export async function readResource(mcpContext: McpContext, caller: Caller, uri: string): Promise<ReadResourceResult> {
  // Apps hold no record of anybody, so whoever is connected may have them.
  const app = apps.find((one) => one.uri === uri);
  if (app !== undefined) return { contents: [{ uri, mimeType: appType, text: app.html, _meta: appMeta }] };
  if (isSkill(uri)) return readSkillResource(mcpContext, caller, uri);
  const read = await readRecord(mcpContext, caller, uri);
  const practice = practiceOf(caller.view);
  if (practice === undefined) return read;
  return { ...read, contents: [...read.contents, { uri, mimeType: 'text/plain', text: practiceNote(practice) }] };
}

async function readRecord(mcpContext: McpContext, caller: Caller, uri: string): Promise<ReadResourceResult> {
  const pages = documentIn(uri);
  if (pages !== undefined) return readPages(mcpContext, caller, { uri, ...pages });
  const [action, input] = actionBehind(mcpContext, caller, uri);
  const show = input['format'] === 'pdf' ? embedded(uri) : undefined;
  const { content, isError } = await perform(mcpContext, caller, action, input, show);
  const [first] = content;
  if (first?.type === 'resource') return { contents: [first.resource] };
  const text = first?.type === 'text' ? first.text : '';
  if (isError === true)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Cannot read ${uri}`, JSON.parse(text));
  return { contents: [{ uri, mimeType, text }] };
}

type Pages = { readonly uri: string; readonly document: string; readonly isHybrid: boolean };

async function readPages(
  mcpContext: McpContext,
  caller: Caller,
  { uri, document, isHybrid }: Pages,
): Promise<ReadResourceResult> {
  const action = availableNamed(mcpContext, caller, isHybrid ? 'get_document_einvoice' : 'get_document_pdf');
  const id = isId.test(document) ? document : await idOfNumber(mcpContext, caller, document);
  if (action === undefined || id === undefined) throw new ResourceNotFoundError(uri);
  // Pages are bytes to us and words to a model: what they say is noted as of the record that they show.
  const record = availableNamed(mcpContext, caller, 'get_document');
  if (record !== undefined) await perform(mcpContext, caller, record, { id });
  const { content, isError } = await perform(
    mcpContext,
    caller,
    action,
    { id, ...(isHybrid ? { profile: 'facturx' } : {}) },
    embedded(uri),
  );
  const [first] = content;
  if (isError !== true && first?.type === 'resource') return { contents: [first.resource] };
  throw new ResourceNotFoundError(uri);
}

const isId = /^doc_[0-9a-z]{26}$/;

/** The document that has the number, where there is no other of another type. */
async function idOfNumber(mcpContext: McpContext, caller: Caller, number: string): Promise<string | undefined> {
  const action = availableNamed(mcpContext, caller, 'list_documents');
  if (action === undefined) return undefined;
  const { structuredContent } = await perform(mcpContext, caller, action, { number, fields: ['number'], limit: 2 });
  const found = Found.safeParse(structuredContent).data?.data ?? [];
  return found.length === 1 ? found[0]?.id : undefined;
}

const Found = z.object({ data: z.array(z.object({ id: z.string() })) });

function availableNamed(mcpContext: McpContext, caller: Caller, name: string): Action | undefined {
  return mcpContext.toolbox.actionsFor(caller.view).find((action) => action.name === name);
}

function actionBehind(mcpContext: McpContext, caller: Caller, uri: string): [Action, Arguments] {
  const available = mcpContext.toolbox.actionsFor(caller.view);
  const named = fixed.find((resource) => resource.uri === uri)?.actions ?? [];
  const first = named
    .map((name) => available.find((action) => action.name === name))
    .find((found) => found !== undefined);
  if (first !== undefined) return [first, {}];
  if (uri.startsWith(reportPrefix) && URL.canParse(uri)) {
    const [file = '', query = ''] = uri.slice(reportPrefix.length).split('?');
    const isPdf = file.endsWith(ending);
    const name = isPdf ? file.slice(0, -ending.length) : file;
    const report = available.find((action) => reportName(action) === name);
    if (report !== undefined) return [report, { ...inputOf(report, query), ...(isPdf ? { format: 'pdf' } : {}) }];
  }
  throw new ResourceNotFoundError(uri);
}

/** The part after the question mark as the types that the report takes, as REST reads it. */
function inputOf({ operation }: Action, query: string): Arguments {
  const given = Object.fromEntries(new URLSearchParams(query));
  return inputFrom({ params: {}, query: given, body: {}, shape: shapeOf(operation) });
}

export function reportName({ operation }: Action): string | undefined {
  return operation.effect === 'read' ? /^GET \/reports\/([a-z-]+)$/.exec(operation.http)?.[1] : undefined;
}

/** A report that can be read without saying more, such as for the current period. */
export function isWholeReport(action: Action): boolean {
  return reportName(action) !== undefined && action.operation.input.safeParse({}).success;
}
