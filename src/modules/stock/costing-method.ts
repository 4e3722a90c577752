import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Day, Money } from '../../wire/index.ts';
import { Organization } from '../organization/index.ts';

export const CostingMethod = Organization.shape.inventory.shape.costing_method;
export type CostingMethod = z.output<typeof CostingMethod>;

export const CostingChange = z.object({
  costing_method: CostingMethod,
  effective_date: Day.describe('The first day of the fiscal year, which the revaluation counts for.'),
  variant_count: z.int().describe('How many variants were in stock, or owed.'),
  value_before: Money.nullable().describe('What they were worth; this and the next two need costs:read.'),
  value: Money.nullable().describe('What they are worth now.'),
  difference: Money.nullable().describe('Posted to the inventory adjustments.'),
});

export const costingMethodChanged = event(
  'costing_method.changed',
  z.object({ costing_method: CostingMethod, effective_date: Day, variant_count: z.int() }),
);

export const costingMethodFixed = refusal(
  'costing_method_fixed',
  409,
  'Stock has moved in this fiscal year, so the costing method stays until the next.',
  'Change it on `changes_on` or later, before anything moves in that year.',
);
