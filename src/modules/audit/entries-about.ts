import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';
import { sentenceOn } from './words.ts';

const entriesMax = 1_000;

/** A line of the log as the person sees it whom it is about: what was done and when, and not from where. */
export const EntryAbout = z.object({ at: Instant, who: z.string(), action: z.string(), sentence: z.string() });

/** Entries about a record, the latest first, by its id on the wire. */
export async function entriesAbout(
  { db, organization, actor }: Context,
  target: string,
): Promise<z.output<typeof EntryAbout>[]> {
  const rows = await db.many<{ at: string; who: string; action: string; refused: string | null }>(sql`
    select at, actor ->> 'name' as who, action, after ->> 'refused' as refused from audit_log
    where organization_id = ${organization} and target_id = ${target}
    order by id desc limit ${entriesMax}`);
  const language = actor.organization?.locale ?? 'en';
  return rows.map((row) => ({ at: row.at, who: row.who, action: row.action, sentence: sentenceOn(row, language) }));
}
