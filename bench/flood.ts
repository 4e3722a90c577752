/**
 * A flood: one request over and over, over bare sockets, in a process of its own, so that whoever measures beside it is
 * not late for its sake. Reads what to send from its first argument and prints what became of it.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type FloodWork = {
  readonly port: number;
  /** The request as it goes over the wire. */
  readonly text: string;
  readonly forMs: number;
  /** So many callers, each of whom waits for its answer; or so many requests a second, whether answered or not. */
  readonly load: { readonly callers: number } | { readonly perSecond: number };
};

export type Outcome = {
  readonly answered: number;
  readonly refused: number;
  /** Refused without being told when to come again. */
  readonly withoutWait: number;
  readonly failed: number;
  /** For want of a connection that waits for no answer. */
  readonly unsent: number;
};

/**
 * Twice as many as the service lets wait. They are open before it begins, as those of a proxy are: the service accepts
 * one at each turn of its loop, so that who opens all of them at once measures that, and sends nothing meanwhile.
 */
const connectionsMax = 1_000;
const openedAtOnce = 50;
const openingPauseMs = 50;
/** Timeout for answers once all requests are sent. */
const patienceMs = 20_000;
const statusAt = 9;
const headMaxBytes = 1_024;

type Answered = { readonly status: number; readonly hasWait: boolean };
type Line = { send(): Promise<Answered>; isOpen(): boolean; close(): void };

export async function flood({ port, text, forMs, load }: FloodWork): Promise<Outcome> {
  const counts = { answered: 0, refused: 0, withoutWait: 0, failed: 0, unsent: 0 };
  const request = Buffer.from(text);
  const count = ({ status, hasWait }: Answered) => {
    if (status >= 200 && status < 300) counts.answered += 1;
    else if (status === 503) counts.refused += 1;
    else counts.failed += 1;
    if (status === 503 && !hasWait) counts.withoutWait += 1;
  };
  const lines: Line[] = [];
  while (lines.length < ('callers' in load ? load.callers : connectionsMax)) {
    lines.push(openLine(port, request));
    if (lines.length % openedAtOnce === 0) await sleep(openingPauseMs);
  }
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= forMs;
  if ('callers' in load) {
    const caller = async (line: Line) => {
      while (!isOver()) count(await line.send());
    };
    await Promise.all(lines.map(caller));
  } else {
    const idle = [...lines];
    const underWay = new Set<Line>();
    // The longest idle one, so that none is idle for so long that the service closes it.
    const next = () => {
      const line = idle.shift() ?? (lines.length < connectionsMax ? openLine(port, request) : undefined);
      return line?.isOpen() === false ? openLine(port, request) : line;
    };
    const send = async (line: Line) => {
      underWay.add(line);
      count(await line.send());
      underWay.delete(line);
      idle.push(line);
    };
    for (let due = 0; !isOver(); await sleep(1)) {
      for (const want = ((performance.now() - begun) / 1_000) * load.perSecond; due < want; due += 1) {
        const line = next();
        if (line === undefined) counts.unsent += 1;
        else void send(line);
      }
    }
    for (const until = performance.now() + patienceMs; underWay.size > 0 && performance.now() < until;) await sleep(5);
    lines.push(...idle);
  }
  for (const line of lines) line.close();
  return counts;
}

/** One request at a time. Only what must be read is read: reading all would take the core that the service needs. */
function openLine(port: number, request: Buffer): Line {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let [status, missing, hasWait] = [0, 0, false];
  let settle: ((answered: Answered) => void) | undefined;
  const told = (answered: Answered) => {
    const tell = settle;
    settle = undefined;
    tell?.(answered);
  };
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const head = chunk.toString('latin1', 0, headMaxBytes).toLowerCase();
      const end = head.indexOf('\r\n\r\n') + 4;
      const length = head.indexOf('content-length: ');
      if (end < 4) throw new Error('an answer began with a part of its head');
      status = Number(head.slice(statusAt, statusAt + 3));
      hasWait = status === 503 && head.includes('\r\nretry-after: ');
      missing = end + (length === -1 ? 0 : Number.parseInt(head.slice(length + 16, length + 26), 10));
    }
    missing -= chunk.length;
    if (missing > 0) return;
    missing = 0;
    told({ status, hasWait });
  });
  socket.on('error', () => undefined);
  socket.on('close', () => told({ status: 0, hasWait: false }));
  return {
    send: () =>
      new Promise((resolve) => {
        settle = resolve;
        if (socket.destroyed) told({ status: 0, hasWait: false });
        else socket.write(request);
      }),
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

const [work] = process.argv.slice(2);
// Written by whoever started it, as FloodWork.
if (work !== undefined && import.meta.main) console.log(JSON.stringify(await flood(JSON.parse(work) as FloodWork)));
