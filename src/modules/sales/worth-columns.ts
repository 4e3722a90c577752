import type { Exchange } from '../../core/exchange.ts';
import type { PricedSale } from '../../core/sale.ts';
import { untaxedOf, worthOf } from '../../core/sale-worth.ts';

/** What the sale is worth in the base currency: null where it is in that, but for what bears no tax. */
export function worthColumns(priced: PricedSale, exchange: Exchange | undefined) {
  const worth = exchange && worthOf(priced, exchange);
  return {
    untaxed: untaxedOf(priced, exchange),
    base_undiscounted: worth?.undiscounted ?? null,
    base_net: worth?.net ?? null,
    base_charges_net: worth?.charges ?? null,
    base_tax: worth?.tax ?? null,
    base_withheld: worth?.withheld ?? null,
    base_after_tax_discount: worth?.afterTaxDiscount ?? null,
    base_rounding: worth?.rounding ?? null,
    base_total: worth?.total ?? null,
    base_settled: worth === undefined ? null : 0n,
  };
}
