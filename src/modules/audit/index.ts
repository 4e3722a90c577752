import type { Operation } from '../../operation/operation.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { getAuditNotices } from './get-audit-notices.ts';
import { getRecordTimeline } from './get-record-timeline.ts';
import { listAuditLog } from './list-audit-log.ts';
import { setAuditNotices } from './set-audit-notices.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

export { type AuditVerdict, checkAuditLog, checkOwnAuditLog } from './check-audit-log.ts';
export { announceAuditHead } from './announce-audit-head.ts';
export { readHead } from './verify-chain.ts';
export { entriesAbout, EntryAbout } from './entries-about.ts';
export { entriesOf, type EntryOf, redactEntries, type AuditFields } from './redact-entries.ts';
export { type SealedAnew, sealAnew } from './seal-anew.ts';
export { ChainBroken, linksMax, organizationsWaiting, sealEntries, type Sealing } from './seal-entries.ts';

export const operations: readonly Operation[] = [
  listAuditLog,
  exportAuditLog,
  verifyAuditLog,
  getAuditEntry,
  getRecordTimeline,
  getAuditNotices,
  setAuditNotices,
];
