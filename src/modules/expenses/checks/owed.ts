import { type Sql, sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const payableControl: Check = {
  name: 'payable_control',
  invariant: 'Accounts payable equals the amounts due on expenses.',
  query: (organization) => booksAgainst(organization, { role: 'payable' }, owed(organization, 'company')),
};

export const memberPayableControl: Check = {
  name: 'member_payable_control',
  invariant: 'Amounts due to members equal the expenses they paid and that are not reimbursed.',
  query: (organization) => booksAgainst(organization, { role: 'member_payable' }, owed(organization, 'member')),
};

function owed(organization: string, paidBy: 'company' | 'member'): Sql {
  return sql`select -sum(coalesce(base_total - base_paid, total - amount_paid)) from expenses
    where organization_id = ${organization} and status = 'posted' and paid_by = ${paidBy}`;
}
