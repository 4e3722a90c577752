import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { header } from '../rest.ts';
import { admitMcp, type Admission, chargeTo, mcpPath } from './admission.ts';
import { clientFacts } from './client-facts.ts';
import { allowCrossOrigin, registerPreflight } from './cross-origin.ts';
import { exchange, type Written } from './exchange.ts';
import type { Fixtures } from './fixtures.ts';
import { knownMcpClients } from './known-clients.ts';
import { conversationNamed, type Inbound, methodOf, namesTasks, readBody, rejected, rpc } from './message.ts';
import type { OriginCheck } from './origin-check.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { olderServerFor, serverFor } from './server.ts';
import { viewOf } from './view.ts';

const subscriptionsMax = 256;

export type TransportParts = Admission &
  McpContext & { readonly checkOrigin: OriginCheck; readonly fixtures?: Fixtures | undefined };

/** `POST /api/mcp/mcp`: every revision of the protocol at one address, without sessions. */
export function registerTransport(plugin: FastifyInstance, parts: TransportParts): void {
  const clientOf = knownMcpClients();
  const modern = openModern(parts);
  plugin.removeAllContentTypeParsers();
  plugin.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  plugin.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  registerPreflight(plugin, mcpPath, parts.checkOrigin);
  plugin.post(mcpPath, async (request, reply) => {
    parts.checkOrigin(request.headers.host, header(request, 'origin'));
    allowCrossOrigin(request, reply);
    const credential = await admitMcp(request, reply, parts);
    if (typeof request.body !== 'string') {
      return sendText(reply, rejected(415, rpc.unsupported, 'Content-Type must be application/json'));
    }
    const inbound = readBody(request.body, request.headers);
    if (inbound.kind === 'rejected') return sendText(reply, inbound);
    const said = inbound.kind === 'modern' ? inbound.body : inbound.messages[0];
    const { name: client, showsApps } = clientOf(credential, said);
    const view = viewOf(credential, { ...narrowedBy(request), showsApps });
    const facts = clientFacts(request, reply, { inbound, view });
    const caller: Caller = {
      view,
      origin: { ...originOf(request, client, conversationNamed(said, request.headers)), client: facts },
      charge: chargeTo(credential.actor, parts.limits, reply),
      takesTasks: inbound.kind === 'modern' && namesTasks(inbound.body),
    };
    reply.raw.once('finish', () => {
      parts.credentials.used(credential, { at: parts.runtime.now(), from: request.ip, client, facts });
    });
    if (inbound.kind === 'modern')
      return sendResponse(reply, await modern(webRequest(request, reply, parts), inbound.body, caller));
    if (parts.fixtures?.streams(inbound.messages) === true) {
      return sendResponse(
        reply,
        await parts.fixtures.stream(webRequest(request, reply, parts), inbound.messages[0], caller),
      );
    }
    return sendOlder(reply, inbound, caller, parts);
  });
}

function openModern(parts: TransportParts) {
  const asked = new WeakMap<Request, { readonly caller: Caller; readonly method: string }>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const known = requestInfo === undefined ? undefined : asked.get(requestInfo);
      if (known === undefined) throw new Error('a message reached the protocol without a caller');
      const { caller, method } = known;
      return parts.fixtures?.serverFor(caller) ?? serverFor(parts, caller, method);
    },
    { legacy: 'reject', maxSubscriptions: subscriptionsMax },
  );
  return (request: Request, body: unknown, caller: Caller) => {
    asked.set(request, { caller, method: methodOf(body) });
    return handler.fetch(request, { parsedBody: body });
  };
}

async function sendOlder(
  reply: FastifyReply,
  { messages, batch }: Extract<Inbound, { kind: 'older' }>,
  caller: Caller,
  parts: TransportParts,
): Promise<FastifyReply> {
  if (messages.length > 1) await caller.charge(messages.length - 1);
  const answers: Written[] = [];
  for (const message of messages) {
    const server = parts.fixtures?.serverFor(caller) ?? olderServerFor(parts, caller, message.method);
    const answer = await exchange(server, message);
    if (answer !== undefined) answers.push(answer);
  }
  if (answers.length === 0) return reply.code(202).send();
  return sendText(reply, { status: 200, text: batch ? `[${answers.join()}]` : (answers[0] ?? '') });
}

function sendText(reply: FastifyReply, { status, text }: { status: number; text: Written }): FastifyReply {
  return reply.code(status).type('application/json').send(text);
}

/** A whole body is sent whole; a stream is passed on as it comes, and ended when the client leaves. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (name !== 'connection') reply.header(name, value);
  reply.code(response.status);
  if (response.body === null) return reply.send();
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  // The two declarations of a web stream, the platform's and Node's, are the same class.
  return reply.send(streams ? Readable.fromWeb(response.body as never) : await response.text());
}

/** The request as the SDK wants it, without its body, which is read already. It aborts when the client leaves. */
function webRequest(request: FastifyRequest, reply: FastifyReply, { publicUrl }: Admission): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Request(`${publicUrl}${mcpPath}`, { method: 'POST', headers, signal: gone.signal });
}

function narrowedBy(request: FastifyRequest) {
  const query = request.query as Readonly<Record<string, unknown>>;
  const asked = header(request, 'x-mcp-toolsets') ?? query['toolsets'];
  const readOnly = query['readonly'];
  return {
    toolsets: typeof asked === 'string' && asked !== '' ? asked : undefined,
    readOnly: readOnly === '1' || readOnly === 'true',
  };
}

export function originOf(
  request: FastifyRequest,
  client: string | undefined,
  conversation: string | undefined,
): Caller['origin'] {
  const userAgent = header(request, 'user-agent')?.toWellFormed().slice(0, 300);
  return {
    door: 'mcp',
    requestId: request.id,
    ip: request.ip,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(client === undefined ? {} : { mcpClient: client }),
    ...(conversation === undefined ? {} : { conversation }),
  };
}
