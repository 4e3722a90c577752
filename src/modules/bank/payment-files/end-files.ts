import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

/** Notes that files are carried out of which nothing waits any more. */
export async function endFiles({ db, organization, now, actor }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const stamp = JSON.stringify(actorStamp(actor));
  await db.run(sql`
    update payment_files as file set status = 'executed', ended_at = ${now}, ended_by = ${stamp},
      version = version + 1, updated_at = ${now}, updated_by = ${stamp}
    where organization_id = ${organization} and id = any(${ids}::uuid[]) and status = 'created'
      and not exists (select from scheduled_payments as plan where plan.organization_id = ${organization}
        and plan.payment_file_id = file.id and plan.status = 'in_file')`);
}
