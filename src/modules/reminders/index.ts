import type { Operation } from '../../operation/operation.ts';
import { chaseOverdue } from './chase-overdue.ts';
import { getClientReminders } from './get-client-reminders.ts';
import { getDocumentReminders } from './get-document-reminders.ts';
import { getReminderPolicy } from './get-reminder-policy.ts';
import { listDueReminders } from './list-due-reminders.ts';
import { listLateFees } from './list-late-fees.ts';
import { listReminders } from './list-reminders.ts';
import { remindDocument } from './remind-document.ts';
import { setClientReminders } from './set-client-reminders.ts';
import { setDocumentReminders } from './set-document-reminders.ts';
import { updateReminderPolicy } from './update-reminder-policy.ts';

export { chargeLateFees, feesOf } from './charge-late-fees.ts';
export { dueStep } from './due-step.ts';
export { isOpen, nextRun } from './next-run.ts';
export { newlyOverdue, nextMorning, noteOverdueInvoice, overdueJob, seedOverdue } from './note-overdue-invoice.ts';
export { owedAround, type OwedInvoice } from './owed.ts';
export { noteFeeProblem, readPolicy } from './policy.ts';
export { isOn } from './policy-record.ts';
export { remindersJob } from './reminders-job.ts';
export { sendDueReminder } from './send-due-reminder.ts';
export const operations: readonly Operation[] = [
  getReminderPolicy,
  updateReminderPolicy,
  listReminders,
  listDueReminders,
  listLateFees,
  getDocumentReminders,
  setDocumentReminders,
  remindDocument,
  chaseOverdue,
  getClientReminders,
  setClientReminders,
];
