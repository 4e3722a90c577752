import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { TaxRateRow as Row } from './tax-rate.ts';

type Given<Value> = { readonly [Field in keyof Value]?: Value[Field] | undefined };

/** A rate to write: what is left out is empty. */
export type TaxRateRow = Pick<Row, 'id' | 'name' | 'display_name' | 'percentage' | 'category'> &
  Given<Omit<Row, 'id' | 'name' | 'display_name' | 'percentage' | 'category'>>;

/** Writes new rates in one statement. */
export function insertTaxRates(context: Context, rates: readonly TaxRateRow[]): Promise<number> {
  const stamp = JSON.stringify(actorStamp(context.actor));
  return context.db.run(sql`
    insert into tax_rates (organization_id, id, name, display_name, code, percentage, fixed_micro, kind, compound,
      sequence, inclusive_default, is_default, category, exemption_reason, exemption_reason_code, country, region,
      jurisdiction, applies_to,
      recoverable_percent, payable_account_id, receivable_account_id, report_box, valid_from, valid_to, external_id,
      metadata, custom_fields, tags, created_at, updated_at, created_by, updated_by)
    select ${context.organization}, id, name, display_name, code, percentage, fixed_micro, coalesce(kind, 'standard'),
      coalesce(compound, false), coalesce(sequence, 0), coalesce(inclusive_default, false),
      coalesce(is_default, false), category, exemption_reason, exemption_reason_code, country, region, jurisdiction,
      coalesce(applies_to, 'both'),
      coalesce(recoverable_percent, 100000000), payable_account_id, receivable_account_id, report_box, valid_from,
      valid_to, external_id, coalesce(metadata, '{}'), coalesce(custom_fields, '{}'), coalesce(tags, '{}'),
      ${context.now}, ${context.now}, ${stamp}, ${stamp}
    from jsonb_populate_recordset(null::tax_rates, ${JSON.stringify(rates, integersAsText)})`);
}

/** JSON has no integers beyond 2^53; PostgreSQL reads them from text. */
export function integersAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
