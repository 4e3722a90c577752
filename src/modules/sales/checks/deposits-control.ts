import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const depositsControl: Check = {
  name: 'deposits_control',
  invariant: 'Client deposits equal the deposits invoiced and not yet deducted from an invoice.',
  query: (organization) =>
    booksAgainst(
      organization,
      { role: 'client_deposits' },
      sql`select sum(case kind when 'sale' then -coalesce(base_net, net) else coalesce(base_net, net) end) from sales
        where organization_id = ${organization} and is_deposit and confirmed_at is not null and voided_at is null`,
    ),
};
