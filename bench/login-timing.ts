import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { hashPassword, passwordMatches } from '../src/modules/identity/index.ts';
import { type Connection, openConnection, textOf } from './http-load.ts';
import { median } from './pages.ts';
import { ownerEmail, type Figure, type Stage } from './stage.ts';

/** Timings of each of two calls; set by `DAYBOOK_BENCH_ROUNDS`. */
const rounds = Number(process.env['DAYBOOK_BENCH_ROUNDS'] ?? 1_000);
const warmUps = 20;
const reach = { from: 0.45, to: 0.55 };
/** Smallest result for the leaking comparison; below it the measure would find nothing. */
const leakMin = 0.9;

const strangerEmail = 'nobody@example.com';
const wrongPassword = 'not the password';

/**
 * Timing leak of the existence of an account: calls about one that exists and about one that does not, over real HTTP,
 * in turns. The figure is the chance that a call about the account takes longer (Mann–Whitney): 0.5 tells nothing, 1 or
 * 0 all. The same is asked of a server that leaks on purpose.
 */
export async function benchLoginTiming({ port }: Stage): Promise<Figure[]> {
  const login = await chance(port, '/api/auth/login', (email) => ({ email, password: wrongPassword }));
  const reset = await chance(port, '/api/auth/password/forgot', (email) => ({ email }));
  const leaky = await openLeakyServer();
  const control = await chance(leaky.port, '/', (email) => ({ email, password: wrongPassword }));
  leaky.close();
  const within = `${reach.from} to ${reach.to}`;
  const tellsNothing = ({ longer }: Chance) => longer >= reach.from && longer <= reach.to;
  return [
    figure('login: wrong password, or no such account', login, { within, isReached: tellsNothing(login) }),
    figure('password reset: an account, or none', reset, { within, isReached: tellsNothing(reset) }),
    figure('the same of a server that hashes for accounts only', control, {
      within: `≥ ${leakMin}`,
      isReached: control.longer >= leakMin,
    }),
  ];
}

type Chance = { readonly longer: number; readonly known: readonly number[]; readonly unknown: readonly number[] };

async function chance(port: number, path: string, bodyOf: (email: string) => object): Promise<Chance> {
  const connection = await openConnection(port);
  const known: number[] = [];
  const unknown: number[] = [];
  const ask = async (email: string, times: number[]) => {
    times.push(await millisecondsOf(connection, textOf({ method: 'POST', path, body: bodyOf(email) }, '')));
  };
  for (let round = -warmUps; round < rounds; round += 1) {
    const [ofKnown, ofUnknown] = round < 0 ? [[], []] : [known, unknown];
    // A random order spreads the work left behind by a call evenly.
    const isKnownFirst = Math.random() < 0.5;
    if (isKnownFirst) await ask(ownerEmail, ofKnown);
    await ask(strangerEmail, ofUnknown);
    if (!isKnownFirst) await ask(ownerEmail, ofKnown);
  }
  connection.close();
  return { longer: longerShare(known, unknown), known, unknown };
}

async function millisecondsOf(connection: Connection, text: string): Promise<number> {
  const begun = performance.now();
  const status = await connection.send(text);
  const took = performance.now() - begun;
  if (status !== 200 && status !== 401) throw new Error(`an answer that is not timed here: ${status}`);
  return took;
}

/** Of all pairs, those in which the first is longer; ties count half. */
function longerShare(first: readonly number[], second: readonly number[]): number {
  let longer = 0;
  for (const one of first) for (const other of second) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (first.length * second.length);
}

/** The mistake that the service must not make: a hash is computed only where there is one to compare with. */
async function openLeakyServer(): Promise<{ port: number; close: () => void }> {
  const stored = await hashPassword('a passphrase for benches');
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port says where.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => void server.close() };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Sent by the function above.
    const { email, password } = (await readJson(request)) as { email: string; password: string };
    const matches = email === ownerEmail && (await passwordMatches(password, stored));
    const text = JSON.stringify({ matches });
    response.writeHead(matches ? 200 : 401, { 'content-length': Buffer.byteLength(text) }).end(text);
  }
}

type Reach = { readonly within: string; readonly isReached: boolean };

function figure(what: string, { longer, known, unknown }: Chance, { within, isReached }: Reach): Figure {
  const medians = `medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms`;
  const note = `AUC of ${known.length} against ${unknown.length}; ${medians}`;
  return { what, value: longer.toFixed(3), reach: within, reached: isReached ? 'yes' : 'no', note };
}
