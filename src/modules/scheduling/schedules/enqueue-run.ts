import { enqueue } from '../../../operation/jobs.ts';
import type { Context } from '../../../operation/operation.ts';
import { dueAt } from './rhythm.ts';
import type { ScheduleRow } from './schedule.ts';

export const reportJob = 'run_scheduled_report';

/** A run that is due on a day, or that somebody asked for. */
export type RunOrder = { readonly schedule_id: string } & ({ readonly date: string } | { readonly run_id: string });

type Queueing = Parameters<typeof enqueue>[0];

/** Queues the next run, for its hour where the organisation is. */
export function enqueueNext(context: Context, { id, next_date: date, hour }: ScheduleRow): void {
  queueRun(context, { schedule_id: id, date }, dueAt(date, hour, zoneOf(context)));
}

export function queueRun(queueing: Queueing, order: RunOrder, runAt?: string): void {
  enqueue(queueing, { kind: reportJob, payload: order, ...(runAt === undefined ? {} : { runAt }) });
}

export function zoneOf({ actor }: Pick<Context, 'actor'>): string {
  return actor.organization?.timezone ?? 'UTC';
}
