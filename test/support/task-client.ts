import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, type TaskEnabledSession } from '@modelcontextprotocol/ext-tasks/client';
import type { Wire } from './world.ts';

const protocolVersion = '2026-07-28';
const clientInfo = { name: 'test', version: '1' };
const tasks = { 'io.modelcontextprotocol/tasks': {} };

type Asked = { readonly url: string; readonly message: string };
type Options = {
  /** Shows its user a page and waits, as clients do that declare it. */
  readonly onPage?: (asked: Asked) => Promise<void>;
};

/** A message of revision 2026-07-28 as its client sent it, with the answer. */
export type Exchanged = { readonly method: string; readonly sent: string; readonly answered: string };

export type TaskClient = {
  /** Of the makers' own requester of tasks, over the makers' own client. */
  readonly session: TaskEnabledSession;
  /** One message, answered by its result or its error, with what the client says it takes. */
  readonly say: (method: string, params: object, extensions?: object) => Promise<Wire>;
  readonly exchanged: Exchanged[];
  readonly close: () => Promise<void>;
};

/** A client that negotiated tasks. */
export async function openTaskClient(url: string, token: string, { onPage }: Options = {}): Promise<TaskClient> {
  const address = new URL(`${url}/api/mcp/mcp`);
  const able = onPage === undefined ? {} : { elicitation: { url: {} } };
  const exchanged: Exchanged[] = [];
  const send = async (message: Wire): Promise<Wire> => {
    const sent = JSON.stringify(message);
    const { method, params } = message;
    const answer = await fetch(address, {
      method: 'POST',
      body: sent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': protocolVersion,
        'mcp-method': method,
        'mcp-name': params.taskId ?? params.name ?? '',
      },
    });
    const answered = await answer.text();
    exchanged.push({ method, sent, answered });
    return JSON.parse(answered);
  };
  const say: TaskClient['say'] = async (method, params, extensions = tasks) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': { ...able, extensions },
    };
    const { result, ...others } = await send({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
    return result ?? others;
  };
  const capabilities = { ...able, extensions: tasks };
  const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  let id = 0;
  const session = createTaskSessionFromClient(client, {
    endpointId: url,
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: capabilities },
    // The client itself takes no task as an answer yet: its makers ask hosts to send these messages.
    rawDispatch: async (request) => {
      id += 1;
      const { result, error } = await send({ jsonrpc: '2.0', id, ...(request as object) });
      return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
    },
    onInputRequest: async ({ params }: Wire) => {
      await onPage?.(params);
      // The types of the makers follow the request, which is always one for a page.
      return { action: 'accept' } as never;
    },
  });
  return {
    session,
    say,
    exchanged,
    close: async () => {
      await session.close();
      await client.close();
    },
  };
}
