import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type RequestStateCodec,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';

/** The tools that the conformance suite calls, as its scenarios describe them. */
export type FixtureTool = {
  readonly description: string;
  readonly inputSchema?: Tool['inputSchema'];
  /** Sends notifications before its result, which takes an event stream. */
  readonly streams?: true;
  readonly call: (context: ServerContext, state: RequestStateCodec) => Promise<CallToolResult | InputRequiredResult>;
};

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
export const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const stepMs = 50;

export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
type Form = ElicitRequestFormParams['requestedSchema'];
export const asksFor = (name: string, type: 'string' | 'boolean' = 'string'): Form => ({
  type: 'object',
  properties: { [name]: type === 'string' ? { type: 'string' } : { type: 'boolean' } },
  required: [name],
});
export const ask = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({ message, requestedSchema: asksFor(name, type) });
const sample = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });

const contents: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: tool('Answers a text', async () => said('This is a simple text response for testing.')),
  test_image_content: tool('Answers an image', async () => ({ content: [image] })),
  test_audio_content: tool('Answers a sound', async () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  })),
  test_embedded_resource: tool('Answers a resource', async () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  test_multiple_content_types: tool('Answers several kinds of content', async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  test_error_handling: tool('Fails', async () => ({
    isError: true,
    ...said('This tool intentionally returns an error for testing'),
  })),
};

const streaming: Readonly<Record<string, FixtureTool>> = {
  test_tool_with_logging: streams('Logs while it works', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await sleep(stepMs);
    await mcpReq.log('info', 'Tool processing data');
    await sleep(stepMs);
    await mcpReq.log('info', 'Tool execution completed');
    return said('Logged three messages.');
  }),
  test_logging_tool: streams('Logs once', async ({ mcpReq }) => {
    await mcpReq.log('info', 'A message');
    return said('Logged a message.');
  }),
  test_tool_with_progress: streams('Tells its progress', async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(stepMs);
    }
    return said('Done.');
  }),
};

const asking: Readonly<Record<string, FixtureTool>> = {
  test_missing_capability: tool('Needs sampling', async ({ mcpReq }) => {
    if (clientCan(mcpReq).sampling !== undefined) return said('Sampling is there.');
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
  test_streaming_elicitation: asks({ user_name: ask('What is your name?', 'name') }, () => 'Thank you.'),
  test_input_required_result_elicitation: asks(
    { user_name: ask('What is your name?', 'name') },
    (given) => `Hello, ${fieldOf(given['user_name'], 'name')}!`,
  ),
  test_input_required_result_sampling: asks(
    { capital_question: sample('What is the capital of France?', 100) },
    (given) => JSON.stringify(given['capital_question']),
  ),
  test_input_required_result_list_roots: asks({ client_roots: inputRequired.listRoots() }, (given) =>
    JSON.stringify(given['client_roots']),
  ),
  test_input_required_result_request_state: stateful({ confirm: ask('Please confirm', 'ok', 'boolean') }, 'state-ok'),
  test_input_required_result_tampered_state: stateful({ confirm: ask('Please confirm', 'ok', 'boolean') }, 'state-ok'),
  test_input_required_result_multiple_inputs: stateful(
    {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    'All inputs are there.',
  ),
  test_input_required_result_multi_round: tool('Asks twice', async ({ mcpReq }, state) => {
    const step = mcpReq.requestState<{ step: number }>()?.step ?? 0;
    if (step === 2 && mcpReq.inputResponses?.['step2'] !== undefined) return said('Both steps are done.');
    const [next, request]: [number, InputRequests] =
      step === 1 && mcpReq.inputResponses?.['step1'] !== undefined
        ? [2, { step2: ask('Step 2: What is your favorite color?', 'color') }]
        : [1, { step1: ask('Step 1: What is your name?', 'name') }];
    return inputRequired({ inputRequests: request, requestState: await state.mint({ step: next }) });
  }),
  test_input_required_result_capabilities: tool('Asks what the client can answer', async ({ mcpReq }) => {
    const can = clientCan(mcpReq);
    const requests: InputRequests = {
      ...(can.elicitation === undefined ? {} : { user_name: ask('What is your name?', 'name') }),
      ...(can.sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
    };
    const open = Object.keys(requests).filter((key) => mcpReq.inputResponses?.[key] === undefined);
    return open.length === 0 ? said('Nothing to ask.') : inputRequired({ inputRequests: requests });
  }),
};

export const fixtureTools: Readonly<Record<string, FixtureTool>> = { ...contents, ...streaming, ...asking };

function clientCan({ envelope }: ServerContext['mcpReq']): ClientCapabilities {
  // The envelope was checked against the protocol's schema; its type leaves the keys out.
  const meta = envelope as Readonly<Record<string, ClientCapabilities>> | undefined;
  return meta?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

function tool(description: string, call: FixtureTool['call']): FixtureTool {
  return { description, call };
}

function streams(description: string, call: FixtureTool['call']): FixtureTool {
  return { description, call, streams: true };
}

type Responses = Readonly<Record<string, unknown>>;

/** Asks until every request is answered as it should be. */
function asks(requests: InputRequests, answer: (given: Responses) => string): FixtureTool {
  return tool('Asks the client', async ({ mcpReq }) => {
    const given: Responses = mcpReq.inputResponses ?? {};
    const complete = Object.keys(requests).every((key) => isAnswer(given[key]));
    return complete ? said(answer(given)) : inputRequired({ inputRequests: requests });
  });
}

function stateful(requests: InputRequests, done: string): FixtureTool {
  return tool('Asks the client and keeps a state', async ({ mcpReq }, state) => {
    const begun = mcpReq.requestState<{ begun: boolean }>()?.begun === true;
    const answered = Object.keys(requests).every((key) => mcpReq.inputResponses?.[key] !== undefined);
    if (begun && answered) return said(done);
    return inputRequired({ inputRequests: requests, requestState: await state.mint({ begun: true }) });
  });
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(answer: unknown, name: string): string {
  const { content } = (answer ?? {}) as { content?: Readonly<Record<string, unknown>> };
  return JSON.stringify(content?.[name] ?? '');
}

function resource(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const;
}
