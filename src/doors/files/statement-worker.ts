/** Reads one file of a bank in a thread of its own: a stranger made it, and the largest takes seconds. */
import { parentPort, workerData } from 'node:worker_threads';
import { readKeyed, type StatementSource } from '../../statement/read-keyed.ts';

// Only the reader of statements starts this thread, and it sends what it says.
parentPort?.postMessage(readKeyed(workerData as StatementSource), []);
