import { z } from 'zod';
import { refusal } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { Day, Money } from '../../../wire/index.ts';
import { Organization } from '../../organization/index.ts';

export const CostingMethod = Organization.shape.inventory.shape.costing_method;
export type CostingMethod = z.output<typeof CostingMethod>;

export const CostingChange = z.object({
  costing_method: CostingMethod,
  effective_date: Day.describe('The first day of the fiscal year, on which the revaluation takes effect.'),
  variant_count: z.int().describe('Number of variants with stock or a negative quantity.'),
  value_before: Money.nullable().describe('Stock value before; this and the next two need costs:read.'),
  value: Money.nullable().describe('Stock value after.'),
  difference: Money.nullable().describe('Revaluation posted to inventory adjustments.'),
});

export const costingMethodChanged = event(
  'costing_method.changed',
  z.object({ costing_method: CostingMethod, effective_date: Day, variant_count: z.int() }),
);

export const costingMethodFixed = refusal(
  'costing_method_fixed',
  409,
  'Stock has moved in this fiscal year, so the costing method cannot change until the next.',
  'Change it on or after `changes_on`, before any stock moves in that year.',
);
