import { readFileSync } from 'node:fs';
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withDialogue } from './approval-dialogue.ts';
import { appsExtension } from './apps/apps.ts';
import { iconsAt } from './icons.ts';
import { instructionsFor } from './instructions.ts';
import { metaTools } from './meta-tools.ts';
import { perform } from './perform.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import type { Arguments } from './arguments.ts';
import { inPractice } from './practice.ts';
import { complete, getPrompt, listPrompts } from './prompts.ts';
import { researchTools } from './research.ts';
import { listResources, listResourceTemplates, readResource } from './resources.ts';
import { getSkill, listSkills, skillsExtension } from './skills.ts';
import { callAsTask } from './tasks/call-as-task.ts';
import { serviceTasks } from './tasks/service-tasks.ts';
import { tasksExtension } from './tasks/task.ts';
import { taskMethods } from './tasks/task-methods.ts';

/** As far above `src/doors/mcp` as above `dist/doors/mcp`. */
const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
export const serverInfo = { name: 'daybook', title: 'Daybook', version: String(JSON.parse(manifest).version) } as const;
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Nothing here asks clients to fill in forms, so the SDK never needs the validator it would make for each server. */
const noForms = {
  getValidator: () => {
    throw new Error('no form is ever sent');
  },
};

/** Messages whose answer greets: the only ones that carry instructions, which cost more than the rest of a server. */
const greetings = new Set(['initialize', 'server/discover']);

type Answering = { readonly mcpContext: McpContext; readonly caller: Caller };

const Paged = z.object({ cursor: z.string().optional() });
const Located = z.object({ uri: z.string() });

/** Gives a server its answer to one method. */
const answers: Readonly<Record<string, (server: Server, answering: Answering) => void>> = {
  'tools/list': (server, answering) =>
    server.setRequestHandler('tools/list', ({ params }) => listTools(answering, params?.cursor)),
  'tools/call': (server, { mcpContext, caller }) =>
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const { name, arguments: given = {} } = params;
      return withDialogue({ mcpContext, caller, context, name, given }, () =>
        callTool(mcpContext, caller, name, given),
      );
    }),
  'resources/list': (server, { mcpContext, caller }) =>
    server.setRequestHandler('resources/list', ({ params }) => {
      refuseCursor(params?.cursor);
      return listResources(mcpContext, caller);
    }),
  'resources/templates/list': (server, { mcpContext, caller }) =>
    server.setRequestHandler('resources/templates/list', ({ params }) => {
      refuseCursor(params?.cursor);
      return listResourceTemplates(mcpContext, caller);
    }),
  'resources/read': (server, { mcpContext, caller }) =>
    server.setRequestHandler('resources/read', ({ params }) => readResource(mcpContext, caller, params.uri)),
  'skills/list': (server, { mcpContext, caller }) =>
    server.setRequestHandler('skills/list', { params: Paged }, ({ cursor }) => {
      refuseCursor(cursor);
      return listSkills(mcpContext, caller);
    }),
  'skills/get': (server, { mcpContext, caller }) =>
    server.setRequestHandler('skills/get', { params: Located }, ({ uri }) => getSkill(mcpContext, caller, uri)),
  'prompts/list': (server) =>
    server.setRequestHandler('prompts/list', ({ params }) => {
      refuseCursor(params?.cursor);
      return listPrompts();
    }),
  'prompts/get': (server) =>
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {})),
  'completion/complete': (server, { mcpContext, caller }) =>
    server.setRequestHandler('completion/complete', ({ params }) => complete(mcpContext, caller, params)),
};

/**
 * A server for one message of one caller in revision 2026-07-28, which can answer the method that it asks for. The
 * transport is stateless, so nothing outlives it.
 */
export function serverFor(mcpContext: McpContext, caller: Caller, method: string): Server {
  const server = serverWith({ mcpContext, caller }, method, { [tasksExtension]: {} });
  const inTasks = Object.hasOwn(taskMethods, method) ? taskMethods[method] : undefined;
  if (inTasks !== undefined) inTasks(server, { caller, tasks: serviceTasks(mcpContext, caller) });
  else if (method === 'tools/call' && caller.takesTasks === true) answerByTasks(server, { mcpContext, caller });
  else if (Object.hasOwn(answers, method)) answers[method]?.(server, { mcpContext, caller });
  return server;
}

function serverWith(
  { mcpContext, caller }: Answering,
  method: string,
  extensions: Record<string, Record<string, never>>,
): Server {
  const shown = { [skillsExtension]: {}, ...extensions };
  const all = caller.view.showsApps ? { [appsExtension]: {}, ...shown } : shown;
  const options = { capabilities: { ...capabilities, extensions: all }, jsonSchemaValidator: noForms };
  // Only who greets is told how the service looks: it would stand beside every answer.
  if (!greetings.has(method)) return new Server(serverInfo, options);
  const { runtime } = mcpContext;
  const { publicUrl } = runtime.settings;
  const about = { ...serverInfo, websiteUrl: publicUrl, icons: iconsAt(publicUrl) };
  return new Server(about, { ...options, instructions: instructionsFor(caller.view, runtime.now()) });
}

/** As a fallback, since the SDK takes nothing but the result of a tool from a handler of `tools/call`. */
function answerByTasks(server: Server, { mcpContext, caller }: Answering): void {
  server.fallbackRequestHandler = async ({ params = {} }, context) => {
    const { name, given } = callIn(params);
    const asking = { mcpContext, caller, context, name, given };
    const call = (by: Caller) => callTool(mcpContext, by, name, given);
    // It goes on with a dialogue that began before the client took tasks.
    if (context.mcpReq.requestState() !== undefined) return withDialogue(asking, () => call(caller));
    return callAsTask(asking, call);
  };
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Answers the most frequent requests of revisions with a handshake without the SDK. There the SDK reads a message twice
 * and what a tool answers once more by schema, which costs a tenth of a call that reads one record; what it would find
 * in a message is found here.
 */
const quickAnswers: Readonly<Record<string, (answering: Answering, params: Params) => Promise<Result> | Result>> = {
  'tools/list': (answering, { cursor }) => listTools(answering, cursor),
  'tools/call': ({ mcpContext, caller }, params) => {
    const { name, given } = callIn(params);
    return callTool(mcpContext, caller, name, given);
  },
};

export type CallIn = { readonly name: string; readonly given: Arguments };

/** The call that the parameters of `tools/call` ask for. */
export function callIn({ name, arguments: given = {} }: Params): CallIn {
  if (typeof name === 'string' && isArguments(given)) return { name, given };
  const message = 'Invalid tools/call request: write {"name", "arguments": {}}';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** The same for one message of a revision with a handshake. */
export function olderServerFor(mcpContext: McpContext, caller: Caller, method: string): Server {
  const answer = Object.hasOwn(quickAnswers, method) ? quickAnswers[method] : undefined;
  if (answer === undefined) {
    const older = serverWith({ mcpContext, caller }, method, {});
    if (Object.hasOwn(answers, method)) answers[method]?.(older, { mcpContext, caller });
    return older;
  }
  const server = new Server(serverInfo, { capabilities, jsonSchemaValidator: noForms });
  server.fallbackRequestHandler = async ({ params = {} }) => answer({ mcpContext, caller }, params);
  return server;
}

function listTools({ mcpContext, caller }: Answering, cursor: unknown): ListToolsResult {
  refuseCursor(cursor);
  return mcpContext.toolbox.list(caller.view);
}

function isArguments(given: unknown): given is Arguments {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Calls a tool of the list, or any action by its own name. Throws for a name that is neither. */
export async function callTool(
  mcpContext: McpContext,
  caller: Caller,
  name: string,
  given: Arguments,
): Promise<CallToolResult> {
  const research = caller.view.isResearch ? researchTools.find(({ tool }) => tool.name === name) : undefined;
  if (research !== undefined) return inPractice(caller, await research.call(mcpContext, caller, given));
  const meta = metaTools.find(({ tool }) => tool.name === name);
  if (meta !== undefined) return meta.call(mcpContext, caller, given);
  const action = mcpContext.toolbox.actions.get(name);
  if (action === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  return perform(mcpContext, caller, action, given);
}

/** Lists come whole, so no cursor was ever given out. */
function refuseCursor(cursor: unknown): void {
  if (cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
}
