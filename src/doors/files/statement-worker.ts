/** Reads files of banks in a thread of its own: strangers made them, and the largest takes seconds. */
import { parentPort } from 'node:worker_threads';
import { readKeyed, type StatementSource } from '../../statement/read-keyed.ts';

// Only the reader of statements asks this thread, and is answered with what a file says.
parentPort?.on('message', (source: StatementSource) => parentPort?.postMessage(readKeyed(source), []));
