import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

/** Documents that were issued before there were hashes have none, and the chain begins after them. */
export const documentChain: Check = {
  name: 'document_chain',
  invariant: 'Issued documents are unchanged, and each follows the previous document in its series.',
  query: (organization) => sql`
    with chained as (
      select type, series_period as period, series_place as place, number, hash, prev_hash,
        document_hash(documents) as found, lag(hash) over series as hash_before,
        lag(series_place) over series as place_before
      from documents where organization_id = ${organization} and series_place is not null
      window series as (partition by type, series_period order by series_place)
    ), judged as (
      select type, period, place, number, case
          when found <> hash then 'was altered'
          when place_before is null and prev_hash is not null then 'follows one that is missing'
          when place <> place_before + 1
            + numbers_left_out(${organization}, type, period, place_before, place) then 'follows one that is missing'
          when prev_hash is distinct from hash_before then 'does not follow the one before'
        end as fault
      from chained
    ), first_faults as (
      select distinct on (type, period) type, period, number || ' ' || fault as fault
      from judged where fault is not null order by type, period, place
    ), ends as (
      select type, period, max(place) as last from judged group by type, period
    )
    select ends.type || ' ' || ends.period || coalesce(': ' || first_faults.fault,
        case when counter.next_number - 1 <> ends.last + left_out then ': the last are missing' end, '') as name,
      first_faults.fault is not null or counter.next_number - 1 is distinct from ends.last + left_out as wrong
    from ends left join first_faults using (type, period)
    left join numbering_counters as counter on counter.organization_id = ${organization}
      and counter.record_type = ends.type and counter.period = ends.period
    cross join lateral
      numbers_left_out(${organization}, ends.type, ends.period, ends.last, counter.next_number) as left_out`,
};
