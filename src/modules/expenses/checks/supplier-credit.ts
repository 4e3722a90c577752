import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const supplierCreditControl: Check = {
  name: 'supplier_credit_control',
  promise: 'Credit with suppliers is what is left of payments to them and of their credit notes.',
  looks: (organization) =>
    booksAgainst(
      organization,
      { role: 'supplier_credit' },
      sql`select sum(coalesce(base_amount - base_used, amount_unapplied)) from supplier_payments
        where organization_id = ${organization} and amount_unapplied > 0`,
    ),
};
