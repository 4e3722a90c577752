import { convert, type Exchange } from './exchange.ts';
import { sum } from './list.ts';
import type { PricedSale } from './sale.ts';

/** Base value of a sale in another currency; `total` is the sum of the rest, as in `SaleTotals`. */
export type SaleWorth = {
  readonly undiscounted: bigint;
  readonly net: bigint;
  readonly charges: bigint;
  readonly tax: bigint;
  readonly withheld: bigint;
  readonly afterTaxDiscount: bigint;
  readonly rounding: bigint;
  readonly total: bigint;
};

/** Each line, charge and tax is converted by itself, as it is posted; `rounding` has what that leaves over in it. */
export function worthOf({ lines, charges, totals }: PricedSale, exchange: Exchange): SaleWorth {
  const worth = (amounts: readonly bigint[]) => sum(amounts.map((amount) => convert(amount, exchange)));
  const taxes = (kind: string) => totals.taxes.filter(({ rate }) => rate.kind === kind).map(({ amount }) => amount);
  const net = worth(lines.map((line) => line.net));
  const charged = worth(charges.map((charge) => charge.net));
  const tax = worth(taxes('standard'));
  const withheld = worth(taxes('withholding'));
  const afterTaxDiscount = worth([totals.afterTaxDiscount]);
  const total = worth([totals.total]);
  return {
    undiscounted: worth(lines.map((line) => line.undiscounted)),
    net,
    charges: charged,
    tax,
    withheld,
    afterTaxDiscount,
    rounding: total - (net + charged + tax - withheld - afterTaxDiscount),
    total,
  };
}

/** What bears no tax, in the base currency: each line and charge is converted by itself, as reports convert them. */
export function untaxedOf({ lines, charges }: Pick<PricedSale, 'lines' | 'charges'>, exchange?: Exchange): bigint {
  const untaxed = [...lines, ...charges].filter(({ taxes }) => taxes.length === 0).map(({ net }) => net);
  return sum(exchange === undefined ? untaxed : untaxed.map((net) => convert(net, exchange)));
}
