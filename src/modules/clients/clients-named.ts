import { nameKey } from '../../core/fold.ts';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { clientStatuses } from './client.ts';

const namesakesMax = 5;

const Namesake = z.object({
  id: Id('client'),
  number: z.string(),
  display_name: z.string(),
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
    where organization_id = ${organization} and id = any(array(
      select id from clients where organization_id = ${organization} and number = ${text}
      union all
      select id from clients where organization_id = ${organization} and name_key = ${nameKey(text)}))
    order by status, created_at, id limit ${namesakesMax}`);
  return { ids: found.map(({ id }) => id), candidates: wireNamesakes(found) };
}
