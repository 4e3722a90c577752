import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';

/** Ends every API key and connected app of a member for good: none comes back when the member does. */
export function revokeKeysOf({ db, organization, now, actor }: Context, member: string): Promise<number> {
  return db.run(sql`
    update api_keys set revoked_at = ${now}, previous_hash = null, previous_valid_until = null,
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and member_id = ${member} and revoked_at is null`);
}
