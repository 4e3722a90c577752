import { type ListToolsResult, ProtocolError } from '@modelcontextprotocol/server';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForRest, isForMcp, type McpCredential, toolsetNames } from '../../modules/connector/index.ts';
import { notFound, unauthenticated } from '../../operation/errors.ts';
import { validationError } from '../../operation/validation.ts';
import { type KeptDocument, keepDocument } from '../kept-document.ts';
import { type ActorOf, header } from '../rest.ts';
import type { Action } from './action.ts';
import { type Admission, admitMcp, chargeTo } from './admission.ts';
import { guideData, guideMarkdown } from './guide.ts';
import { encoding, tokenBudget, type TokenCounter, tokenCounter } from './measure.ts';
import { bareSchema } from './json-schema.ts';
import { conversationNamed } from './message.ts';
import { summaryOf } from './meta-tools.ts';
import type { McpContext } from './mcp-context.ts';
import { callTool } from './server.ts';
import { originOf } from './transport.ts';
import { needsPerson, type View, viewOf } from './view.ts';

export type ActionParts = Admission & McpContext & { readonly actorOf: ActorOf };

const guideCost = 5;
const actionsCost = 5;

/** Discovery without MCP: the actions, the guide, and the call that came before the protocol. */
export function registerActionRoutes(plugin: FastifyInstance, parts: ActionParts): void {
  const actions = keepActions(parts);
  plugin.get('/api/mcp/v1/actions', async (request, reply) => {
    const credential = await admitMcp(request, reply, parts);
    noteUse(request, reply, { parts, credential });
    await chargeTo(credential.actor, parts.limits, reply)(actionsCost - 1);
    const document = await actions(wholeView(credential), queryOf(request));
    return document.send(request, reply.header('cache-control', 'private, no-cache'));
  });
  plugin.get('/api/mcp/v1/guide', async (request, reply) => {
    const view = wholeView(await anyCredential(request, reply, parts));
    await chargeTo(view.credential.actor, parts.limits, reply)(guideCost - 1);
    reply.header('vary', 'Accept');
    const data = guideData(parts, view);
    if (prefersJson(request)) return sendJson(reply, data);
    return reply.type('text/markdown; charset=utf-8').send(guideMarkdown(data));
  });
  plugin.post('/api/mcp/v1/tools/call', async (request, reply) => {
    reply.header('deprecation', '@1793491200');
    reply.header('sunset', 'Wed, 01 Nov 2028 00:00:00 GMT');
    reply.header('link', '</api/mcp/mcp>; rel="successor-version"');
    const credential = await admitMcp(request, reply, parts);
    const { name, arguments: given } = parse(LegacyCall, request.body);
    const conversation = conversationNamed(undefined, request.headers);
    const origin = originOf(request, credential.token.lastUsedClient ?? undefined, conversation);
    const caller = { view: wholeView(credential), origin, charge: chargeTo(credential.actor, parts.limits, reply) };
    noteUse(request, reply, { parts, credential });
    const result = await callTool(parts, caller, name, given).catch((error: unknown) => {
      throw error instanceof ProtocolError
        ? notFound({ detail: error.message, hint: 'See GET /api/mcp/v1/actions.' })
        : error;
    });
    return sendJson(reply, result);
  });
}

const LegacyCall = z.strictObject({
  name: z.string().max(64),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const ActionsQuery = z.strictObject({
  toolset: z.enum(toolsetNames).optional(),
  q: z.string().max(200).optional(),
  measure: z.enum(['0', '1']).optional(),
  schemas: z.enum(['listed', 'full']).default('listed'),
});

/** Lists for so many kinds of callers are kept, each with the bytes that were sent of it. */
const listsKept = 30;

/** A list depends on the caller's actions and on which of them need approval: few lists serve all. */
function keepActions(parts: McpContext) {
  const kept = new Map<string, Promise<KeptDocument>>();
  return (view: View, query: unknown): Promise<KeptDocument> => {
    const asked = parse(ActionsQuery, query);
    const { toolset, q } = asked;
    const all = parts.toolbox.actionsFor(view);
    const ofToolset = all.filter((action) => toolset === undefined || action.toolset === toolset);
    const found = q === undefined ? ofToolset : parts.toolbox.find(q, ofToolset).actions;
    const said = found.map(({ name, operation }) => `${name} ${needsPerson(view, operation)}`);
    const key = createHash('sha256')
      .update(JSON.stringify([asked, said]))
      .digest('base64');
    const known = kept.get(key) ?? describeActions(parts, { view, found, asked });
    // The one that was asked for longest ago goes first.
    kept.delete(key);
    kept.set(key, known);
    const [oldest] = kept.keys();
    if (kept.size > listsKept && oldest !== undefined) kept.delete(oldest);
    return known;
  };
}

type Listed = {
  readonly view: View;
  readonly found: readonly Action[];
  readonly asked: z.output<typeof ActionsQuery>;
};

async function describeActions(parts: McpContext, { view, found, asked }: Listed): Promise<KeptDocument> {
  const counter = asked.measure === '1' ? await tokenCounter() : undefined;
  const data = found.map((action) => ({
    ...summaryOf(action, { view }),
    ...schemasOf(action, asked.schemas),
    ...(counter === undefined ? {} : { tokens: counter.count(JSON.stringify(action.tool)) }),
  }));
  const page = { data, has_more: false, next_cursor: null };
  const list = counter === undefined ? page : { ...page, measure: measured(parts.toolbox.list(view), counter) };
  return keepDocument('application/json; charset=utf-8', JSON.stringify(list));
}

/** All of them are two megabytes, which whoever looks for an action has no use for. */
function schemasOf({ tool, inputSchema, outputSchema }: Action, schemas: 'listed' | 'full'): object {
  if (schemas === 'listed') return { input_schema: bareSchema(tool.inputSchema) };
  return { input_schema: inputSchema, output_schema: outputSchema };
}

function measured(list: ListToolsResult, { count, isEstimate }: TokenCounter): object {
  const tokens = count(JSON.stringify(list));
  const tools = list.tools.length;
  return { encoding, is_estimate: isEstimate, tools, tools_list_tokens: tokens, budget: tokenBudget };
}

function wholeView(credential: McpCredential): View {
  return viewOf(credential, { toolsets: undefined, readOnly: false });
}

/** The guide is also for whoever has no MCP token yet: they see what a `full` token of theirs would. */
async function anyCredential(request: FastifyRequest, reply: FastifyReply, parts: ActionParts): Promise<McpCredential> {
  const bearer = /^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
  if (bearer === undefined || isForMcp(bearer) || isForRest(bearer)) {
    const credential = await admitMcp(request, reply, parts);
    noteUse(request, reply, { parts, credential });
    return credential;
  }
  const actor = await parts.actorOf(bearer, originOf(request, undefined, undefined)).catch((error: unknown) => {
    throw error instanceof Error ? error : unauthenticated();
  });
  await chargeTo(actor, parts.limits, reply)(1);
  const token = { id: '', name: 'your own', preset: 'full', toolsets: undefined, allowedActions: undefined } as const;
  const unused = { ipAllow: undefined, expiresAt: null, lastUsedAt: null, lastUsedClient: null };
  return { actor, token: { ...token, ...unused }, fiscalYearStart: { month: 1, day: 1 } };
}

type Use = { readonly parts: ActionParts; readonly credential: McpCredential };

/** After the answer: a token that is used for this alone is in use as well. */
function noteUse({ ip: from }: FastifyRequest, reply: FastifyReply, { parts, credential }: Use): void {
  reply.raw.once('finish', () => {
    parts.credentials.used(credential, { at: parts.runtime.now(), from, client: undefined });
  });
}

function prefersJson(request: FastifyRequest): boolean {
  const accept = header(request, 'accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/markdown');
}

function queryOf(request: FastifyRequest): unknown {
  return request.query;
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given ?? {}, { reportInput: true });
  if (!parsed.success) throw validationError(parsed.error, schema);
  return parsed.data;
}

function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
