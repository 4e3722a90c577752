import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'draft_journal_entries',
    problem: 'Journal entries are drafts.',
    mended: ['post_journal_entry', 'delete_journal_entry'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from manual_entries
        where organization_id = ${organization} and status = 'draft' and entry_date <= ${to}`);
      return open;
    },
  },
  {
    name: 'suspense_not_empty',
    problem: 'The suspense account has a balance.',
    mended: ['get_report', 'create_journal_entry'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from (
          select a.id from accounts as a
          join account_days as days on days.organization_id = a.organization_id and days.account_id = a.id
            and days.day <= ${to}
          where a.organization_id = ${organization} and a.system_role = 'suspense'
          group by a.id having sum(days.debit - days.credit) <> 0) as held`);
      return open;
    },
  },
];
