import type { Decimal } from '../core/decimal.ts';
import type { TaxCategory } from '../render/facts.ts';
import { none } from './exact.ts';

const categories: ReadonlySet<string> = new Set<TaxCategory>(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']);

/**
 * A category that EN 16931 does not know, as of an older ZUGFeRD or of Italy, is taken by its rate: what matters to the
 * books is what is charged. {@link readInvoice} warns of it.
 */
export function categoryFrom(code: string, percent: Decimal | null): TaxCategory {
  if (isCategory(code)) return code;
  return percent !== null && percent.units > 0n ? 'S' : 'E';
}

/** An amount that may be left out is zero then. */
export function orZero(amount: Decimal | null): Decimal {
  return amount ?? none;
}

export function isGiven<Value>(value: Value | null): value is Value {
  return value !== null;
}

export function isCategory(code: string): code is TaxCategory {
  return categories.has(code);
}
