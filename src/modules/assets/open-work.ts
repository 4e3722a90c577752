import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'depreciation_due',
    problem: 'Depreciation of fixed assets is not posted.',
    mended: ['run_depreciation'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from asset_depreciations
        where organization_id = ${organization} and posted_on is null and due_date <= ${to}`);
      return open;
    },
  },
];
