import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { dropDefault, lockTaxRates, TaxRate, taxRateAssigned, taxRates } from './tax-rate.ts';

export const archiveTaxRate = operation({
  name: 'archive_tax_rate',
  summary: 'Archive a tax rate, so that it cannot be used on anything new.',
  guidance: 'If products use it, or it is the default, `replacement_id` names the rate that takes its place.',
  http: 'POST /tax-rates/{id}/archive',
  effect: 'write',
  permission: 'taxes:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_tax_rate'),
  input: z.strictObject({
    id: Id('tax_rate'),
    replacement_id: Id('tax_rate').optional(),
    version: Version.optional(),
  }),
  output: TaxRate,
  refuses: [notFound, validationFailed, versionConflict, invalidStateTransition, taxRateAssigned],
  emits: [taxRates.events.archived],
  async run(context, { id, replacement_id: replacement, version }) {
    const { db, organization } = context;
    if (replacement !== undefined) lockTaxRates(context);
    const current = await taxRates.lock(context, id, version);
    taxRates.mustBe(current, 'active');
    if (replacement !== undefined) await replace(context, current, replacement);
    const { assigned } = await db.one<{ assigned: boolean }>(sql`
      select exists (select from product_tax_rates where organization_id = ${organization} and tax_rate_id = ${id})
        or exists (select from category_tax_rates where organization_id = ${organization} and tax_rate_id = ${id})
        as assigned`);
    if (assigned) throw taxRateAssigned();
    return taxRates.archive(context, current);
  },
});

/** Puts the other rate in the place of this one, unless it is there already. */
async function replace(context: Context, { id, is_default }: TaxRate, replacement: string): Promise<void> {
  const { db, organization, now } = context;
  const found = await db.maybe<{ archived: boolean }>(sql`
    select archived_at is not null as archived from tax_rates
    where organization_id = ${organization} and id = ${replacement} for key share`);
  if (found === undefined) throw missing('/replacement_id', 'tax rate');
  if (found.archived || replacement === id) {
    const message = 'Send the id of another active tax rate.';
    throw validationFailed({ errors: [{ pointer: '/replacement_id', code: 'not_active', message }] });
  }
  db.later(sql`
    with gone as (
      delete from product_tax_rates where organization_id = ${organization} and tax_rate_id = ${id} returning *)
    insert into product_tax_rates (organization_id, product_id, purpose, position, tax_rate_id)
    select organization_id, product_id, purpose, position, ${replacement} from gone on conflict do nothing`);
  db.later(sql`
    with gone as (
      delete from category_tax_rates where organization_id = ${organization} and tax_rate_id = ${id} returning *)
    insert into category_tax_rates (organization_id, category_id, purpose, position, tax_rate_id)
    select organization_id, category_id, purpose, position, ${replacement} from gone on conflict do nothing`);
  if (!is_default) return;
  dropDefault(context, replacement);
  // A replacement that is not charged on sales takes its place in products alone, and is no default.
  db.later(sql`
    update tax_rates set is_default = true, version = version + 1, updated_at = ${now}
    where organization_id = ${organization} and id = ${replacement}
      and applies_to <> 'purchases' and kind <> 'withholding'`);
}
