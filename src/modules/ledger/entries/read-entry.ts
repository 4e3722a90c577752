import type { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import {
  draftColumns,
  draftsFrom,
  entriesFrom,
  entryColumns,
  entryFrom,
  type EntryRow,
  type JournalEntryWithLines,
  lineFrom,
  type LineRow,
} from './journal-entry.ts';

/** An entry with its lines, posted or a draft: one flight. */
export async function readEntry(context: Context, id: string): Promise<z.output<typeof JournalEntryWithLines>> {
  const { db, organization } = context;
  const [entry, draft, lines] = await Promise.all([
    db.maybe<EntryRow>(
      sql`select ${entryColumns} from ${entriesFrom} where e.organization_id = ${organization} and e.id = ${id}`,
    ),
    db.maybe<EntryRow>(
      sql`select ${draftColumns} from ${draftsFrom} where e.organization_id = ${organization} and e.id = ${id}`,
    ),
    db.many<LineRow>(sql`
      select l.position, l.account_id, a.code as account_code, a.name as account_name, l.amount, entered.memo,
        l.currency as original_currency, l.currency_amount as original_minor, l.client_id, l.product_id,
        l.variant_id, l.member_id, l.location_id, l.tax_rate_id, l.tax_base,
        coalesce(rate.code, rate.name) as tax_code,
        coalesce(l.dimension_value_ids, '{}') as dimension_value_ids,
        nullif(entered.dimension_value_ids, coalesce(l.dimension_value_ids, '{}')) as reassigned_value_ids
      from journal_lines as l
      join accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
      left join report_tax_rates as rate on rate.organization_id = l.organization_id and rate.id = l.tax_rate_id
      left join manual_entry_lines as entered on entered.organization_id = l.organization_id
        and entered.entry_id = l.entry_id and entered.position = l.position
      where l.organization_id = ${organization} and l.entry_id = ${id}
      union all
      select l.position, l.account_id, a.code, a.name, l.amount, l.memo, null, null, l.client_id, l.product_id, null,
        l.member_id, l.location_id, null, null, null, l.dimension_value_ids, null::uuid[]
      from manual_entry_lines as l
      join manual_entries as draft on draft.organization_id = l.organization_id and draft.id = l.entry_id
      join accounts as a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = ${organization} and l.entry_id = ${id} and draft.status = 'draft'
      order by position`),
  ]);
  const row = entry ?? draft;
  if (row === undefined) throw notFound();
  return { ...entryFrom(context, row), lines: lines.map((line) => lineFrom(context, line, lines)) };
}
