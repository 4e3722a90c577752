import { writeFileSync } from 'node:fs';
import { type RemoteSettings } from '../config.ts';
import { meantOf } from '../core/nearest.ts';
import { helpOn, operationsText, usage } from './remote/help.ts';
import { type CallOptions, readLine, UnknownField } from './remote/input.ts';
import { findOperation, learnOperations, type RemoteOperation } from './remote/operations.ts';
import { remoteOf } from './remote/remote.ts';
import { type Remote, send, signedOut, usageError } from './remote/send.ts';
import { shown } from './remote/shown.ts';

const pagesMax = 10_000;

/** Calls an operation of a service and prints its answer. */
export async function call(settings: RemoteSettings, args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  const remote = remoteOf(settings);
  if (name === '--help' || name === '-h') return console.log(usage);
  if (name === undefined) return console.log(`${usage}\n\n${operationsText(await learnOperations(remote))}`);
  const found = await findOperation(remote, name);
  const operation = found.operation ?? (await freshly(remote, name, found.all));
  const line = await readLine(operation, rest).catch(async (error: unknown) => {
    if (!(error instanceof UnknownField)) throw error;
    // The service may have been updated since it was asked what it takes.
    return readLine(await freshly(remote, name, found.all), rest).catch((again: unknown) => {
      throw again instanceof UnknownField ? usageError(again.message) : again;
    });
  });
  const { input, options } = line;
  if (options.isHelp) return console.log(helpOn(operation));
  if (remote.token === undefined) throw signedOut();
  if (options.isAll) return printAll(remote, operation, line);
  const answer = await send(remote, operation.route, input, optionsOf(options));
  await print(answer, options);
}

async function freshly(remote: Remote, name: string, known: readonly RemoteOperation[]): Promise<RemoteOperation> {
  const { operation, all } = await findOperation(remote, name, { isFresh: true });
  if (operation !== undefined) return operation;
  const names = (all.length > 0 ? all : known).map((one) => one.name);
  const meant = meantOf(name.replaceAll('-', '_'), names);
  const alike = names.filter((one) => one.includes(name.replaceAll('-', '_'))).slice(0, 5);
  const hint =
    meant !== undefined ? ` Did you mean ${meant}?` : alike.length > 0 ? ` There are ${alike.join(', ')}.` : '';
  throw usageError(`There is no operation "${name}".${hint} \`daybook call\` lists them all.`);
}

function optionsOf({ dryRun, idempotencyKey }: CallOptions) {
  return { dryRun, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}

async function print(answer: Response, { isJson, out }: CallOptions): Promise<void> {
  const isAnswer = (answer.headers.get('content-type') ?? '').startsWith('application/json');
  if (out !== undefined) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    writeFileSync(out, bytes);
    return console.error(`${bytes.length} bytes in ${out}`);
  }
  if (!isAnswer) {
    process.stdout.write(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  const body: unknown = await answer.json();
  console.log(isJson ? JSON.stringify(body) : shown(body));
}

type Line = { readonly input: Record<string, unknown>; readonly options: CallOptions };

/** Every page of a list, one after the other: as JSON one record a line, which needs no memory for the whole. */
async function printAll(remote: Remote, { route, name }: RemoteOperation, { input, options }: Line): Promise<void> {
  if (!route.startsWith('GET ')) throw usageError(`${name} is no list, so --all has nothing to go through.`);
  let cursor: unknown;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await send(remote, route, cursor === undefined ? input : { ...input, cursor });
    const { data, next_cursor: next } = (await answer.json()) as { data?: unknown; next_cursor?: unknown };
    if (!Array.isArray(data)) throw usageError(`${name} is no list, so --all has nothing to go through.`);
    if (options.isJson) for (const record of data) console.log(JSON.stringify(record));
    else if (data.length > 0) console.log(shown({ data }));
    if (typeof next !== 'string') return;
    cursor = next;
  }
}
