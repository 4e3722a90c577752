import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** All charges to a client and all payments in a currency, and their base value. */
export type ClientFlow = {
  readonly currency: string;
  readonly invoiced: bigint;
  readonly paid: bigint;
  readonly base_invoiced: bigint;
  readonly base_paid: bigint;
};

/** A row for each month that there was anything is read, and no sale or payment. */
export function clientFlows({ db, organization }: Context, clientId: string): Promise<ClientFlow[]> {
  return db.many<ClientFlow>(sql`
    select currency, sum(invoiced)::bigint as invoiced, sum(paid)::bigint as paid,
      sum(base_invoiced)::bigint as base_invoiced, sum(base_paid)::bigint as base_paid
    from client_flows where organization_id = ${organization} and client_id = ${clientId}
    group by currency order by currency`);
}
