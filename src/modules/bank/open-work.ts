import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';
import { isOpen } from './matching/known.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'bank_lines_unmatched',
    problem: 'Lines of bank statements are not matched.',
    mended: ['list_bank_lines', 'match_bank_line'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from bank_lines
        where organization_id = ${organization} and booking_date <= ${to} and ${isOpen}`);
      return open;
    },
  },
];
