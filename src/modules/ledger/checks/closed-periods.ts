import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/**
 * An entry bears the version of the locks that let it in, and the history of the locks says what each had closed then.
 * The tax basis of that time is not known, so payments are not looked at for the tax lock.
 */
export const closedPeriods: Check = {
  name: 'closed_periods',
  invariant: 'Nothing was posted in a locked period without an exception.',
  query: (organization) => sql`
    with spans as (
      select lock, through, version as since,
        lead(version, 1, 2147483647) over (partition by lock order by version) as until
      from period_lock_changes where organization_id = ${organization}
    )
    select entry.number as name, exists (
      select from spans
      where entry.locks_version >= spans.since and entry.locks_version < spans.until
        and entry.entry_date <= spans.through
        and lock_closes(spans.lock, entry.source_type, entry.source_event, 'invoice')
        and not exists (
          select from lock_exception_entries as written
          join lock_exceptions as exception on exception.organization_id = written.organization_id
            and exception.id = written.exception_id
          where written.organization_id = ${organization} and written.entry_id = entry.id
            and exception.lock = spans.lock and entry.entry_date >= exception.opens_from
            and (exception.opens_to is null or entry.entry_date <= exception.opens_to))) as wrong
    from journal_entries as entry where entry.organization_id = ${organization}`,
};
