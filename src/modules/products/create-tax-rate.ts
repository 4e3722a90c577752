import { notFound, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkAccounts } from './accounts-named.ts';
import { insertTaxRates } from './insert-tax-rates.ts';
import { checkTaxRate, NewTaxRate, readTaxRate, TaxRate, taxRateCreated, taxRateExternalIdTaken } from './tax-rate.ts';

export const createTaxRate = operation({
  name: 'create_tax_rate',
  summary: 'Create a tax rate.',
  guidance: 'A rate that was used never changes: for a new percentage, create a rate and archive the old one.',
  http: 'POST /tax-rates',
  effect: 'write',
  permission: 'taxes:manage',
  mcp: 'action',
  input: NewTaxRate,
  output: TaxRate,
  refuses: [notFound, validationFailed, taxRateExternalIdTaken],
  emits: [taxRateCreated],
  async run(context, input) {
    const rate = {
      ...input,
      id: context.newId(),
      display_name: input.display_name ?? input.name,
      category: input.category ?? (input.percentage === 0n ? 'Z' : 'S'),
      valid_from: input.valid_from ?? null,
      valid_to: input.valid_to ?? null,
    } as const;
    await checkAccounts(context, input);
    checkTaxRate(rate);
    const [, created] = await Promise.all([insertTaxRates(context, [rate]), readTaxRate(context, rate.id)]);
    context.emit(taxRateCreated(created));
    return created;
  },
});
