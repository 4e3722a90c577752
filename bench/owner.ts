import pg from 'pg';
import type { Actor } from '../src/operation/actor.ts';

/** Works as the database's owner in the actor's organisation, to set scenes that would take operations too long. */
export async function asOwner(url: string, actor: Actor, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select set_config('daybook.organization', $1, false)`, [actor.organization?.id]);
    await work(client);
  } finally {
    await client.end();
  }
}
