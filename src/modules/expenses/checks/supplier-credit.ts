import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const supplierCreditControl: Check = {
  name: 'supplier_credit_control',
  invariant: 'Supplier credit equals the unapplied supplier payments and credit notes.',
  query: (organization) =>
    booksAgainst(
      organization,
      { role: 'supplier_credit' },
      sql`select sum(coalesce(base_amount - base_used, amount_unapplied)) from supplier_payments
        where organization_id = ${organization} and amount_unapplied > 0`,
    ),
};
