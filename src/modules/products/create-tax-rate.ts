import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { checkAccounts } from './accounts-named.ts';
import { insertTaxRates } from './insert-tax-rates.ts';
import {
  checkTaxRate,
  dropDefault,
  fixedMicro,
  lockTaxRates,
  NewTaxRate,
  readTaxRate,
  TaxRate,
  taxRateCreated,
  taxRateExternalIdTaken,
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
  undo: undoneBy('archive_tax_rate'),
  input: NewTaxRate,
  output: TaxRate,
  refuses: [notFound, validationFailed, taxRateExternalIdTaken],
  emits: [taxRateCreated],
  async run(context, input) {
    const { fixed_amount: fixedAmount, ...rest } = input;
    const fixed = fixedMicro(context, fixedAmount);
    if (input.percentage === undefined && fixed === null) {
      const message = 'Send a percentage or a fixed amount.';
      throw validationFailed({ errors: [{ pointer: '/percentage', code: 'required', message }] });
    }
    const percentage = input.percentage ?? 0n;
    const rate = {
      ...rest,
      percentage,
      fixed_micro: fixed,
      id: context.newId(),
      display_name: input.display_name ?? input.name,
      category: input.category ?? categoryOf(input.kind, percentage, fixed),
      valid_from: input.valid_from ?? null,
      valid_to: input.valid_to ?? null,
    } as const;
    await checkAccounts(context, input);
    checkTaxRate({ ...rate, fixed });
    if (rate.is_default) {
      lockTaxRates(context);
      dropDefault(context, rate.id);
    }
    const [, created] = await Promise.all([insertTaxRates(context, [rate]), readTaxRate(context, rate.id)]);
    context.emit(taxRateCreated(created));
    return created;
  },
});

function categoryOf(kind: TaxRate['kind'], percentage: bigint, fixed: bigint | null): TaxRate['category'] {
  if (kind === 'reverse_charge') return 'AE';
  return percentage === 0n && fixed === null ? 'Z' : 'S';
}
