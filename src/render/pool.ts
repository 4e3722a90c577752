import { createHash } from 'node:crypto';
import { type Rendered, RenderFault, type RenderJob } from '../operation/renderer.ts';
import { defaultLimits, type RenderLimits, type Reply } from './render-job.ts';
import { type Renderer, type SandboxOptions, startRenderer } from './sandbox.ts';
import { turnsByOrganization } from './turns.ts';

/** Native memory grows by 0.1 to 0.3 MB a document; a fresh process costs 0.2 s, so 0.4 ms a document. */
const documentsPerProcess = 500;
const rssBytesMax = 700_000_000;
/** A process that does not even get ready; after so many in a row the pool refuses instead of trying for ever. */
const startFailuresMax = 6;
/** After so many, a namespace is what does not work here. */
const namespaceFailuresMax = 3;

export type PoolOptions = SandboxOptions & { readonly size: number; readonly limits?: Partial<RenderLimits> };

export type PoolCounts = {
  /** Processes so far. */
  readonly started: number;
  readonly busy: number;
  /** Jobs. */
  readonly waiting: number;
  /** Runs each process in a namespace of its own, where that is possible. */
  readonly namespace: SandboxOptions['namespace'];
};

export type RenderPool = {
  /** Once the signal says that nobody waits, it is not begun; with a stranger's source it is not gone on with. */
  render(job: RenderJob, signal?: AbortSignal): Promise<Rendered>;
  /** For metrics. */
  readonly counts: () => PoolCounts;
  close(): Promise<void>;
};

type Task = {
  readonly job: RenderJob;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (fault: RenderFault) => void;
  attempts: number;
};
/** `ahead` lies in the process already, so that it never waits for us between two documents. */
type Seat = {
  readonly renderer: Renderer;
  task: Task | undefined;
  ahead: Task | undefined;
  timer: NodeJS.Timeout | undefined;
  documents: number;
  isReady: boolean;
};

/**
 * Makes documents in processes of their own, one at a time in each. A job that takes too long is killed with its
 * process. Organisations take turns, and sources that somebody else wrote never hold every process, so that a template
 * gone wild makes nobody else wait.
 */
export function openPool(options: PoolOptions): RenderPool {
  const limits = { ...defaultLimits, ...options.limits };
  const turns = turnsByOrganization<Task>(Math.max(1, options.size - 1));
  const seats = new Set<Seat>();
  const idle: Seat[] = [];
  let { namespace } = options;
  let started = 0;
  let startFailures = 0;
  let closed = false;

  function sit(): void {
    started += 1;
    const renderer = startRenderer({ ...options, namespace });
    const seat: Seat = { renderer, task: undefined, ahead: undefined, timer: undefined, documents: 0, isReady: false };
    seats.add(seat);
    renderer.onReply((reply) => receive(seat, reply));
    renderer.onExit((how) => leave(seat, how));
  }

  function receive(seat: Seat, reply: Reply): void {
    if (reply.type === 'ready') {
      seat.isReady = true;
      startFailures = 0;
      return free(seat);
    }
    const task = finish(seat);
    seat.documents += 1;
    if (reply.type === 'done') task?.resolve(rendered(reply.bytes, reply.pages));
    else task?.reject(new RenderFault(reply.kind, reply.message, reply.diagnostics));
    if (seat.documents >= documentsPerProcess || reply.rssBytes > rssBytesMax) return seat.renderer.kill();
    const { ahead } = seat;
    seat.ahead = undefined;
    if (ahead === undefined) return free(seat);
    begin(seat, ahead);
    pump();
  }

  function finish(seat: Seat): Task | undefined {
    clearTimeout(seat.timer);
    const { task } = seat;
    seat.task = undefined;
    if (task !== undefined) turns.done(task.job);
    return task;
  }

  function leave(seat: Seat, how: string): void {
    seats.delete(seat);
    const at = idle.indexOf(seat);
    if (at >= 0) idle.splice(at, 1);
    if (!seat.isReady) startFailures += 1;
    if (startFailures >= namespaceFailuresMax) namespace = 'never';
    const [task, { ahead }] = [finish(seat), seat];
    if (ahead !== undefined) wait(ahead);
    if (task !== undefined) died(task, how);
    if (closed) return;
    if (startFailures < startFailuresMax) sit();
    else
      for (const waiting of turns.clear()) waiting.reject(new RenderFault('busy', `no render process starts: ${how}`));
  }

  /** Our own designs are tried a second time: an earlier task may have killed the process. */
  function died(task: Task, how: string): void {
    task.attempts += 1;
    if (task.job.untrusted || task.attempts > 1 || closed) {
      task.reject(new RenderFault(closed ? 'closed' : 'took_too_much_memory', `the render process died (${how})`));
    } else {
      wait(task);
    }
  }

  /** Back to the head of the queue, as if it had never been given to a process. */
  function wait(task: Task): void {
    if (closed) task.reject(new RenderFault('closed', 'the service stops'));
    else turns.again(task.job, task);
  }

  function free(seat: Seat): void {
    idle.push(seat);
    pump();
  }

  function pump(): void {
    while (idle.length > 0) {
      const task = nextTask('any');
      if (task === undefined) return;
      const seat = idle.pop();
      if (seat === undefined) return;
      hand(seat, task);
      begin(seat, task);
    }
    // Nothing waits behind a source that may never end, and no such source is given out ahead.
    for (const seat of seats) {
      if (seat.task === undefined || seat.task.job.untrusted || seat.ahead !== undefined) continue;
      const task = nextTask('trusted');
      if (task === undefined) return;
      seat.ahead = task;
      hand(seat, task);
    }
  }

  function nextTask(which: 'any' | 'trusted'): Task | undefined {
    for (;;) {
      const task = turns.next(which);
      if (task?.signal?.aborted !== true) return task;
      turns.done(task.job);
      task.reject(abandoned());
    }
  }

  function hand({ renderer }: Seat, { job }: Task): void {
    const { files, main, fonts, ownFonts, output } = job;
    renderer.send({ files, main, fonts, ownFonts, output, limits });
  }

  function begin(seat: Seat, task: Task): void {
    const hangUp = () => seat.task === task && abandon(seat);
    if (task.job.untrusted) task.signal?.addEventListener('abort', hangUp, { once: true });
    const timeoutMs = task.job.untrusted ? limits.timeoutMs : limits.ownTimeoutMs;
    seat.task = task;
    seat.timer = setTimeout(() => overdue(seat, timeoutMs), timeoutMs);
  }

  function overdue(seat: Seat, timeoutMs: number): void {
    const task = finish(seat);
    task?.reject(new RenderFault('took_too_long', `took longer than ${timeoutMs} ms`));
    seat.renderer.kill();
  }

  function abandon(seat: Seat): void {
    finish(seat)?.reject(abandoned());
    seat.renderer.kill();
  }

  for (let index = 0; index < options.size; index += 1) sit();
  return {
    render: (job, signal) =>
      new Promise((resolve, reject) => {
        const fault = signal?.aborted === true ? abandoned() : refusal(job);
        if (fault !== undefined) return reject(fault);
        turns.add(job, { job, signal, resolve, reject, attempts: 0 });
        pump();
      }),
    counts: () => ({ started, busy: seats.size - idle.length, waiting: turns.waiting(), namespace }),
    async close() {
      closed = true;
      for (const task of turns.clear()) task.reject(new RenderFault('closed', 'the service stops'));
      await Promise.all(Array.from(seats, ({ renderer }) => renderer.end()));
    },
  };

  function refusal(job: RenderJob): RenderFault | undefined {
    if (closed) return new RenderFault('closed', 'the service stops');
    if (startFailures >= startFailuresMax) return new RenderFault('busy', 'no render process starts');
    if (turns.isFull(job)) return new RenderFault('busy', 'too many documents of this organisation wait already');
    const bytes = [...Object.values(job.files), ...job.ownFonts].reduce((sum, { length }) => sum + length, 0);
    if (bytes > limits.inputBytesMax) {
      return new RenderFault('too_large', `${bytes} bytes go in, at most ${limits.inputBytesMax}`);
    }
    return undefined;
  }
}

function abandoned(): RenderFault {
  return new RenderFault('busy', 'nobody waits for it any more');
}

function rendered(bytes: Uint8Array, pages: number): Rendered {
  return { bytes, pages, sha256: createHash('sha256').update(bytes).digest('hex') };
}
