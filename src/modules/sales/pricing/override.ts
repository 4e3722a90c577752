import { z } from 'zod';
import { needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';

/** The permission that overrides each limit. */
const permissions = { credit_limit: 'sales:credit', price_floor: 'sales:price' } as const;
const limits = ['credit_limit', 'price_floor'] as const;

export type Override = (typeof limits)[number];

export const overrideInput = z
  .array(z.enum(limits))
  .max(limits.length)
  .optional()
  .describe('Limits to override; needs the permission sales:credit or sales:price.');

/** Refuses overriding to whoever may not. */
export function needOverrides(context: Context, overrides: readonly Override[]): void {
  for (const limit of overrides) needPermission(context, permissions[limit]);
}
