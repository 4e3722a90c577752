import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { readTaxRate, TaxRate } from './tax-rate.ts';

export const getTaxRate = operation({
  name: 'get_tax_rate',
  summary: 'Get one tax rate.',
  http: 'GET /tax-rates/{id}',
  effect: 'read',
  permission: 'taxes:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('tax_rate'), fields: fieldsInput(TaxRate).optional() }),
  output: TaxRate,
  refuses: [notFound],
  run: (context, { id }) => readTaxRate(context, id),
});
