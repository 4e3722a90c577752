import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { Instant } from '../../wire/index.ts';

export const OwnPreferences = z.object({
  preferences: z
    .record(z.string(), z.unknown())
    .describe('Whatever your programs keep for you: a theme, columns, what is pinned.'),
  updated_at: Instant.nullable().describe('Null if nothing was ever kept.'),
});

export type PreferencesRecord = z.output<typeof OwnPreferences>;

export async function readPreferences(db: Db, user: string): Promise<PreferencesRecord> {
  const row = await db.maybe<PreferencesRecord>(sql`
    select preferences, updated_at from user_preferences where user_id = ${user}`);
  return row ?? { preferences: {}, updated_at: null };
}
