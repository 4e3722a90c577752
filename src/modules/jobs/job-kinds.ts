import type { Actor } from '../../operation/actor.ts';
import type { JobState } from './job.ts';

type Kind = {
  /** Permission to see such jobs. */
  readonly permission: string;
  /** Operation that replaces a retry, where the job's own record shows the failure. */
  readonly instead?: string;
  /** Operation that replaces cancelling, where that would leave the job's own record behind. */
  readonly callOff?: string;
  /** It comes again by itself, and would not if one that waits were called off. */
  readonly comesAgain?: true;
};

const sweeping = 'It removes only content that nothing refers to any more.';

const kinds: Readonly<Record<string, Kind>> = {
  check_books: { permission: 'ledger:read', comesAgain: true },
  expire_approvals: { permission: 'approvals:read', callOff: 'Decide the pending approvals.' },
  expire_reservations: { permission: 'stock:read', callOff: 'Release the reservations.' },
  export_documents: {
    permission: 'documents:read',
    instead: 'Create the export again.',
    callOff: 'Cancel the export.',
  },
  export_organization: {
    permission: 'data:archive',
    instead: 'Create the archive again.',
    callOff: 'Delete the archive.',
  },
  find_overdue_invoices: { permission: 'documents:read', comesAgain: true },
  issue_scheduled_document: {
    permission: 'documents:read',
    instead: 'Issue the document.',
    callOff: 'Remove the scheduled issue of the document.',
  },
  notify_members: { permission: 'organization:write' },
  purge_events: { permission: 'events:read', comesAgain: true },
  purge_file: { permission: 'files:read', callOff: 'Restore the file.' },
  read_text: { permission: 'files:read' },
  run_import: { permission: 'data:import', instead: 'Create the import again.', callOff: 'Cancel the import.' },
  run_recurring_document: {
    permission: 'documents:read',
    instead: 'Resume the recurring document.',
    callOff: 'Pause the recurring document.',
  },
  run_recurring_expense: {
    permission: 'expenses:read',
    instead: 'Resume the recurring expense.',
    callOff: 'Pause the recurring expense.',
  },
  run_scheduled_report: {
    permission: 'data:export',
    instead: 'Send the scheduled report.',
    callOff: 'Pause the report schedule.',
  },
  send_document_mail: {
    permission: 'documents:read',
    instead: 'Send the document again.',
    callOff: 'Revoke the link in the e-mail.',
  },
  send_issued_document: { permission: 'documents:read', instead: 'Send the document.' },
  send_mail: { permission: 'team:manage', instead: 'Request the e-mail again.' },
  send_notification_digests: { permission: 'organization:write' },
  send_report_mail: {
    permission: 'data:export',
    instead: 'Send the scheduled report.',
    callOff: 'Revoke the link in the e-mail.',
  },
  send_reminders: { permission: 'documents:read', comesAgain: true },
  sweep_content: { permission: 'files:read', callOff: sweeping },
  sweep_report_file: { permission: 'data:export', callOff: sweeping },
  sweep_organization_export: { permission: 'data:archive', callOff: sweeping },
  sweep_document_export: { permission: 'documents:read', callOff: sweeping },
};

/** All kinds that there are. */
export function jobKinds(): string[] {
  return Object.keys(kinds);
}

/** Kinds of jobs that a caller may see. Whose records they work on they do not say. */
export function visibleKinds({ permissions, scope }: Actor): string[] {
  if (scope !== undefined) return [];
  return Object.keys(kinds).filter((kind) => permissions.has(kinds[kind]?.permission ?? ''));
}

/** Operation that replaces a retry of such a job; undefined where retrying is possible. */
export function insteadOf(kind: string): string | undefined {
  return kinds[kind]?.instead;
}

/** In which states such a job may be called off; with what is done instead where in none. */
export function cancelOf(kind: string): { readonly states: readonly JobState[]; readonly hint?: string } {
  const { callOff, comesAgain = false } = kinds[kind] ?? {};
  if (callOff !== undefined) return { states: [], hint: callOff };
  if (comesAgain)
    return { states: ['running'], hint: 'It runs again automatically and can be cancelled only while it runs.' };
  return { states: ['queued', 'running'] };
}
