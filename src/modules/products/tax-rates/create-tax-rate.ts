import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByArchiving } from '../../../operation/undo.ts';
import { checkAccounts } from './accounts-named.ts';
import {
  checkTaxRate,
  dropDefault,
  fixedAmountFrom,
  lockTaxRates,
  NewTaxRate,
  TaxRate,
  taxRateExternalIdTaken,
  taxRates,
} from './tax-rate.ts';

export const createTaxRate = operation({
  name: 'create_tax_rate',
  summary: 'Create a tax rate, such as a VAT rate.',
  guidance: 'A used rate never changes: for a new percentage, create a rate and archive the old one.',
  http: 'POST /tax-rates',
  effect: 'write',
  permission: 'taxes:manage',
  mcp: 'action',
  creates: true,
  undo: undoneByArchiving('tax_rate'),
  input: NewTaxRate,
  output: TaxRate,
  refuses: [notFound, validationFailed, taxRateExternalIdTaken],
  emits: [taxRates.events.created],
  async run(context, input) {
    const { fixed_amount: given, percentage = 0n } = input;
    if (input.percentage === undefined && given === undefined) {
      const message = 'Send a percentage or a fixed amount.';
      throw validationFailed({ errors: [{ pointer: '/percentage', code: 'required', message }] });
    }
    const rate = {
      ...input,
      percentage,
      fixed_amount: given === undefined ? null : fixedAmountFrom(context, given),
      display_name: input.display_name ?? input.name,
      category: input.category ?? categoryOf(input.kind, percentage, given !== undefined),
      valid_from: input.valid_from ?? null,
      valid_to: input.valid_to ?? null,
    };
    await checkAccounts(context, input);
    checkTaxRate(rate);
    const id = context.newId();
    if (rate.is_default) {
      lockTaxRates(context);
      dropDefault(context, id);
    }
    return taxRates.create(context, id, rate);
  },
});

function categoryOf(kind: TaxRate['kind'], percentage: bigint, isFixed: boolean): TaxRate['category'] {
  if (kind === 'reverse_charge') return 'AE';
  return percentage === 0n && !isFixed ? 'Z' : 'S';
}
