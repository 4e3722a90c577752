import { createHash } from 'node:crypto';
import { sql } from '../../db/sql.ts';
import type { Outside } from '../../operation/operation.ts';

const sweptAtOnce = 20;

/**
 * True for the first who brings this text, which ends by itself at `untilMs`. It is spent in a transaction of its own:
 * being refused later does not bring it back.
 */
export async function spend({ now, write }: Outside, text: string, untilMs: number): Promise<boolean> {
  const hash = createHash('sha256').update(text).digest();
  const isFirst = await write(async (db) => {
    db.later(sql`
      delete from spent_challenges where hash in (
        select hash from spent_challenges where expires_at < ${now} limit ${sweptAtOnce} for update skip locked)`);
    return db.run(sql`
      insert into spent_challenges (hash, expires_at) values (${hash}, ${new Date(untilMs).toISOString()})
      on conflict do nothing`);
  });
  return isFirst === 1;
}
