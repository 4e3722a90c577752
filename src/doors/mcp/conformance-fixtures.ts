import {
  type CallToolResult,
  createMcpHandler,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type PromptArgument,
  type ReadResourceResult,
  type Result,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { openFixtureTasks } from './conformance-tasks.ts';
import { asksFor, fixtureTools, image } from './conformance-tools.ts';
import type { Fixtures } from './fixtures.ts';
import { instructionsFor } from './instructions.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { complete, getPrompt, listPrompts } from './prompts.ts';
import { listResources, listResourceTemplates, readResource } from './resources.ts';
import { type CallIn, callIn, callTool, serverInfo } from './server.ts';
import { serviceTasks } from './tasks/service-tasks.ts';
import { tasksExtension } from './tasks/task.ts';
import { taskMethods } from './tasks/task-methods.ts';

const capabilities = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
  logging: {},
  extensions: { [tasksExtension]: {} },
};

/** Our server with the conformance suite's tools, resources and prompts beside our own. */
export function openFixtures(mcpContext: McpContext): Fixtures {
  const state = createRequestStateCodec({ key: Buffer.from(mcpContext.runtime.secrets.cursors) });
  const { tools: taskTools, tasksBefore } = openFixtureTasks();
  const serverOf = (caller: Caller) => {
    const server = new Server(serverInfo, {
      capabilities,
      instructions: instructionsFor(caller.view, mcpContext.runtime.now()),
      requestState: { verify: (text, context) => state.verify(text, context) },
    });
    server.setRequestHandler('tools/list', () => ({
      tools: [...mcpContext.toolbox.list(caller.view).tools, ...toolsListed(), ...listed(taskTools)],
    }));
    const call = ({ name, given }: CallIn, context: ServerContext): Promise<Result> => {
      const inTasks = Object.hasOwn(taskTools, name) ? taskTools[name] : undefined;
      if (inTasks !== undefined) return inTasks.call({ given, context, takesTasks: caller.takesTasks === true });
      const fixture = Object.hasOwn(fixtureTools, name) ? fixtureTools[name] : undefined;
      return fixture?.call(context, state) ?? callTool(mcpContext, caller, name, given);
    };
    if (caller.takesTasks === true) {
      server.fallbackRequestHandler = ({ params = {} }, context) => call(callIn(params), context);
    } else {
      server.setRequestHandler('tools/call', ({ params }, context) => {
        // Whoever takes no tasks is answered by the result of a tool, or by what it is asked.
        return call(callIn(params), context) as Promise<CallToolResult | InputRequiredResult>;
      });
    }
    const tasks = tasksBefore(serviceTasks(mcpContext, caller));
    for (const answer of Object.values(taskMethods)) answer(server, { caller, tasks });
    server.setRequestHandler('resources/list', async () => ({
      resources: [...(await listResources(mcpContext, caller)).resources, ...resources],
    }));
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...listResourceTemplates(mcpContext, caller).resourceTemplates, template],
    }));
    server.setRequestHandler(
      'resources/read',
      ({ params }) => readFixture(params.uri) ?? readResource(mcpContext, caller, params.uri),
    );
    server.setRequestHandler('resources/subscribe', () => ({}));
    server.setRequestHandler('resources/unsubscribe', () => ({}));
    server.setRequestHandler('prompts/list', () => ({ prompts: [...listPrompts().prompts, ...promptsListed()] }));
    server.setRequestHandler('prompts/get', ({ params }, context) => {
      const prompt = Object.hasOwn(prompts, params.name) ? prompts[params.name] : undefined;
      return prompt?.get(params.arguments ?? {}, context) ?? getPrompt(params.name, params.arguments ?? {});
    });
    server.setRequestHandler('completion/complete', ({ params }) => complete(mcpContext, caller, params));
    return server;
  };
  return {
    serverFor: serverOf,
    streams: (messages) => messages.length === 1 && messages.some((message) => callsStreaming(message.params)),
    stream: (request, message, caller) =>
      createMcpHandler(() => serverOf(caller)).fetch(request, { parsedBody: message }),
  };
}

function callsStreaming(params: unknown): boolean {
  const { name } = (params ?? {}) as { name?: unknown };
  return typeof name === 'string' && Object.hasOwn(fixtureTools, name) && fixtureTools[name]?.streams === true;
}

const schema2020: Tool['inputSchema'] = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

function toolsListed(): Tool[] {
  const described = { name: 'json_schema_2020_12_tool', description: 'Tool with JSON Schema 2020-12 features' };
  return [...listed(fixtureTools), { ...described, inputSchema: schema2020 }];
}

function listed(tools: Readonly<Record<string, { readonly description: string }>>): Tool[] {
  return Object.entries(tools).map(([name, { description }]) => ({
    name,
    description,
    inputSchema: { type: 'object' },
  }));
}

const resources = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', description: 'A text to watch', mimeType: 'text/plain' },
];
const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data by id',
  mimeType: 'application/json',
};

function readFixture(uri: string): ReadResourceResult | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: image.mimeType, blob: image.data }] };
  const known = resources.some((resource) => resource.uri === uri);
  if (!known) return undefined;
  return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
}

type Prompt = {
  readonly description: string;
  readonly arguments?: PromptArgument[];
  readonly get: (
    given: Readonly<Record<string, string>>,
    context: ServerContext,
  ) => GetPromptResult | InputRequiredResult;
};

const says = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;
const needs = (name: string) => ({ name, description: name, required: true });

const prompts: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: {
    description: 'A prompt',
    get: () => ({ messages: [says('This is a simple prompt for testing.')] }),
  },
  test_prompt_with_arguments: {
    description: 'A prompt with arguments',
    arguments: [needs('arg1'), needs('arg2')],
    get: ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt with a resource',
    arguments: [needs('resourceUri')],
    get: ({ resourceUri: uri = '' }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          says('Please process the embedded resource above.'),
        ],
      };
    },
  },
  test_prompt_with_image: {
    description: 'A prompt with an image',
    get: () => ({ messages: [{ role: 'user', content: image }, says('Please analyze the image above.')] }),
  },
  test_input_required_result_prompt: {
    description: 'A prompt that asks',
    get: (_given, { mcpReq }) => {
      if (mcpReq.inputResponses?.['user_context'] !== undefined) return { messages: [says('With your context.')] };
      const message = 'What context should the prompt use?';
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: asksFor('context') }) },
      });
    },
  },
};

function promptsListed() {
  return Object.entries(prompts).map(([name, { description, arguments: asked }]) => ({
    name,
    description,
    ...(asked === undefined ? {} : { arguments: asked }),
  }));
}
