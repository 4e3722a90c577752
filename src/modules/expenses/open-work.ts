import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'unposted_expenses',
    problem: 'Bills and expenses are not posted.',
    mended: ['post_expense', 'delete_expense'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from expenses
        where organization_id = ${organization} and status in ('draft', 'submitted', 'approved')
          and expense_date <= ${to}`);
      return open;
    },
  },
];
