import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const draftsComplete: Check = {
  name: 'vat_drafts_complete',
  invariant: 'Drafts of VAT returns declare all taxes that no filed return has.',
  query: (organization) => sql`
    select draft.scheme || ' ' || draft.period_from as name, exists (
      select from (
        select source_type, source_id, tax_rate_id, code, account_id, side, tax_date, base, tax, lost
        from vat_changes(${organization}, draft.scheme, draft.period_from, draft.period_to, draft.corrects_id)
        union all
        select source_type, source_id, tax_rate_id, code, account_id, side, tax_date, -base, -tax, -lost
        from vat_all_changes(${organization}, draft.period_to, draft.corrects_id)
      ) as change
      where (code like 'OSS%') = (draft.scheme = 'oss')
      group by source_type, source_id, tax_rate_id, code, account_id, side, tax_date
      having sum(base) <> 0 or sum(tax) <> 0 or sum(lost) <> 0) as wrong
    from vat_returns as draft where draft.organization_id = ${organization} and draft.status = 'draft'`,
};
