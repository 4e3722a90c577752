import { asOwner } from './database.ts';

/** Deadlocks that the connections of a database have told of. */
export function deadlocksIn({ ownerUrl }: { readonly ownerUrl: string }): Promise<number> {
  return asOwner(ownerUrl, async (owner) => {
    const query = 'select deadlocks from pg_stat_database where datname = current_database()';
    return Number((await owner.query<{ deadlocks: string }>(query)).rows[0]?.deadlocks);
  });
}
