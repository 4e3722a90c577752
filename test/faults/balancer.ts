import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './counter.ts';

const lookEveryMs = 100;
const tryForMs = 20_000;

/** Says from where a call is, to a proxy that cannot see it: all of a test comes from one machine. */
export const fromHeader = 'x-test-from';

/**
 * A proxy as `deploy/Caddyfile` sets it up: calls go in turn to the nodes that report ready, and a call that had not
 * reached one is sent to the next. It names the caller and leaves out what the caller wrote there.
 */
export async function openBalancer(nodes: () => readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const ending = new AbortController();
  const looking = (async () => {
    while (!ending.signal.aborted) {
      for (const url of nodes()) {
        const { status } = await ask(url, 'GET /readyz', undefined, { timeoutMs: 3_000 });
        if (status === 200) ready.add(url);
        else ready.delete(url);
      }
      await sleep(lookEveryMs);
    }
  })();
  let turn = 0;
  const pick = () => {
    const up = nodes().filter((url) => ready.has(url));
    turn += 1;
    return up[turn % Math.max(1, up.length)];
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const deadline = performance.now() + tryForMs;
    for (let url = pick(); performance.now() < deadline; url = pick()) {
      if (url === undefined) {
        await sleep(lookEveryMs);
        continue;
      }
      const outcome = await handOn(url, { incoming, outgoing, body: Buffer.concat(chunks) });
      if (outcome !== 'not_reached') return;
      ready.delete(url);
    }
    outgoing.writeHead(502).end();
  };
  const handOn = (url: string, call: Call): Promise<Outcome> => {
    const { incoming, outgoing, body } = call;
    const { [fromHeader]: from, 'x-forwarded-for': _, 'transfer-encoding': __, ...headers } = incoming.headers;
    const address = typeof from === 'string' ? from : incoming.socket.remoteAddress;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const sent = request(`${url}${incoming.url}`, {
      agent,
      method: incoming.method,
      headers: { ...headers, 'x-forwarded-for': address, 'content-length': body.length },
    });
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
      resolve('answered');
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('not_reached');
      // Nobody knows what became of it, so that it is the caller who must ask again.
      outgoing.destroy();
      resolve('lost');
    });
    sent.end(body);
    return promise;
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      ending.abort();
      await looking;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

type Outcome = 'answered' | 'lost' | 'not_reached';
type Call = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly body: Buffer };
