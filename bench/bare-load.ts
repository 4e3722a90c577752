/**
 * A bare driver loop: the statements of recorded transactions, sent by `pg` at the given concurrency in the flights in
 * which the service sends them. A process of its own, so that its CPU can be told apart. Reads its work from a file.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { typeParsers } from '../src/db/types.ts';

export type Statement = { readonly text: string; readonly name?: string; readonly values: readonly unknown[] };
/** Flights of one transaction, the opening statements and the commit among them. */
export type Recorded = readonly (readonly Statement[])[];
export type BareWork = {
  readonly url: string;
  readonly callers: number;
  readonly rounds: number;
  readonly transactions: readonly Recorded[];
};

async function work({ url, callers, rounds, transactions }: BareWork): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: callers, pipeline: true, types: typeParsers });
  const clients = await Promise.all(Array.from({ length: callers }, () => pool.connect()));
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (next < rounds) {
        const transaction = transactions[next++ % transactions.length] ?? [];
        for (const flight of transaction) {
          // In one write, as the service sends it.
          client.connection.stream.cork();
          const answers = flight.map((statement) => client.query({ ...statement, values: [...statement.values] }));
          client.connection.stream.uncork();
          await Promise.all(answers);
        }
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  for (const client of clients) client.release();
  await pool.end();
  return seconds;
}

const [file] = process.argv.slice(2);
if (file !== undefined && import.meta.main) {
  // Buffers travel through JSON as { type: 'Buffer', data }.
  const parsed = JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) =>
    isBuffer(value) ? Buffer.from(value.data) : value,
  ) as BareWork;
  const seconds = await work(parsed);
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1_000_000 }));
}

function isBuffer(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}
