import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/patch.ts';
import { checkAccounts } from './accounts-named.ts';
import {
  checkTaxRate,
  dropDefault,
  fixedAmountFrom,
  lockTaxRates,
  TaxRate,
  taxRateExternalIdTaken,
  TaxRatePatch,
  taxRates,
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
  emits: [taxRates.events.updated],
  async run(context, { id, version, ...patch }) {
    if (patch.is_default === true) lockTaxRates(context);
    const current = await taxRates.lock(context, id, version);
    const { fixed_amount: given, ...rest } = sent(patch);
    const fixed = given === undefined ? current.fixed_amount : fixedAmountFrom(context, given);
    const next: TaxRate = { ...current, ...rest, fixed_amount: fixed };
    if (current.is_used && chargesOtherwise(current, next)) throw taxRateUsed();
    await checkAccounts(context, patch);
    checkTaxRate(next);
    if (patch.is_default === true) dropDefault(context, id);
    return taxRates.update(context, current, next);
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
