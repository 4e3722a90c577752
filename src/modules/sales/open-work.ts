import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'draft_sales',
    problem: 'Sales are drafts.',
    mended: ['confirm_sale', 'delete_sale'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from sales
        where organization_id = ${organization} and status = 'draft' and sale_date <= ${to}`);
      return open;
    },
  },
];
