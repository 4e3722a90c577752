import { type Money, money } from '../../core/money.ts';
import { arrayOf, sql } from '../../db/sql.ts';
import { batched, NotSideBySide } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';

/**
 * The credit limit of a client, who is locked then, so that what is sold to the client on credit is added up for one
 * sale after the other. Undefined, and nothing locked, for a client without a limit.
 */
export async function lockCreditLimit(context: Context, clientId: string): Promise<Money | undefined> {
  return limits(context, clientId);
}

const limits = batched('read', async ({ db, organization }: Context, clientIds: readonly string[]) => {
  // Sales refer to the client meanwhile: only who sells on credit too has to wait.
  const rows = await db.many<{ id: string; minor: bigint; currency: string }>(sql`
    select id, credit_limit as minor, credit_limit_currency as currency from clients
    where organization_id = ${organization} and id = any(${arrayOf('uuid', [...new Set(clientIds)])})
      and credit_limit is not null
    order by id for no key update`);
  const found = new Map(rows.map(({ id, minor, currency }) => [id, money(minor, currency)]));
  const limited = clientIds.filter((id) => found.has(id));
  if (new Set(limited).size < limited.length) throw new NotSideBySide('two sales count against one credit limit');
  return clientIds.map((id) => found.get(id));
});
