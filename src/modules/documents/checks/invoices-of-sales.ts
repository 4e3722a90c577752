import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { settlementBy } from '../../sales/index.ts';

export const invoicesOfSales: Check = {
  name: 'invoices_of_sales',
  invariant: 'Every issued, non-void invoice has a confirmed sale with the same client and total.',
  query: (organization) => sql`
    select number as name, sale is null or sale ->> 'confirmed_at' is null or sale ->> 'voided_at' is not null
      or sale ->> 'total' <> total::text or sale ->> 'currency' <> currency as wrong
    from (
      select number, total, currency,
        ${settlementBy({ organization: sql`documents.organization_id`, id: sql`documents.sale_id` })} as sale
      from documents
      where organization_id = ${organization} and type in ('invoice', 'deposit_invoice', 'debit_note')
        and issued_at is not null and voided_at is null
    ) as standing`,
};
