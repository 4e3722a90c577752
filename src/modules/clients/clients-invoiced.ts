import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { EInvoiceFormat } from '../../wire/index.ts';

/** True once there is a client, and the formats that clients take instead of the organisation's. */
export type ClientsInvoiced = { readonly exist: boolean; readonly formats: readonly EInvoiceFormat[] };

export function clientsInvoiced({ db, organization }: Context): Promise<ClientsInvoiced> {
  return db.one<ClientsInvoiced>(sql`
    select exists (select from clients where organization_id = ${organization} and status = 'active') as exist,
      array(select distinct e_invoicing ->> 'format' from clients
        where organization_id = ${organization} and e_invoicing ->> 'format' is not null and status = 'active'
        order by 1) as formats`);
}
