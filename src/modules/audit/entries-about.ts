import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { sentenceOn } from './words.ts';

const entriesMax = 1_000;

/** A line of the log as the person sees it whom it is about: what was done and when, and not from where. */
export const EntryAbout = z.object({ at: Instant, who: z.string(), action: z.string(), sentence: z.string() });

/** What was done to a record, the latest first, by its id on the wire. */
export async function entriesAbout(
  { db, organization }: Context,
  target: string,
): Promise<z.output<typeof EntryAbout>[]> {
  const rows = await db.many<{ at: string; who: string; action: string; refused: string | null }>(sql`
    select at, actor ->> 'name' as who, action, after ->> 'refused' as refused from audit_log
    where organization_id = ${organization} and target_id = ${target}
    order by id desc limit ${entriesMax}`);
  return rows.map(({ refused, ...row }) => ({ ...row, sentence: sentenceOn(row.who, row.action, refused) }));
}
