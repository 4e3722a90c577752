/** Reads e-invoices in a thread of its own, and says what they say: strangers made the files. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { keptEInvoice } from '../../einvoice/kept.ts';

parentPort?.on('message', ({ path }: { readonly path: string }) =>
  parentPort?.postMessage(keptEInvoice(readFileSync(path)), []),
);
