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
  /** The same for every order of a script. */
  readonly memoryMaxMb: number;
  /** Ends the thread, and rejects with its reason. */
  readonly signal: AbortSignal;
};

type Idle = { readonly thread: Worker; readonly over: NodeJS.Timeout; readonly end: () => void };

/** Threads that have answered and may be asked again: starting one takes longer than most of what is asked. */
const idle = new Map<string, Idle>();
const idleMaxMs = 5_000;

/** The source in development, the built file in a release. */
export function threadScript(name: string, from: string): URL {
  return new URL(`${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}

/**
 * Has a script answer one message in a thread without an environment: off the event loop. A thread that was ended, or
 * that threw, is gone with all that it did; one that answered is asked again, and keeps nothing between.
 *
 * @throws OutOfMemory, the reason of the signal, or what the thread threw.
 */
export async function inThread<Answer>({ script, data, memoryMaxMb, signal }: Order): Promise<Answer> {
  signal.throwIfAborted();
  const thread = takeIdle(script) ?? startThread(script, memoryMaxMb);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(signal.reason);
  const fail = (error: unknown) => reject(isOutOfMemory(error) ? new OutOfMemory(error.message) : error);
  const end = (code: number) => reject(new Error(`the thread ended with ${code} and no answer`));
  signal.addEventListener('abort', stop);
  thread.once('message', resolve).once('error', fail).once('exit', end);
  thread.postMessage(data, []);
  try {
    const answer = await promise;
    thread.off('error', fail).off('exit', end);
    keepIdle(script, thread);
    return answer;
  } catch (error) {
    await thread.terminate();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function startThread(script: URL, memoryMaxMb: number): Worker {
  return new Worker(script, {
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb },
  });
}

function takeIdle(script: URL): Worker | undefined {
  const kept = idle.get(script.href);
  if (kept === undefined) return undefined;
  const { thread, over, end } = kept;
  idle.delete(script.href);
  clearTimeout(over);
  thread.off('error', end).off('exit', end).ref();
  return thread;
}

/** One of each script, and not for long: it holds memory. Nothing waits for it to end. */
function keepIdle(script: URL, thread: Worker): void {
  if (idle.has(script.href)) return void thread.terminate();
  const end = () => void takeIdle(script)?.terminate();
  thread.once('error', end).once('exit', end).unref();
  idle.set(script.href, { thread, end, over: setTimeout(end, idleMaxMs).unref() });
}

function isOutOfMemory(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
