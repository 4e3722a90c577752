import { nameKey } from '../../core/fold.ts';
import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { ForeignName, Id } from '../../wire/index.ts';
import { type Client, clientStatuses } from './client.ts';
import { loadClients, loadClientsIn } from './store.ts';

const namesakesMax = 5;

const Namesake = z.object({
  id: Id('client'),
  number: z.string(),
  display_name: ForeignName,
  email: z.string().nullable(),
  status: z.enum(clientStatuses),
});
const wireNamesakes = encoderOf(z.array(Namesake));

/** Clients that a text may mean: their ids, and what tells them apart in wire form. */
export type ClientsNamed = { readonly ids: readonly string[]; readonly candidates: unknown };

/** The clients with exactly this number, or this name up to case, accents and punctuation: five of them at most. */
export async function clientsNamed({ db, organization }: Context, text: string): Promise<ClientsNamed> {
  const found = await db.many<{ id: string }>(sql`
    select id, number, display_name, email, status from clients
    where organization_id = ${organization} and id = any(${idsNamed(organization, text)})
    order by status, created_at, id limit ${namesakesMax}`);
  return { ids: found.map(({ id }) => id), candidates: wireNamesakes(found) };
}

/** The same clients themselves beside others by their ids, for who has no flight to spare to learn the ids first. */
export function loadClientsNamed(
  context: Context,
  { text, ids }: { readonly text: string | undefined; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, Client>> {
  return text === undefined
    ? loadClients(context, ids)
    : loadClientsIn(context, sql`${ids}::uuid[] || ${idsNamed(context.organization, text)}`);
}

function idsNamed(organization: string, text: string): Sql {
  return sql`array(
      select coalesce(merged_into_id, id) from clients where organization_id = ${organization} and number = ${text}
      union all
      select coalesce(merged_into_id, id) from clients
      where organization_id = ${organization} and name_key = ${nameKey(text)})`;
}
