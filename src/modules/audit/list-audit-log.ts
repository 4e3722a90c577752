import { sql } from '../../db/sql.ts';
import { page, Page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { AuditEntry, entryColumns, entrySource } from './audit-entry.ts';
import { entryList } from './entry-list.ts';

export const listAuditLog = operation({
  name: 'list_audit_log',
  summary: 'List the audit log: who did what to which record, when and from where, with sign-ins.',
  guidance: 'For the input and the record before and after, use get_audit_entry.',
  http: 'GET /audit-log',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  input: entryList.input,
  output: Page(AuditEntry),
  run: (context, input) =>
    page(context, entryList, input, {
      select: entryColumns,
      from: entrySource,
      where: sql`entry.organization_id = ${context.organization}`,
    }),
});
