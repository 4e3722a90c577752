import { schedulesJob } from '../../modules/accruals/index.ts';
import { checksJob } from '../../modules/checks/index.ts';
import {
  approvalExpiryJob,
  approvalReviewJob,
  expireApprovals,
  expirePractices,
  practiceExpiryJob,
  reviewApprovals,
} from '../../modules/connector/index.ts';
import { archiveJob, archiveSweepJob, exportJob, exportSweepJob } from '../../modules/exports/index.ts';
import { recurringDocuments, scheduledIssueJob, sendIssuedJob } from '../../modules/documents/index.ts';
import { recurringExpenses } from '../../modules/expenses/index.ts';
import { purgeJob as eventPurgeJob } from '../../modules/events/index.ts';
import { digestJob, noticesJob } from '../../modules/notifications/index.ts';
import { purgeJob, sweepJob, textJob } from '../../modules/files/index.ts';
import { overdueJob, remindersJob } from '../../modules/reminders/index.ts';
import { operationFor } from '../../modules/recurring/index.ts';
import { reportJob, reportMailJob, reportSweepJob } from '../../modules/scheduling/index.ts';
import { mailJob } from '../../modules/sending/index.ts';
import { expiryJob } from '../../modules/stock/index.ts';
import type { Log } from '../../log.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Runtime } from '../../operation/run.ts';
import { archiveGivenUp, archiveRunner, archiveSweeper } from './archive-job.ts';
import { checksRunner } from './checks-job.ts';
import { documentMailer, mailGivenUp } from './document-mail-job.ts';
import { exportGivenUp, exportRunner, exportSweeper } from './export-job.ts';
import { byItself, expiryRunner } from './expiry-job.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { purgeRunner, sweepRunner, textReader } from './file-jobs.ts';
import { digestSender, noticesRunner } from './notices-job.ts';
import { importGivenUp, importRunner } from './import-job.ts';
import { reportGivenUp, reportRunner, reportSweeper } from './report-job.ts';
import { reportMailer, reportMailGivenUp } from './report-mail-job.ts';
import { remindersRunner } from './reminders-job.ts';
import type { GaveUp, JobHandler } from './job-loop.ts';
import { overdueFinder } from './overdue-job.ts';
import { mailSender } from './mail.ts';
import type { Mailer } from '../mailer.ts';
import { recurringGivenUp, recurringRunner } from './recurring-job.ts';
import { issueGivenUp, scheduledIssuer } from './scheduled-issue-job.ts';
import { schedulesRunner } from './schedules-job.ts';
import { issuedSender } from './send-issued-job.ts';
import { eventPurger } from '../webhooks/purge-job.ts';

type Parts = {
  readonly catalogue: readonly Operation[];
  readonly runtime: () => Runtime;
  readonly mailer: Mailer;
  readonly store: ContentStore;
  readonly log: Log;
};

type EveryJob = {
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly gaveUp: Readonly<Record<string, GaveUp>>;
};

/** Handlers of all kinds of job, and the notices of jobs that failed. */
export function everyJob(parts: Parts): EveryJob {
  const { mailer, store } = parts;
  return {
    handlers: {
      send_mail: mailSender(mailer),
      [mailJob]: documentMailer(parts),
      run_import: importRunner(parts),
      [remindersJob]: remindersRunner(parts),
      [exportJob]: exportRunner(parts),
      [exportSweepJob]: exportSweeper(parts),
      [archiveJob]: archiveRunner(parts),
      [archiveSweepJob]: archiveSweeper(parts),
      [checksJob]: checksRunner(parts),
      [overdueJob]: overdueFinder(parts),
      [schedulesJob]: schedulesRunner(parts),
      [noticesJob]: noticesRunner(parts),
      [digestJob]: digestSender(parts),
      [expiryJob]: expiryRunner(parts),
      [approvalExpiryJob]: byItself(expireApprovals, parts.runtime),
      [practiceExpiryJob]: byItself(expirePractices, parts.runtime),
      [approvalReviewJob]: byItself(reviewApprovals, parts.runtime),
      [operationFor('run', recurringExpenses)]: recurringRunner(recurringExpenses, parts),
      [operationFor('run', recurringDocuments)]: recurringRunner(recurringDocuments, parts),
      [reportJob]: reportRunner(parts),
      [reportMailJob]: reportMailer(parts),
      [reportSweepJob]: reportSweeper(parts),
      [scheduledIssueJob]: scheduledIssuer(parts),
      [sendIssuedJob]: issuedSender(parts),
      [purgeJob]: purgeRunner(parts),
      [sweepJob]: sweepRunner({ ...parts, store }),
      [textJob]: textReader(parts),
      [eventPurgeJob]: eventPurger(parts),
    },
    gaveUp: {
      [scheduledIssueJob]: issueGivenUp(parts),
      [mailJob]: mailGivenUp(parts),
      [reportJob]: reportGivenUp(parts),
      [reportMailJob]: reportMailGivenUp(parts),
      run_import: importGivenUp(parts),
      [exportJob]: exportGivenUp(parts),
      [archiveJob]: archiveGivenUp(parts),
      [operationFor('run', recurringExpenses)]: recurringGivenUp(recurringExpenses, parts),
      [operationFor('run', recurringDocuments)]: recurringGivenUp(recurringDocuments, parts),
    },
  };
}
