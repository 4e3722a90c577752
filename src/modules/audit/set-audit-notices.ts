import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Email } from '../../wire/index.ts';
import { AuditNotices, noticesUpdated, readNotices } from './audit-notices.ts';

export const setAuditNotices = operation({
  name: 'set_audit_notices',
  summary: 'Set who is e-mailed the head of the audit log each day; null for nobody.',
  guidance: 'Choose an address outside your systems, such as your accountant: e-mails there prove later tampering.',
  http: 'PUT /audit-log/notices',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  givesRights: true,
  undo: undoneByEarlierValues('set_audit_notices'),
  input: z.strictObject({ email: Email.nullable(), version: z.int().min(0).optional() }),
  output: AuditNotices,
  refuses: [versionConflict],
  emits: [noticesUpdated],
  async run(context, { email, version }) {
    const { db, organization, now, actor } = context;
    // One that changes nothing locks it, whether it was there or not.
    await db.run(sql`
      insert into audit_notices (organization_id, version) values (${organization}, 0)
      on conflict (organization_id) do nothing`);
    const before = await readNotices(context, { lock: true });
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    context.before(encoderOf(AuditNotices)(before));
    db.later(sql`
      update audit_notices set email = ${email}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization}`);
    context.emit(noticesUpdated({ email, version: before.version + 1 }));
    return readNotices(context);
  },
});
