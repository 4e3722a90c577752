import type { Operation } from '../../operation/operation.ts';
import { getReportLink } from './links/get-report-link.ts';
import { getReportLinkFile } from './links/get-report-link-file.ts';
import { getReportSubscription } from './links/get-report-subscription.ts';
import { openReportLinkPage } from './links/open-report-link.ts';
import { unsubscribeFromReport } from './links/unsubscribe-from-report.ts';
import { listReportRuns } from './runs/list-report-runs.ts';
import { revokeReportRun } from './runs/revoke-report-run.ts';
import { sendScheduledReport } from './runs/send-scheduled-report.ts';
import { createScheduledReport } from './schedules/create-scheduled-report.ts';
import { deleteScheduledReport } from './schedules/delete-scheduled-report.ts';
import { getScheduledReport } from './schedules/get-scheduled-report.ts';
import { listScheduledReports } from './schedules/list-scheduled-reports.ts';
import { pauseScheduledReport } from './schedules/pause-scheduled-report.ts';
import { resumeScheduledReport } from './schedules/resume-scheduled-report.ts';
import { updateScheduledReport } from './schedules/update-scheduled-report.ts';

export const operations: readonly Operation[] = [
  createScheduledReport,
  listScheduledReports,
  getScheduledReport,
  updateScheduledReport,
  pauseScheduledReport,
  resumeScheduledReport,
  deleteScheduledReport,
  sendScheduledReport,
  listReportRuns,
  revokeReportRun,
  getReportLink,
  openReportLinkPage,
  getReportLinkFile,
  getReportSubscription,
  unsubscribeFromReport,
];

export { noteReportMail } from './links/note-report-mail.ts';
export { type ReportMail, reportMailJob, type ReportMailOrder, reportMailToSend } from './links/mail-to-send.ts';
export { finishReportRun } from './runs/finish-report-run.ts';
export { isWaiting, removeFile, reportSweepJob, scheduleToRun } from './runs/run-store.ts';
export { queueRun, reportJob, type RunOrder } from './schedules/enqueue-run.ts';
export { inputFor, periodDue, reportOf } from './schedules/report-asked.ts';
export { dueAt, dueNow } from './schedules/rhythm.ts';
export { type PauseReason, rhythmOf, type ScheduleRow, toOthers } from './schedules/schedule.ts';
