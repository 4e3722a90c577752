import { event } from '../../../operation/events.ts';
import { pauseSentence } from '../pause-sentence.ts';
import { ScheduledReport } from './schedule.ts';

const Facts = ScheduledReport.pick({
  id: true,
  name: true,
  report: true,
  status: true,
  paused_reason: true,
  next_date: true,
  created_by: true,
  version: true,
});

export const scheduleCreated = event('scheduled_report.created', Facts);
export const scheduleUpdated = event('scheduled_report.updated', Facts);
export const schedulePaused = event('scheduled_report.paused', Facts);
export const scheduleResumed = event('scheduled_report.resumed', Facts);
export const scheduleDeleted = event('scheduled_report.deleted', Facts);
/** By the service itself. */
export const scheduleStopped = event('scheduled_report.stopped', Facts, {
  title: 'A scheduled report was paused',
  called: 'name',
  names: 'created_by',
  delivery: 'mail',
  mailed: ({ data }, { language, publicUrl }) => [
    pauseSentence(language, Facts.shape.paused_reason.parse(Reflect.get(Object(data), 'paused_reason'))),
    `${publicUrl}/scheduled-reports`,
  ],
});
