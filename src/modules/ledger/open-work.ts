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
  {
    name: 'dimensions_missing',
    problem: 'Accounts have amounts without a dimension that they require.',
    mended: ['get_profit_by_dimension', 'create_journal_entry', 'update_dimension'],
    // By amounts and not by lines: what was reversed, or moved to a value by another entry, is nothing any more.
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from (
          select required.account_id
          from required_dimension_accounts as required
          join journal_lines as line on line.organization_id = required.organization_id
            and line.account_id = required.account_id and line.entry_date between required.since and ${to}
          join journal_entries as entry on entry.organization_id = line.organization_id and entry.id = line.entry_id
            and entry.kind not in ('opening', 'closing')
          where required.organization_id = ${organization}
            and not exists (select from report_dimension_values as value
              where value.organization_id = line.organization_id and value.id = any(line.dimension_value_ids)
                and value.dimension_id = required.dimension_id)
          group by required.dimension_id, required.account_id having sum(line.amount) <> 0) as lacking`);
      return open;
    },
  },
];
