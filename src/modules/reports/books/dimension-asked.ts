import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** The dimension that was asked for, else the oldest in use. */
export function dimensionOf(
  { db, organization }: Context,
  asked: string | undefined,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const which = asked === undefined ? sql`not is_archived` : sql`id = ${asked}`;
  return db.maybe(sql`
    select id, name from report_dimensions where organization_id = ${organization} and ${which} order by id limit 1`);
}

const levelsMax = 5;

export const levelsInput = z
  .int()
  .min(1)
  .max(levelsMax)
  .optional()
  .describe('Levels of values to show: what is below the last counts with the value above. Default: each by itself.');
