import { z } from 'zod';

/** A record that a job works on, by what imports, exports and jobs all say of themselves. */
export const WorkRecord = z.object({
  id: z.string(),
  state: z.string().optional(),
  status: z.string().optional(),
  is_trial: z.boolean().optional(),
  total: z.number().nullish(),
  done: z.number().optional(),
  created: z.number().optional(),
  skipped: z.number().optional(),
  failed: z.number().optional(),
  problems: z.number().optional(),
  progress: z.number().optional(),
  problem: z.string().nullish(),
  error: z.string().nullish(),
  created_at: z.string(),
  run_at: z.string().optional(),
  updated_at: z.string().optional(),
  started_at: z.string().nullish(),
  finished_at: z.string().nullish(),
  expires_at: z.string().nullish(),
});
export type WorkRecord = z.output<typeof WorkRecord>;

export type WorkState = 'working' | 'cancelled' | 'failed' | 'completed';

export function stateOf({ state, status }: WorkRecord): WorkState {
  const said = state ?? status ?? '';
  if (said === 'queued' || said === 'running') return 'working';
  return said === 'cancelled' || said === 'failed' ? said : 'completed';
}

const number = new Intl.NumberFormat('en');

/** How far it is, or how it ended, in a sentence for people and models. */
export function progressIn(work: WorkRecord): string {
  return sentences[stateOf(work)](work);
}

const sentences: Readonly<Record<WorkState, (work: WorkRecord) => string>> = {
  working: (work) => (isWaiting(work) ? 'Waiting for its turn.' : `${farIn(work)}${failedIn(work)}.`),
  cancelled: ({ done = 0, total }) =>
    total ? `Cancelled after ${number.format(done)} of ${number.format(total)}.` : 'Cancelled.',
  failed: ({ problem, error }) => problem ?? error ?? 'It failed.',
  completed: (work) => `${work.is_trial === true ? 'Tried, and nothing was written' : 'Finished'}${endIn(work)}.`,
};

/** Work that has had a turn waits for the next one with what it has done. */
function isWaiting({ state, status, done = 0 }: WorkRecord): boolean {
  return (state ?? status) === 'queued' && done === 0;
}

function farIn({ done, total, progress }: WorkRecord): string {
  if (total && done !== undefined) {
    const percent = Math.floor((done / total) * 100);
    return `${number.format(done)} of ${number.format(total)} done (${percent} %)`;
  }
  return progress ? `${progress} % done` : 'At work';
}

function failedIn({ failed }: WorkRecord): string {
  return failed ? `, ${number.format(failed)} failed` : '';
}

function endIn({ is_trial: isTrial, created, skipped, failed, problems, done }: WorkRecord): string {
  const made = isTrial === true ? 'to create' : 'created';
  const counts = Object.entries({ [made]: created, skipped, failed, 'not rendered': problems })
    .filter(([, count]) => count)
    .map(([what, count = 0]) => `${number.format(count)} ${what}`);
  if (counts.length > 0) return `: ${counts.join(', ')}`;
  return done === undefined ? '' : `: ${number.format(done)} done`;
}

/** When it was last set to work: a job that is tried again is much older. */
export function beganAt({ run_at: due, created_at: made }: WorkRecord): string {
  return due ?? made;
}

/** The last time it changed, as far as it says. */
export function changedAt({
  updated_at: updated,
  finished_at: finished,
  started_at: started,
  created_at: made,
}: WorkRecord) {
  return updated ?? finished ?? started ?? made;
}
