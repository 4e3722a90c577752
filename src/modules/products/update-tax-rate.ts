import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { sent } from '../../wire/patch.ts';
import { checkAccounts } from './accounts-named.ts';
import {
  checkTaxRate,
  dropDefault,
  fixedMicro,
  lockTaxRate,
  lockTaxRates,
  readTaxRate,
  TaxRate,
  taxRateExternalIdTaken,
  TaxRatePatch,
  taxRateUpdated,
  taxRateUsed,
} from './tax-rate.ts';

export const updateTaxRate = operation({
  name: 'update_tax_rate',
  summary: 'Update a tax rate. Percentage, kind and compound are fixed once it is used.',
  http: 'PATCH /tax-rates/{id}',
  effect: 'write',
  permission: 'taxes:manage',
  mcp: 'action',
  undo: undoneByEarlierValues('update_tax_rate'),
  input: TaxRatePatch,
  output: TaxRate,
  refuses: [notFound, validationFailed, versionConflict, taxRateUsed, taxRateExternalIdTaken],
  emits: [taxRateUpdated],
  async run(context, { id, version, ...patch }) {
    if (patch.is_default === true) lockTaxRates(context);
    const current = await lockTaxRate(context, id, version);
    const { fixed_amount: asked, ...rest } = sent(patch);
    const fixed = asked === undefined ? (current.fixed_amount?.micro ?? null) : fixedMicro(context, asked);
    const currency = context.actor.organization?.baseCurrency ?? '';
    const fixedAmount = fixed === null ? null : { micro: fixed, currency };
    const next: TaxRate = { ...current, ...rest, fixed_amount: fixedAmount };
    if (current.is_used && chargesOtherwise(current, next)) throw taxRateUsed();
    await checkAccounts(context, patch);
    checkTaxRate({ ...next, fixed });
    context.before(encoderOf(TaxRate)(current));
    if (patch.is_default === true) dropDefault(context, id);
    const [, changed] = await Promise.all([write(context, next), readTaxRate(context, id)]);
    context.emit(taxRateUpdated(changed));
    return changed;
  },
});

function chargesOtherwise(left: TaxRate, right: TaxRate): boolean {
  return (
    left.percentage !== right.percentage ||
    left.fixed_amount?.micro !== right.fixed_amount?.micro ||
    left.kind !== right.kind ||
    left.compound !== right.compound
  );
}

function write({ db, organization, actor, now }: Context, next: TaxRate): Promise<number> {
  return db.run(sql`
    update tax_rates set name = ${next.name}, display_name = ${next.display_name}, code = ${next.code},
      percentage = ${next.percentage}, fixed_micro = ${next.fixed_amount?.micro ?? null}, kind = ${next.kind},
      compound = ${next.compound}, sequence = ${next.sequence},
      inclusive_default = ${next.inclusive_default}, is_default = ${next.is_default}, category = ${next.category},
      exemption_reason = ${next.exemption_reason}, exemption_reason_code = ${next.exemption_reason_code},
      country = ${next.country}, region = ${next.region}, jurisdiction = ${next.jurisdiction},
      applies_to = ${next.applies_to}, recoverable_percent = ${next.recoverable_percent},
      payable_account_id = ${next.payable_account_id}, receivable_account_id = ${next.receivable_account_id},
      report_box = ${next.report_box}, valid_from = ${next.valid_from}, valid_to = ${next.valid_to},
      external_id = ${next.external_id}, metadata = ${JSON.stringify(next.metadata)},
      custom_fields = ${JSON.stringify(next.custom_fields)}, tags = ${next.tags}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id}`);
}
