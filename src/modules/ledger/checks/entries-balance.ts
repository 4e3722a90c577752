import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const entriesBalance: Check = {
  name: 'entries_balance',
  invariant: 'Every entry has at least two lines, of its own date, that sum to zero.',
  query: (organization) => sql`
    select coalesce(entry.number, 'journal_entry:' || line.entry_id) as name,
      line.entry_id is null or entry.id is null or line.how_many < 2 or line.total <> 0
        or line.first_day <> entry.entry_date or line.last_day <> entry.entry_date as wrong
    from (select id, number, entry_date from journal_entries where organization_id = ${organization}) as entry
    full join (
      select entry_id, count(*) as how_many, sum(amount) as total, min(entry_date) as first_day,
        max(entry_date) as last_day
      from journal_lines where organization_id = ${organization} group by entry_id
    ) as line on line.entry_id = entry.id`,
};
