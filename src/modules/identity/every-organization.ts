import { ascending } from '../../core/order.ts';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

type Named = { readonly id: string; readonly name: string };

/** All organisations that anybody is a member of, for those who look after the installation. No call comes here. */
export async function everyOrganization(db: Database): Promise<Named[]> {
  const users = await db.transaction({ readOnly: true }, (tx) => tx.many<{ id: string }>(sql`select id from users`));
  const found = new Map<string, Named>();
  for (const { id: user } of users) {
    const own = await db.transaction({ user, readOnly: true }, (tx) =>
      tx.many<Named>(sql`select id, name from organizations`),
    );
    for (const organization of own) found.set(organization.id, organization);
  }
  return [...found.values()].toSorted(ascending(({ id }) => id));
}
