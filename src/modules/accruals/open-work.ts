import { sql } from '../../db/sql.ts';
import type { OpenWork } from '../../operation/open-work.ts';

export const openWork: readonly OpenWork[] = [
  {
    name: 'schedules_due',
    problem: 'Months of schedules are not posted.',
    mended: ['run_schedules'],
    async count({ db, organization }, { to }) {
      const { open } = await db.one<{ open: number }>(sql`
        select count(*)::int as open from schedule_parts as part
        join schedules as schedule on schedule.organization_id = part.organization_id
          and schedule.id = part.schedule_id and schedule.voided_at is null
        where part.organization_id = ${organization} and part.posted_on is null and part.due_date <= ${to}`);
      return open;
    },
  },
];
