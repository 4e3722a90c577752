import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { AuditNotices, readNotices } from './audit-notices.ts';

export const getAuditNotices = operation({
  name: 'get_audit_notices',
  summary: 'Shows who is mailed once a day where the audit log ends, and what was told last.',
  guidance: 'Webhooks are told by the event `audit_log.sealed`, whoever is mailed.',
  http: 'GET /audit-log/notices',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: AuditNotices,
  run: (context) => readNotices(context),
});
