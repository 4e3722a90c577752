import { Worker } from 'node:worker_threads';
import type { KeptEInvoice } from '../../einvoice/kept.ts';
import type { FileType } from '../../modules/files/index.ts';
import type { Glimpse } from './inspect.ts';

const timeoutMs = 5_000;
const memoryMaxMb = 384;
const waitingMax = 20;

const worker = new URL(
  import.meta.url.endsWith('.ts') ? './e-invoice-worker.ts' : './e-invoice-worker.js',
  import.meta.url,
);

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * What the e-invoice in a file says, undefined where there can be none. One file at a time is read, in a thread that is
 * ended when it takes too long or too much: whoever sends a file made to be slow keeps nothing else from going on.
 */
export async function readEInvoice(
  path: string,
  { type, glimpse }: { readonly type: FileType; readonly glimpse: Glimpse },
): Promise<KeptEInvoice | undefined> {
  const mayCarry = type === 'application/xml' || (type === 'application/pdf' && glimpse.hasAttachment);
  if (!mayCarry) return undefined;
  if (waiting >= waitingMax) return tooSlow;
  waiting += 1;
  const turn = last.then(() => inThread(path));
  last = turn.catch(() => undefined);
  try {
    const read = await turn;
    // A PDF may have attachments that are no invoice, and most that do have none.
    return read.fault?.code === 'no_attachment' ? undefined : read;
  } finally {
    waiting -= 1;
  }
}

const tooSlow: KeptEInvoice = {
  fault: { code: 'too_slow', message: 'the file takes too long or too much memory to read', place: null },
};
const failed: KeptEInvoice = { fault: { code: 'failed', message: 'the file could not be read', place: null } };

async function inThread(path: string): Promise<KeptEInvoice> {
  const thread = new Worker(worker, {
    ...{ workerData: { path }, env: {}, stdin: false, stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
  try {
    return await new Promise<KeptEInvoice>((resolve) => {
      thread.once('message', resolve);
      // Whatever it stumbled over, the file itself is kept.
      thread.once('error', (error) => resolve(isOutOfMemory(error) ? tooSlow : failed));
      thread.once('exit', () => resolve(failed));
      setTimeout(() => resolve(tooSlow), timeoutMs).unref();
    });
  } finally {
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
