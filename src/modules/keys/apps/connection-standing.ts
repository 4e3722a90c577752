import { type Sql, sql } from '../../../db/sql.ts';

/** A connection that its app does not use any more ends: a refresh token left lying about is good for nobody else. */
export const unusedDaysMax = 180;

/** Of a row of `api_keys` by that name: when a connection that somebody allowed ends unless it is used before. */
export const lapsesAt = sql`case when key.user_id is not null
  then greatest(key.created_at, key.last_used_at) + make_interval(days => ${unusedDaysMax}) end`;

/** The same: when it was ended, by itself or by signing out everywhere. */
export const endedAt = sql`coalesce(key.revoked_at, signed_out_after(key.user_id, key.created_at))`;

/** The same: neither it nor its time has ended. */
export function isActive(now: string): Sql {
  return sql`${endedAt} is null and coalesce(least(key.expires_at, ${lapsesAt}) > ${now}, true)`;
}

/** Of a row of `api_key_credentials`, whose membership is to last as well. */
export function stands(now: string): Sql {
  return sql`coalesce(least(expires_at, membership_ends, case when allowed_by is not null
    then greatest(created_at, last_used_at) + make_interval(days => ${unusedDaysMax}) end) > ${now}, true)`;
}
