import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const lockHistory: Check = {
  name: 'lock_history',
  invariant: 'Every lock is where it was last set, and no hard lock was ever moved back.',
  query: (organization) => sql`
    with moves as (
      select lock, version, through,
        lag(through) over (partition by lock order by version) as before,
        row_number() over (partition by lock order by version desc) as from_last
      from period_lock_changes where organization_id = ${organization}
    )
    select lock.name, lock.through is distinct from moves.through as wrong
    from period_locks as locks
    cross join lateral (values ('soft', locks.soft), ('sales', locks.sales), ('purchases', locks.purchases),
      ('tax', locks.tax), ('hard', locks.hard)) as lock (name, through)
    left join moves on moves.lock = lock.name and moves.from_last = 1
    where locks.organization_id = ${organization}
    union all
    select 'hard, version ' || version, before is not null and (through is null or through < before)
    from moves where lock = 'hard'`,
};
