import { sql } from '../../../db/sql.ts';

/** A token that was forgotten on some machine is good for nobody but whoever finds it there. */
export const unusedDaysMax = 90;

/**
 * Of a row of `mcp_tokens` or `mcp_credentials`: when it ends unless it is used before. A use is written down once a
 * minute, and a new secret is a new beginning.
 */
export const lapsesAt = sql`
  greatest(created_at, rotated_at, last_used_at) + make_interval(days => ${unusedDaysMax})`;
