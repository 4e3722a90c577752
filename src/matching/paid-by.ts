import { absolute } from '../core/absolute.ts';
import type { Line } from './model.ts';

/** What was paid, before a provider kept its fee of it, or without what it took on top. */
export function paidBy({ amount, kept = 0n }: Line): bigint {
  return amount > 0n ? amount + kept : absolute(amount) - kept;
}
