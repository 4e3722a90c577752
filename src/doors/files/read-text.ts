import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { FileType } from '../../modules/files/index.ts';

const timeoutMs = 10_000;
const heapMaxMb = 256;
const pagesMax = 300;
const lettersMax = 200_000;
const waitingMax = 20;

const script = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './text-process.ts' : './text-process.js', import.meta.url),
);
const library = dirname(dirname(fileURLToPath(import.meta.resolve('unpdf'))));

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * What a PDF or a text says, as far as it can be read in time; undefined where nothing can. One file at a time is read:
 * whoever sends a file made to be slow keeps nothing else from going on.
 */
export async function readText(path: string, type: FileType): Promise<string | undefined> {
  if (type === 'text/plain') return tidied((await readFile(path, 'utf8')).slice(0, lettersMax));
  if (type !== 'application/pdf' || waiting >= waitingMax) return undefined;
  waiting += 1;
  const turn = last.then(() => textOfPdf(path));
  last = turn.catch(() => undefined);
  try {
    return tidied(await turn);
  } finally {
    waiting -= 1;
  }
}

/** What the process says before its end; nothing where it fails, whatever it stumbled over. */
async function textOfPdf(path: string): Promise<string> {
  const readable = [script, library, ...manifestsAbove()];
  const node = [
    ...['--permission', ...readable.map((allowed) => `--allow-fs-read=${allowed}`)],
    ...[`--max-old-space-size=${heapMaxMb}`, '--no-warnings', script, String(pagesMax), String(lettersMax)],
  ];
  const child = spawn(process.execPath, node, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  // A process that ends early takes no more, which is no fault of ours.
  const sent = pipeline(createReadStream(path), child.stdin).catch(() => undefined);
  let said = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]);
    // A letter has at most four bytes.
    if (said.length > lettersMax * 4) child.kill('SIGKILL');
  });
  try {
    await sent;
    return (await ended) === 0 ? said.toString('utf8') : '';
  } finally {
    clearTimeout(late);
  }
}

/** Manifests say how modules above the script and the library are meant. */
function manifestsAbove(): string[] {
  const found: string[] = [];
  for (const from of [script, library]) {
    for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
      found.push(`${folder}/package.json`);
    }
  }
  return [...new Set(found)];
}

/** Without what a database does not take, and undefined where nothing is left. */
function tidied(text: string): string | undefined {
  const clean = text
    .toWellFormed()
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lettersMax);
  return clean === '' ? undefined : clean.toWellFormed();
}
