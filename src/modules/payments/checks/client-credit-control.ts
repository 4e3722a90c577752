import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const clientCreditControl: Check = {
  name: 'client_credit_control',
  invariant: 'Client credit equals the unapplied part of payments.',
  query: (organization) =>
    booksAgainst(
      organization,
      { role: 'client_credit' },
      sql`select -sum(coalesce(base_amount - base_used, amount_unapplied)) from payments
        where organization_id = ${organization} and amount_unapplied > 0`,
    ),
};
