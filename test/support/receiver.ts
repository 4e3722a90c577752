import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Wire } from './world.ts';

/** A request as it came. */
export type Received = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Largest number of requests open at once. */
  readonly openMax: () => number;
  /** Handler of requests from now on. */
  answer: (request: Received, response: ServerResponse) => void;
  close(): Promise<void>;
};

/** A server that is told of events, and says 204 unless told otherwise. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let open = 0;
  let openMax = 0;
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    openMax = Math.max(openMax, open);
    response.on('close', () => (open -= 1));
    const got = await requestOf(request);
    received.push(got);
    receiver.answer(got, response);
  };
  // A client may disconnect before the end of its request.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    openMax: () => openMax,
    answer: (_, response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

async function requestOf(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  // Of these headers each comes once.
  const headers = request.headers as Record<string, string>;
  return { body: Buffer.concat(chunks).toString(), headers, at: performance.now() };
}

/** Body of a delivery whose signature the reference implementation verifies; throws for any other. */
export function verified(secret: string, { body, headers }: Received): Wire {
  return new Webhook(secret).verify(body, { ...headers });
}
