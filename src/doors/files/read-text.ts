import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** Of CPU where the system can limit that, so that a crowded machine reads what an idle one does. */
const cpuSeconds = 10;
const timeoutMs = 60_000;
const mayLimit = process.platform === 'linux';
const heapMaxMb = 256;
const pagesMax = 300;
const lettersMax = 200_000;

const script = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './text-process.ts' : './text-process.js', import.meta.url),
);
const library = dirname(dirname(fileURLToPath(import.meta.resolve('unpdf'))));

/**
 * The text of a PDF as far as it can be read in time; undefined where there is none. The bytes may be made to do harm:
 * a process without rights reads them, at a low priority, and is killed when it takes too long.
 */
export async function readPdfText(bytes: Readable): Promise<string | undefined> {
  return tidiedText(await textOfPdf(bytes));
}

/** Output of the process; empty where it fails for any reason. */
async function textOfPdf(bytes: Readable): Promise<string> {
  const readable = [script, library, ...manifestsAbove()];
  const node = [
    '--permission',
    ...readable.map((allowed) => `--allow-fs-read=${allowed}`),
    `--max-old-space-size=${heapMaxMb}`,
    '--no-warnings',
    script,
    String(pagesMax),
    String(lettersMax),
  ];
  const [program, args] = mayLimit
    ? ['/bin/sh', ['-c', `ulimit -t ${cpuSeconds}; exec "$0" "$@"`, process.execPath, ...node]]
    : [process.execPath, node];
  const child = spawn(program, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
  // Interactive work comes first on a busy machine.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  // A process that ends early takes no more, which is no fault of ours.
  const sent = pipeline(bytes, child.stdin).catch(() => undefined);
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
export function tidiedText(text: string): string | undefined {
  const clean = text
    .toWellFormed()
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .slice(0, lettersMax);
  return clean === '' ? undefined : clean.toWellFormed();
}
