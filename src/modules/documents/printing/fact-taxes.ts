import { type Decimal, percentScale } from '../../../core/decimal.ts';
import type { LineTax, TaxCategory, TaxTotal } from '../../../render/facts.ts';
import type { PricedRow } from './priced-rows.ts';

type StoredTax = PricedRow['taxes'][number];

const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const satisfies readonly TaxCategory[];

/** Taxes that are added to a line; what the buyer keeps back is told of the whole document only. */
export function lineTaxes(taxes: readonly StoredTax[]): LineTax[] {
  return taxes.filter(({ kind }) => kind !== 'withholding').map(lineTax);
}

export function taxTotal(tax: StoredTax): TaxTotal {
  const { exemption_reason: reason = null, exemption_reason_code: code = null } = tax;
  return {
    ...lineTax(tax),
    base: BigInt(tax.base),
    amount: BigInt(tax.amount),
    exemption: reason === null && code === null ? null : { reason, code },
    withheld: tax.kind === 'withholding',
  };
}

function lineTax({ category, percentage, name }: StoredTax): LineTax {
  const percent: Decimal = { units: BigInt(percentage), scale: percentScale };
  return { category: categories.find((known) => known === category) ?? 'S', percent, name };
}
