import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InboundClassificationOutcome,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { appsExtension, appType } from './apps/apps.ts';
import { tasksExtension, tasksRequired } from './tasks/task.ts';

/** Only revision 2025-03-26 has batches; one message is one call to the limits, so a batch stays small. */
const batchMax = 20;
/** An input nests at most half of this; beyond, whoever walks a message by recursion ends without a stack. */
const depthMax = 64;

export const rpc = { parseError: -32_700, invalidRequest: -32_600, unsupported: -32_000 } as const;

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A body that is refused before any server sees it. */
export type Rejected = { readonly kind: 'rejected'; readonly status: number; readonly text: string };

export type Inbound =
  | Rejected
  /** Revision 2026-07-28: each message carries its own envelope. */
  | { readonly kind: 'modern'; readonly body: unknown }
  /** Revisions with a handshake. A response that was posted to us answers nothing we asked, and is let go. */
  | {
      readonly kind: 'older';
      readonly messages: readonly Asking[];
      readonly batch: boolean;
    };

/** Reads a body: which era it speaks, and which messages it holds. */
export function readBody(text: string, headers: Headers): Inbound {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return rejected(400, rpc.parseError, 'Parse error: the body is not JSON');
  }
  if (isTooDeep(body)) {
    return rejected(400, rpc.invalidRequest, `A message nests at most ${depthMax} levels`, { id: idOf(body) });
  }
  const outcome = classify(body, headers);
  if (outcome.kind === 'modern') return unaskedTasks(body) ?? { kind: 'modern', body };
  if (outcome.kind === 'reject')
    return rejected(outcome.httpStatus, outcome.code, outcome.message, { id: idOf(body), data: outcome.data });
  if (Array.isArray(body) && body.length > batchMax)
    return rejected(400, rpc.invalidRequest, `A batch holds at most ${batchMax} messages`);
  const messages = messagesIn(body, outcome.reason);
  return unsupportedVersion(messages, headers) ?? { kind: 'older', messages, batch: Array.isArray(body) };
}

type Asking = JSONRPCRequest | JSONRPCNotification;

/** A message that came alone was read by its schema when it was classified, which is not cheap enough to do again. */
function messagesIn(body: unknown, reason: string): readonly Asking[] {
  if (Array.isArray(body))
    return body.filter((one): one is Asking => isJSONRPCRequest(one) || isJSONRPCNotification(one));
  return reason === 'response' ? [] : [body as Asking];
}

function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return true;
    level = level.flatMap((node): unknown[] => (typeof node === 'object' && node !== null ? Object.values(node) : []));
  }
  return false;
}

function classify(body: unknown, headers: Headers): InboundClassificationOutcome {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((key) => headers[key]);
  return classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(typeof version === 'string' ? { protocolVersionHeader: version } : {}),
    ...(typeof method === 'string' ? { mcpMethodHeader: method } : {}),
    ...(typeof name === 'string' ? { mcpNameHeader: name } : {}),
  });
}

/** `initialize` negotiates; everything after it names a revision that there is, or none. */
function unsupportedVersion(messages: readonly Asking[], headers: Headers): Rejected | undefined {
  const version = headers['mcp-protocol-version'];
  if (typeof version !== 'string' || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined;
  if (messages.some(({ method }) => method === 'initialize')) return undefined;
  const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  const message = `Unsupported protocol version: ${version.slice(0, 40)} (supported versions: ${supported})`;
  return rejected(400, rpc.unsupported, message, { id: idOf(messages[0]) });
}

type About = { readonly id?: string | number | null; readonly data?: unknown };

export function rejected(status: number, code: number, message: string, { id = null, data }: About = {}): Rejected {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { kind: 'rejected', status, text: JSON.stringify({ jsonrpc: '2.0', error, id }) };
}

function idOf(body: unknown): string | number | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null;
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null;
}

const clientNameLengthMax = 100;

/** Name and capabilities of the client, in the handshake or in the envelope of each message. */
export function clientIn(body: unknown): { name: string | undefined; showsApps: boolean } | undefined {
  const { method, params } = record(body);
  const { clientInfo, capabilities, _meta: meta } = record(params);
  if (method === 'initialize') return { name: named(clientInfo), showsApps: namesApps(capabilities) };
  const envelope = record(meta);
  if (!(CLIENT_INFO_META_KEY in envelope) && !(CLIENT_CAPABILITIES_META_KEY in envelope)) return undefined;
  return {
    name: named(envelope[CLIENT_INFO_META_KEY]),
    showsApps: namesApps(envelope[CLIENT_CAPABILITIES_META_KEY]),
  };
}

function named(info: unknown): string | undefined {
  const { name, version } = record(info);
  if (typeof name !== 'string' || name === '') return undefined;
  const label = typeof version === 'string' ? `${name}/${version}` : name;
  return label.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, clientNameLengthMax);
}

const conversationHeader = 'x-mcp-conversation';
const conversationLengthMax = 200;
/** Metadata keys that name the conversation of a message: ours, and that of ChatGPT. */
const conversationKeys = ['daybook/conversation', 'openai/session'];

/** The conversation that the client says a message belongs to, if it says so. No argument of a model does. */
export function conversationNamed(body: unknown, headers: Headers): string | undefined {
  const meta = record(record(record(body)['params'])['_meta']);
  const names = [headers[conversationHeader], ...conversationKeys.map((key) => meta[key])];
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof name === 'string'
    ? name
        .trim()
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, conversationLengthMax)
    : undefined;
}

/** True where a message of revision 2026-07-28 says that its client takes a task as an answer. */
export function namesTasks(body: unknown): boolean {
  const envelope = record(record(record(body)['params'])['_meta']);
  return tasksExtension in record(record(envelope[CLIENT_CAPABILITIES_META_KEY])['extensions']);
}

/** Refuses to tell a client of changes of tasks that takes no tasks; of those that do, none is told so far. */
function unaskedTasks(body: unknown): Rejected | undefined {
  const { method, params } = record(body);
  const listens = method === 'subscriptions/listen' && 'taskIds' in record(record(params)['notifications']);
  if (!listens || namesTasks(body)) return undefined;
  const { code, message, data } = tasksRequired();
  return rejected(400, code, message, { id: idOf(body), data });
}

function namesApps(capabilities: unknown): boolean {
  const { mimeTypes } = record(record(record(capabilities)['extensions'])[appsExtension]);
  return Array.isArray(mimeTypes) && mimeTypes.includes(appType);
}

export function methodOf(body: unknown): string {
  const { method } = record(body);
  return typeof method === 'string' ? method : '';
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
