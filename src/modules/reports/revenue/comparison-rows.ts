import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import type { ChangeParts, ChangeSplit, PeriodSales } from '../../../core/price-volume-mix.ts';
import { Decimal, Money, SignedQuantity } from '../../../wire/index.ts';
import { percentOf } from '../figure.ts';
import { groupFields } from './revenue-groups.ts';

const netParts = {
  price: Money.describe('Units of now times the change of net per unit, so after discounts.'),
  volume: Money.describe('Change of units at the average net, or margin, per unit of before.'),
  mix: Money.describe(
    'As far as the change of units was in products that sell for, or earn, more or less than average.',
  ),
  new: Money.describe('Sold in this period only.'),
  gone: Money.describe('Sold in the compared period only.'),
  other: Money.describe('No product, or only given back.'),
};
const unitCost = Money.describe('Units of now times the change of cost per unit; a rise is negative.');

const amounts = {
  amount: Money,
  compared: Money,
  change: Money,
  change_percent: Decimal.nullable().describe('Change in percent of the comparison; null if that is zero.'),
};
const byProduct = 'They add up to the change exactly. Null unless grouped by product or variant.';

const sums = {
  units: SignedQuantity.nullable().describe('Null unless grouped by product, variant or category.'),
  compared_units: SignedQuantity.nullable(),
  net: z.object({ ...amounts, parts: z.object(netParts).nullable().describe(byProduct) }),
  cost: z.object(amounts).nullable().describe('Null without the permission costs:read.'),
  margin: z
    .object({
      ...amounts,
      parts: z
        .object({ ...netParts, unit_cost: unitCost })
        .nullable()
        .describe(byProduct),
    })
    .nullable()
    .describe('Net less cost of goods.'),
  margin_percent: Decimal.nullable().describe('Percentage of net.'),
  compared_margin_percent: Decimal.nullable(),
};

export const ComparisonTotals = z.object(sums);
export const ComparisonRow = z.object({
  ...groupFields,
  ...sums,
});
export type ComparisonTotals = z.output<typeof ComparisonTotals>;
export type ComparisonRow = z.output<typeof ComparisonRow>;

/** A group in both periods, with the parts of its change where those are asked for. */
export type ComparedSales = {
  readonly before: PeriodSales;
  readonly now: PeriodSales;
  readonly split: ChangeSplit | undefined;
};

export type ComparisonFrame = {
  readonly currency: string;
  readonly hasUnits: boolean;
  readonly seesCosts: boolean;
};

export function addSales(all: readonly PeriodSales[]): PeriodSales {
  const of = (figure: keyof PeriodSales) => sum(all.map((one) => one[figure]));
  return { units: of('units'), net: of('net'), cost: of('cost') };
}

export function marginOf({ net, cost }: PeriodSales): bigint {
  return net - cost;
}

export function comparisonOf({ before, now, split }: ComparedSales, frame: ComparisonFrame): ComparisonTotals {
  const inCurrency = (minor: bigint) => money(minor, frame.currency);
  const changed = (after: bigint, compared: bigint) => ({
    amount: inCurrency(after),
    compared: inCurrency(compared),
    change: inCurrency(after - compared),
    change_percent: percentOf(after - compared, compared),
  });
  const shared = (parts: ChangeParts) => ({
    price: inCurrency(parts.price),
    volume: inCurrency(parts.volume),
    mix: inCurrency(parts.mix),
    new: inCurrency(parts.new),
    gone: inCurrency(parts.gone),
    other: inCurrency(parts.other),
  });
  const earned = split && { ...shared(split.margin), unit_cost: inCurrency(split.margin.unit_cost) };
  const seen = frame.seesCosts;
  return {
    units: frame.hasUnits ? now.units : null,
    compared_units: frame.hasUnits ? before.units : null,
    net: { ...changed(now.net, before.net), parts: split ? shared(split.net) : null },
    cost: seen ? changed(now.cost, before.cost) : null,
    margin: seen ? { ...changed(marginOf(now), marginOf(before)), parts: earned ?? null } : null,
    margin_percent: seen ? percentOf(marginOf(now), now.net) : null,
    compared_margin_percent: seen ? percentOf(marginOf(before), before.net) : null,
  };
}
