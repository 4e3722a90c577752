import type { Decimal } from '../core/decimal.ts';
import type { TaxCategory } from '../render/facts.ts';
import { none } from './exact.ts';
import { UnreadableInvoice } from './unreadable.ts';

const categories: ReadonlySet<string> = new Set<TaxCategory>(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']);

export function categoryFrom(code: string, place: string): TaxCategory {
  if (isCategory(code)) return code;
  throw new UnreadableInvoice('field_wrong', `${place} is no category of tax: "${code.slice(0, 40)}"`, place);
}

/** An amount that may be left out is zero then. */
export function orZero(amount: Decimal | null): Decimal {
  return amount ?? none;
}

export function isGiven<Value>(value: Value | null): value is Value {
  return value !== null;
}

function isCategory(code: string): code is TaxCategory {
  return categories.has(code);
}
