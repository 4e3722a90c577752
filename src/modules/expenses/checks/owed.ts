import { type Sql, sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { booksAgainst } from '../../ledger/index.ts';

export const payableControl: Check = {
  name: 'payable_control',
  promise: 'Accounts payable is what is owed to suppliers for expenses.',
  looks: (organization) => booksAgainst(organization, { role: 'payable' }, owed(organization, 'company')),
};

export const memberPayableControl: Check = {
  name: 'member_payable_control',
  promise: 'Due to members is what is owed to those who paid expenses.',
  looks: (organization) => booksAgainst(organization, { role: 'member_payable' }, owed(organization, 'member')),
};

function owed(organization: string, paidBy: 'company' | 'member'): Sql {
  return sql`select -sum(coalesce(base_total - base_paid, total - amount_paid)) from expenses
    where organization_id = ${organization} and status = 'posted' and paid_by = ${paidBy}`;
}
