import { Worker } from 'node:worker_threads';

/** A thread that needed more memory than it was given. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

type Order = {
  /** Beside the caller's own file, without its ending. */
  readonly script: URL;
  /** Cloned into the thread. */
  readonly data: unknown;
  readonly memoryMaxMb: number;
  /** Ends the thread, and rejects with its reason. */
  readonly signal: AbortSignal;
};

/** The source in development, the built file in a release. */
export function threadScript(name: string, from: string): URL {
  return new URL(`${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}

/**
 * Runs a script in a thread of its own and answers the first message that it posts. The thread has no environment, and
 * it is gone when this answers: off the event loop, and nothing of it goes on.
 *
 * @throws OutOfMemory, the reason of the signal, or what the thread threw.
 */
export async function inThread<Answer>({ script, data, memoryMaxMb, signal }: Order): Promise<Answer> {
  signal.throwIfAborted();
  const thread = new Worker(script, {
    workerData: data,
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  thread.once('message', resolve);
  thread.once('error', (error) => reject(isOutOfMemory(error) ? new OutOfMemory(error.message) : error));
  thread.once('exit', (code) => reject(new Error(`the thread ended with ${code} and no answer`)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
