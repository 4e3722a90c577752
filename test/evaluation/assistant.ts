import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { McpService } from '../support/mcp-service.ts';
import type { Wire } from '../support/world.ts';

/** A caller who knows the tool list and earlier answers, and nothing else. */
export type Assistant = {
  /** Calls a tool, which must not refuse. */
  readonly use: (tool: string, input?: object) => Promise<Wire>;
  /** Calls a tool that refuses, and answers what it says to do instead. */
  readonly refusedBy: (tool: string, input: object) => Promise<Wire>;
  /** Finds an action by words, and calls it with what finding it has told. */
  readonly find: (words: string, input: object) => Promise<Wire>;
  /** Calls an action that was found before. */
  readonly run: (action: Wire, input: object) => Promise<Wire>;
  readonly calls: () => number;
  /** Tokens that a model reads and writes in these calls. */
  readonly tokens: () => number;
};

type Tool = { readonly name: string; readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> } };

const anId = /^[a-z]+_[0-9a-z]{26}$/;

export async function assistantOf(service: McpService, token: string): Promise<Assistant> {
  const { tools } = (await service.rpc(token, 'tools/list')).body.result as { tools: Tool[] };
  // Each task is a conversation of its own, as it is with people.
  const headers = { 'x-mcp-conversation': randomUUID() };
  let calls = 0;
  let tokens = 0;
  let heard = '';
  const called = async (name: string, input: object, refused: boolean): Promise<Wire> => {
    const tool = tools.find((one) => one.name === name);
    assert.ok(tool !== undefined, `${name} is in no tool list`);
    checkKnown(tool, input, heard);
    const { content, structuredContent, isError } = await service.tool(token, name, input, { headers });
    const text = content.map((part: Wire) => part.text ?? part.uri).join('\n');
    calls += 1;
    tokens += countTokens(JSON.stringify({ name, input })) + countTokens(text);
    heard += text;
    assert.equal(isError === true, refused, `${name} ${JSON.stringify(input)}: ${text}`);
    return structuredContent;
  };
  const use: Assistant['use'] = (name, input = {}) => called(name, input, false);
  const refusedBy: Assistant['refusedBy'] = (name, input) => called(name, input, true);
  const run: Assistant['run'] = (action, input) =>
    use(action.use, { name: action.name, ...split(action.arguments, input) });
  const find: Assistant['find'] = async (words, input) => {
    const { data } = await use('find_actions', { query: words, limit: 3 });
    // As a model would: the first that takes what there is to say.
    const takes = ({ arguments: signature = '' }: Wire) =>
      Object.keys(input).every((field) => new RegExp(`\\b${field}\\b`).test(signature));
    return run(data.find(takes) ?? data[0], input);
  };
  return { use, refusedBy, find, run, calls: () => calls, tokens: () => tokens };
}

/** A key goes beside the arguments of an action, not into them. */
function split(signature: string, input: object) {
  const key = signature.includes('idempotency_key') ? { idempotency_key: `${Math.random()}` } : {};
  return { arguments: input, ...key };
}

/** Nobody may use a field, an action or an id that nothing has told of. */
function checkKnown({ name, inputSchema }: Tool, input: object, heard: string): void {
  const fields = Object.keys(inputSchema.properties);
  for (const field of Object.keys(input)) assert.ok(fields.includes(field), `${name} shows no ${field}`);
  const { name: action, arguments: inner = {} } = input as { name?: string; arguments?: object };
  if (name.startsWith('run_')) {
    assert.ok(heard.includes(`"${action}"`), `nothing has told of ${action}`);
    for (const field of Object.keys(inner)) assert.match(heard, new RegExp(`\\b${field}\\b`), `${action} ${field}`);
  }
  for (const id of textsIn(input).filter((text) => anId.test(text))) assert.ok(heard.includes(id), `a made up ${id}`);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
