import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { AuditNotices, readNotices } from './audit-notices.ts';

export const getAuditNotices = operation({
  name: 'get_audit_notices',
  summary: 'Get who is e-mailed the head of the audit log each day, and the last one sent.',
  guidance: 'Webhooks receive the event `audit_log.sealed` in any case.',
  http: 'GET /audit-log/notices',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: AuditNotices,
  run: (context) => readNotices(context),
});
