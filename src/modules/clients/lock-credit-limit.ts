import { type Money, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/**
 * The credit limit of a client, who is locked then, so that what is sold to the client on credit is added up for one
 * sale after the other. Undefined, and nothing locked, for a client without a limit.
 */
export async function lockCreditLimit({ db, organization }: Context, clientId: string): Promise<Money | undefined> {
  // Sales refer to the client meanwhile: only who sells on credit too has to wait.
  const row = await db.maybe<{ minor: bigint; currency: string }>(sql`
    select credit_limit as minor, credit_limit_currency as currency from clients
    where organization_id = ${organization} and id = ${clientId} and credit_limit is not null
    for no key update`);
  return row && money(row.minor, row.currency);
}
