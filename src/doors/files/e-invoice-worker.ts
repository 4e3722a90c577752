/** Reads one e-invoice in a thread of its own, and says what it says: a stranger made the file. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { keptEInvoice } from '../../einvoice/kept.ts';

const { path } = workerData as { readonly path: string };
parentPort?.postMessage(keptEInvoice(readFileSync(path)), []);
