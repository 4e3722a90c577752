import { money } from '../../../core/money.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf } from '../../exchange/index.ts';
import type { DocumentRecord } from '../document.ts';
import type { DocumentRow } from '../document-row.ts';

type Priced = Pick<
  DocumentRecord,
  | ('base_currency' | 'exchange_rate' | 'rate_source' | 'rate_date' | 'prices_include_tax' | 'tax_rounding')
  | ('cash_rounding' | 'lines' | 'discounts' | 'charges' | 'totals' | 'base_total')
>;

type Unpriced = Pick<DocumentRow, 'total' | 'currency' | 'content'>;

/** Prices of a document without lines: its total alone, such as the amount of a receipt. */
export function unpriced(context: Context, { total, currency, content }: Unpriced): Priced {
  const none = money(0n, currency);
  const base = baseOf(context);
  const worth = worthIn(base, { total, currency, content });
  return {
    base_currency: base,
    exchange_rate: worth.rate,
    rate_source: null,
    rate_date: null,
    prices_include_tax: false,
    tax_rounding: 'per_document',
    cash_rounding: false,
    lines: [],
    discounts: [],
    charges: [],
    totals: {
      gross: none,
      line_discount: none,
      document_discount: none,
      net: none,
      charges: none,
      tax: none,
      taxes: [],
      withheld: none,
      after_tax_discount: none,
      rounding: none,
      total: money(total, currency),
    },
    base_total: worth.total,
  };
}

/**
 * A receipt has the base value of its payments. A statement in another currency has none: each of its entries has its
 * own.
 */
function worthIn(base: string, { total, currency, content }: Unpriced) {
  if (content?.receipt !== undefined) {
    return { rate: content.receipt.exchange_rate, total: money(BigInt(content.receipt.base_total), base) };
  }
  return currency === base ? { rate: '1', total: money(total, base) } : { rate: null, total: null };
}
