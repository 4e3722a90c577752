import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';
import { documentTypes } from '../document.ts';

/** That none is missing between two others is for the chain to tell, by their places. */
export const documentNumbers: Check = {
  name: 'document_numbers',
  invariant: 'Each document type has as many numbered documents as numbers issued.',
  query: (organization) => sql`
    select type || ': ' || taken || ' numbers were taken, and ' || held || ' documents bear one' as name,
      taken <> held as wrong
    from (
      select type,
        (select coalesce(sum(next_number - 1), 0)::bigint from numbering_counters
          where organization_id = ${organization} and record_type = type)
          - numbers_left_out(${organization}, type) as taken,
        (select count(*) from documents
          where organization_id = ${organization} and documents.type = every.type and number is not null) as held
      from unnest(${[...documentTypes]}::text[]) as every (type)
    ) as counted`,
};
