import { createHash } from 'node:crypto';
import { defaultLimits, RenderFault, type RenderJob, type RenderLimits, type Reply } from './render-job.ts';
import { type Renderer, type SandboxOptions, startRenderer } from './sandbox.ts';
import { turnsByOrganization } from './turns.ts';

/** Native memory grows by 0.1 to 0.3 MB a document; a fresh process costs 0.2 s, so 0.4 ms a document. */
const documentsPerProcess = 500;
const rssBytesMax = 700_000_000;
/** A process that does not even get ready; after so many in a row the pool refuses instead of trying for ever. */
const startFailuresMax = 5;

export type PoolOptions = SandboxOptions & { readonly size: number; readonly limits?: Partial<RenderLimits> };
export type Rendered = { readonly bytes: Uint8Array; readonly pages: number; readonly sha256: string };

export type RenderPool = {
  render(job: RenderJob): Promise<Rendered>;
  /** How many processes were started so far, and how many jobs wait: for metrics. */
  readonly counts: () => { readonly started: number; readonly busy: number; readonly waiting: number };
  close(): Promise<void>;
};

type Task = {
  readonly job: RenderJob;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (fault: RenderFault) => void;
  attempts: number;
};
type Seat = { renderer: Renderer; task: Task | undefined; timer: NodeJS.Timeout | undefined; documents: number };

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
  let started = 0;
  let startFailures = 0;
  let closed = false;

  function sit(): void {
    started += 1;
    const renderer = startRenderer(options);
    const seat: Seat = { renderer, task: undefined, timer: undefined, documents: 0 };
    seats.add(seat);
    renderer.onReply((reply) => receive(seat, reply));
    renderer.onExit((how) => leave(seat, how));
  }

  function receive(seat: Seat, reply: Reply): void {
    if (reply.type === 'ready') {
      startFailures = 0;
      return free(seat);
    }
    const task = finish(seat);
    seat.documents += 1;
    if (reply.type === 'done') task?.resolve(rendered(reply.bytes, reply.pages));
    else task?.reject(new RenderFault(reply.kind, reply.message, reply.diagnostics));
    if (seat.documents >= documentsPerProcess || reply.rssBytes > rssBytesMax) seat.renderer.kill();
    else free(seat);
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
    if (seat.documents === 0 && seat.task === undefined) startFailures += 1;
    const task = finish(seat);
    if (task !== undefined) died(task, how);
    if (closed) return;
    if (startFailures < startFailuresMax) sit();
    else
      for (const waiting of turns.clear()) waiting.reject(new RenderFault('busy', `no render process starts: ${how}`));
  }

  /** Our own designs are tried a second time: the process may have died of what was there before. */
  function died(task: Task, how: string): void {
    task.attempts += 1;
    if (task.job.untrusted || task.attempts > 1 || closed) {
      task.reject(new RenderFault(closed ? 'closed' : 'took_too_much_memory', `the render process died (${how})`));
    } else {
      turns.again(task.job, task);
    }
  }

  function free(seat: Seat): void {
    idle.push(seat);
    pump();
  }

  function pump(): void {
    while (idle.length > 0) {
      const task = turns.next();
      if (task === undefined) return;
      const seat = idle.pop();
      if (seat === undefined) return;
      seat.task = task;
      const timeoutMs = task.job.untrusted ? limits.timeoutMs : limits.ownTimeoutMs;
      seat.timer = setTimeout(() => overdue(seat, timeoutMs), timeoutMs);
      const { files, main, fonts, ownFonts, output } = task.job;
      seat.renderer.send({ files, main, fonts, ownFonts, output, limits });
    }
  }

  function overdue(seat: Seat, timeoutMs: number): void {
    const task = finish(seat);
    task?.reject(new RenderFault('took_too_long', `took longer than ${timeoutMs} ms`));
    seat.renderer.kill();
  }

  for (let index = 0; index < options.size; index += 1) sit();
  return {
    render: (job) =>
      new Promise((resolve, reject) => {
        const fault = refusal(job);
        if (fault !== undefined) return reject(fault);
        turns.add(job, { job, resolve, reject, attempts: 0 });
        pump();
      }),
    counts: () => ({ started, busy: seats.size - idle.length, waiting: turns.waiting() }),
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

function rendered(bytes: Uint8Array, pages: number): Rendered {
  return { bytes, pages, sha256: createHash('sha256').update(bytes).digest('hex') };
}
