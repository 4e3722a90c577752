import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { type CustomField, customFieldColumns, lockCustomField, wireCustomField } from './custom-field.ts';

type Change = { readonly id: string; readonly version?: number | undefined; readonly to: CustomField['status'] };

/** Archives a field, or restores it. */
export async function changeStatus(context: Context, { id, version, to }: Change): Promise<CustomField> {
  const { db, organization, now, actor } = context;
  const before = await lockCustomField(context, { id, version });
  if (before.status === to) {
    throw invalidStateTransition({
      status: to,
      allowed: [to === 'archived' ? 'restore_custom_field' : 'archive_custom_field'],
    });
  }
  context.before(wireCustomField(before));
  return db.one<CustomField>(sql`
    update custom_fields set archived_at = ${to === 'archived' ? now : null}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id} returning ${customFieldColumns}`);
}
