import type { RenderJob } from '../operation/renderer.ts';

const waitingPerOrganizationMax = 2_000;

type Asked = Pick<RenderJob, 'organization' | 'untrusted'>;
type Turns<Task> = {
  add(job: Asked, task: Task): void;
  /** Back to the head of its organisation's queue. */
  again(job: Asked, task: Task): void;
  next(which?: 'any' | 'trusted'): Task | undefined;
  done(job: Asked): void;
  isFull(job: Asked): boolean;
  waiting(): number;
  clear(): Task[];
};

/**
 * Order of rendering. Organisations take turns whatever the length of their queues, and of the jobs that may do their
 * worst only `untrustedMax` run at once, and one for each organisation.
 */
export function turnsByOrganization<Task>(untrustedMax: number): Turns<Task> {
  // A Map keeps the order of insertion: whoever had a turn is put at the end again.
  const queues = new Map<string, { readonly job: Asked; readonly task: Task }[]>();
  const untrusted = new Set<string>();
  let count = 0;

  function mayRun({ organization, untrusted: suspect }: Asked): boolean {
    return !suspect || (untrusted.size < untrustedMax && !untrusted.has(organization));
  }

  function queueOf(organization: string): { readonly job: Asked; readonly task: Task }[] {
    const queue = queues.get(organization) ?? [];
    queues.set(organization, queue);
    return queue;
  }

  return {
    add(job, task) {
      queueOf(job.organization).push({ job, task });
      count += 1;
    },
    again(job, task) {
      queueOf(job.organization).unshift({ job, task });
      count += 1;
    },
    next(which = 'any') {
      for (const [organization, queue] of queues) {
        const at = queue.findIndex(({ job }) => mayRun(job) && (which === 'any' || !job.untrusted));
        if (at < 0) continue;
        const [taken] = queue.splice(at, 1);
        queues.delete(organization);
        if (queue.length > 0) queues.set(organization, queue);
        if (taken === undefined) continue;
        count -= 1;
        if (taken.job.untrusted) untrusted.add(organization);
        return taken.task;
      }
      return undefined;
    },
    done({ organization, untrusted: suspect }) {
      if (suspect) untrusted.delete(organization);
    },
    isFull: ({ organization }) => (queues.get(organization)?.length ?? 0) >= waitingPerOrganizationMax,
    waiting: () => count,
    clear() {
      const left = [...queues.values()].flat().map(({ task }) => task);
      queues.clear();
      count = 0;
      return left;
    },
  };
}
