import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** True once an invoice has been issued. */
export async function hasIssuedInvoice({ db, organization }: Context): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from documents
      where organization_id = ${organization} and type = 'invoice' and issue_date is not null and issued_at is not null)
      as found`);
  return found;
}
