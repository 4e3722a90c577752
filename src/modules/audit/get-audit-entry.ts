import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { entrySource, WholeAuditEntry, wholeColumns, wholeEntryFrom } from './audit-entry.ts';

export const getAuditEntry = operation({
  name: 'get_audit_entry',
  summary: 'Get an audit log entry: the input, and the record before and after.',
  http: 'GET /audit-log/{id}',
  effect: 'read',
  permission: 'audit:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('audit') }),
  output: WholeAuditEntry,
  refuses: [notFound],
  async run(context, { id }) {
    const row = await context.db.maybe<Omit<WholeAuditEntry, 'changes'>>(sql`
      select ${wholeColumns} from ${entrySource}
      where entry.organization_id = ${context.organization} and entry.id = ${id}`);
    if (row === undefined) throw notFound();
    return wholeEntryFrom(context, row);
  },
});
