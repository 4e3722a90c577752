/** Bringing in files: how much each record takes, where the file is what a business moves in with. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure, Stage } from './stage.ts';

type Imported = { readonly state: string; readonly created: number; readonly failed: number };

/** Imports clients, products and sales by the API, and waits for each as its user would. */
export async function benchImports(stage: Stage): Promise<Figure[]> {
  return [
    await imported(stage, { kind: 'clients', records: 10_000, csv: clientsFile(10_000), secondsMost: 8, cpuMost: 0.5 }),
    await imported(stage, { kind: 'products', records: 3_500, csv: productsFile(3_500), secondsMost: 5, cpuMost: 1 }),
    await imported(stage, { kind: 'sales', records: 2_000, csv: salesFile(2_000), secondsMost: 8, cpuMost: 2 }),
  ];
}

type File = {
  readonly kind: string;
  readonly records: number;
  readonly csv: string;
  readonly secondsMost: number;
  /** Milliseconds of a record, in service and database together. */
  readonly cpuMost: number;
};

async function imported(stage: Stage, { kind, records, csv, secondsMost, cpuMost }: File): Promise<Figure> {
  const before = { cpu: stage.cpuSeconds(), database: stage.databaseCpuSeconds(), at: performance.now() };
  const body = { kind, content: csv };
  const { id } = await answered<{ id: string }>(stage, 'POST', '/imports', body);
  let done: Imported;
  do {
    await sleep(100);
    done = await answered<Imported>(stage, 'GET', `/imports/${id}`);
  } while (!['completed', 'failed'].includes(done.state));
  if (done.created !== records) throw new Error(`of ${records} ${kind} came in: ${JSON.stringify(done)}`);
  const seconds = (performance.now() - before.at) / 1_000;
  const cpu = ((stage.cpuSeconds() - before.cpu) * 1_000) / records;
  const database = ((stage.databaseCpuSeconds() - before.database) * 1_000) / records;
  return {
    what: `import ${records} ${kind}`,
    value: `${cpu.toFixed(2)} ms`,
    reach: `≤ ${cpuMost} ms`,
    reached: cpu <= cpuMost && seconds <= secondsMost ? 'yes' : 'no',
    note: `CPU of a record, of which ${database.toFixed(2)} ms database; ${seconds.toFixed(1)} s of ${secondsMost} s`,
  };
}

async function answered<Answer>({ port, token }: Stage, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

const table = (head: string, count: number, row: (index: number) => string): string =>
  [head, ...Array.from({ length: count }, (_, index) => row(index))].join('\n');

const clientsFile = (count: number): string =>
  table('customer_id,company_name,contact_name,address,city,postal_code,country,phone,email', count, (n) => {
    const place = `Street ${n},Rotterdam,${1_000 + (n % 9_000)} AB,NL`;
    return `C-${n},Company ${n} BV,Person ${n},${place},+31 10 ${1_000_000 + n},office${n}@company${n}.example`;
  });

const productsFile = (count: number): string =>
  table('sku,name,price,cost,quantity', count, (n) => `SKU-${n},Product ${n},${n % 90}.95,${n % 50}.10,${n % 20}`);

const salesFile = (count: number): string =>
  table('order_id,date,customer,description,quantity,unit_price,tax_rate', count, (n) => {
    return `S-${n},2026-0${1 + (n % 9)}-1${n % 10},Company ${n} BV,Work ${n},${1 + (n % 5)},${n % 300}.50,none`;
  });
