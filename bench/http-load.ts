import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire, without the host. */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers?: object;
  readonly body?: object;
};

export type LoadResult = {
  readonly seconds: number;
  readonly requests: number;
  readonly failures: number;
  /** Of each answer, in milliseconds, the quickest first. */
  readonly times: readonly number[];
  /** Of the last answer's body. */
  readonly bytes: number;
};

type Load = {
  readonly port: number;
  readonly token: string;
  readonly callers: number;
  readonly requests: number;
  /** Ends earlier when so many seconds are over. */
  readonly secondsMax?: number;
  /** Makes the n-th request; each is sent once. */
  readonly make: (index: number) => Request;
};

/**
 * Sends requests over keep-alive connections, one at a time on each. Bare sockets: a client library would spend more
 * CPU than the service, on the cores that are being measured.
 */
export async function httpLoad({
  port,
  token,
  callers,
  requests,
  secondsMax = Infinity,
  make,
}: Load): Promise<LoadResult> {
  let next = 0;
  let [failures, bytes] = [0, 0];
  const times: number[] = [];
  const begun = performance.now();
  const caller = async () => {
    const connection = await openConnection(port);
    while (next < requests && performance.now() - begun < secondsMax * 1_000) {
      const text = textOf(make(next++), token);
      const sent = performance.now();
      const status = await connection.send(text);
      times.push(performance.now() - sent);
      bytes = connection.bytes();
      if (status >= 300) failures += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - begun) / 1_000;
  return { seconds, requests: times.length, failures, times: times.toSorted((a, b) => a - b), bytes };
}

export function textOf({ method, path, headers = {}, body }: Request, token: string): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${json}`;
}

export type Connection = {
  send(text: string): Promise<number>;
  /** Status line and headers of the last answer. */
  head(): string;
  /** Of the last answer's body. */
  bytes(): number;
  isOpen(): boolean;
  close(): void;
};

export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('connect', () => resolve(connectionOver(socket)));
  });
}

/** Answers come with a content-length, so that is where one ends. */
function connectionOver(socket: Socket): Connection {
  let [received, last, bytes] = [Buffer.alloc(0), '', 0];
  let settle: ((status: number) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const head = received.toString('latin1', 0, headEnd);
    last = head;
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    bytes = length;
    const status = Number(head.slice(9, 12));
    if (status >= 300) lastFailure = received.toString('utf8', headEnd + 4);
    received = received.subarray(headEnd + 4 + length);
    settle?.(status);
  });
  socket.on('close', () => fail?.(new Error('the service closed the connection')));
  return {
    send: (text) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection was closed'));
        settle = resolve;
        fail = reject;
        socket.write(text);
      }),
    head: () => last,
    bytes: () => bytes,
    isOpen: () => !socket.destroyed && socket.writable,
    close: () => void socket.destroy(),
  };
}

/** The body of the last answer that was not a success, to show when a benchmark goes wrong. */
export let lastFailure = '';
