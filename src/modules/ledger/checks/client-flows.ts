import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const clientFlows: Check = {
  name: 'client_flows',
  invariant: 'Charges and payments of each client, by currency and month, equal the lines of sales and payments.',
  query: (organization) => sql`
    select client_id || ' in ' || currency || ' in ' || month as name,
      sum(invoiced) <> 0 or sum(paid) <> 0 or sum(base_invoiced) <> 0 or sum(base_paid) <> 0 as wrong
    from (
      select client_id, currency, month, invoiced, paid, base_invoiced, base_paid
      from report_client_flow_lines where organization_id = ${organization}
      union all
      select client_id, currency, month, -invoiced, -paid, -base_invoiced, -base_paid
      from client_flows where organization_id = ${organization}
    ) as flow group by client_id, currency, month`,
};
