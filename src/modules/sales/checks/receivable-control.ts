import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const receivableControl: Check = {
  name: 'receivable_control',
  invariant: 'Accounts receivable equals the amounts due on sales.',
  query: (organization) =>
    booksAgainst(
      organization,
      { role: 'receivable' },
      sql`select sum(coalesce(base_total - base_settled, amount_due)) from sales
        where organization_id = ${organization} and status = 'confirmed'`,
    ),
};
