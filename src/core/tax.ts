import { percentScale, powerOfTen } from './decimal.ts';
import { at, sum } from './list.ts';
import { divide, type RoundingMode } from './rounding.ts';
import { shareOut } from './share.ts';

/** 100 % in millionths of a percent. */
export const hundredPercent = 100n * powerOfTen(percentScale);

/**
 * A tax as it is charged: `percentage` in millionths of a percent; a `compound` tax is also charged on the taxes of a
 * lower `sequence`; a `withholding` tax is kept back by the client, so it lowers what is paid and not what is earned.
 */
export type TaxRate = {
  readonly id: string;
  readonly percentage: bigint;
  readonly kind: 'standard' | 'withholding';
  readonly compound: boolean;
  readonly sequence: number;
};

export type TaxRounding = 'per_document' | 'per_line';
export type TaxRules = {
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: TaxRounding;
  readonly roundingMode: RoundingMode;
};

/** An amount in minor units, with its standard taxes inside or not as the rules say. */
export type Taxable = { readonly amount: bigint; readonly taxes: readonly TaxRate[] };
export type AppliedTax = { readonly rate: TaxRate; readonly base: bigint; readonly amount: bigint };

/** `tax` sums the standard taxes, `withheld` the withholding ones; both are listed in `taxes`, in order of sequence. */
export type Taxed = {
  readonly net: bigint;
  readonly tax: bigint;
  readonly withheld: bigint;
  readonly taxes: readonly AppliedTax[];
};

/**
 * Taxes every item, rounding once per document or once per line.
 *
 * Per document, items with the same taxes form a group. The tax of the group is rounded once and then allocated to its
 * items by largest remainder, so that both the document and every line are right to the minor unit. Where prices
 * include tax the gross is the anchor: the net of the group is rounded, its tax is the difference, and no item's net
 * and tax ever sum to anything but its amount.
 */
export function applyTaxes(items: readonly Taxable[], rules: TaxRules): Taxed[] {
  const result: Taxed[] = [];
  for (const group of groupsOf(items, rules.taxRounding)) {
    const amounts = group.positions.map((position) => at(items, position).amount);
    const taxed = taxGroup(amounts, group.rates, rules);
    for (const [index, position] of group.positions.entries()) result[position] = at(taxed, index);
  }
  return result;
}

/** One row per rate, in order of first appearance: what a document prints below its lines. */
export function sumTaxes(items: readonly Pick<Taxed, 'taxes'>[]): AppliedTax[] {
  const byRate = new Map<string, AppliedTax>();
  for (const { taxes } of items) {
    for (const { rate, base, amount } of taxes) {
      const before = byRate.get(rate.id);
      const row = before === undefined ? { rate, base, amount } : add(before, base, amount);
      byRate.set(rate.id, row);
    }
  }
  return [...byRate.values()];
}

/** What is left of a tax-inclusive amount without its standard taxes. */
export function withoutTax(amount: bigint, rates: readonly TaxRate[], mode: RoundingMode): bigint {
  const { numerator, denominator } = growthOf(inOrder(rates));
  return divide(amount * denominator, numerator, mode);
}

/** The net and the taxes that an item is left with, put together so that they always agree. */
export function taxedOf(net: bigint, rates: readonly TaxRate[], amounts: readonly bigint[]): Taxed {
  let tax = 0n;
  let withheld = 0n;
  const taxes: AppliedTax[] = [];
  for (const [index, rate] of rates.entries()) {
    const amount = at(amounts, index);
    taxes.push({ rate, base: rate.compound ? net + tax : net, amount });
    if (rate.kind === 'standard') tax += amount;
    else withheld += amount;
  }
  return { net, tax, withheld, taxes };
}

type Group = { readonly rates: readonly TaxRate[]; readonly positions: number[] };

function groupsOf(items: readonly Taxable[], rounding: TaxRounding): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [position, item] of items.entries()) {
    const rates = inOrder(item.taxes);
    const key = rounding === 'per_line' ? String(position) : rates.map((rate) => rate.id).join('\n');
    const group = groups.get(key);
    if (group !== undefined) {
      group.positions.push(position);
      continue;
    }
    if (rates.some((rate) => rate.percentage < 0n)) throw new RangeError('a tax rate is never negative');
    groups.set(key, { rates, positions: [position] });
  }
  return groups.values();
}

/** By sequence, and by id where two are charged at once, so that the order of input never moves a cent. */
function inOrder(rates: readonly TaxRate[]): readonly TaxRate[] {
  if (rates.length < 2) return rates;
  return rates.toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1));
}

function taxGroup(amounts: readonly bigint[], rates: readonly TaxRate[], rules: TaxRules): Taxed[] {
  const whole = taxWhole(sum(amounts), rates, rules);
  if (amounts.length === 1) return [taxedOf(whole.net, rates, whole.amounts)];
  const nets = rules.pricesIncludeTax ? shareOut(whole.net, amounts) : amounts;
  // With prices that include tax, what an item may still be taxed is what its net leaves of its price.
  const open = amounts.map((amount, index) => amount - at(nets, index));
  const shares = rates.map((rate, index) => {
    const total = at(whole.amounts, index);
    if (!rules.pricesIncludeTax || rate.kind === 'withholding') return shareOut(total, nets);
    const parts = shareOut(total, open);
    for (const [position, part] of parts.entries()) open[position] = at(open, position) - part;
    return parts;
  });
  return nets.map((net, position) =>
    taxedOf(
      net,
      rates,
      shares.map((parts) => at(parts, position)),
    ),
  );
}

type Whole = { readonly net: bigint; readonly amounts: readonly bigint[] };

function taxWhole(amount: bigint, rates: readonly TaxRate[], rules: TaxRules): Whole {
  const inside = rules.pricesIncludeTax ? taxInside(amount, rates, rules.roundingMode) : undefined;
  const net = inside === undefined ? amount : inside.net;
  let tax = 0n;
  const amounts = rates.map((rate, index) => {
    const known = rate.kind === 'standard' ? inside?.amounts[index] : undefined;
    const base = rate.compound ? net + tax : net;
    const charged = known ?? divide(base * rate.percentage, hundredPercent, rules.roundingMode);
    if (rate.kind === 'standard') tax += charged;
    return charged;
  });
  return { net, amounts };
}

/** Splits the tax inside a gross by the exact weight of each rate; what is withheld is never inside. */
function taxInside(gross: bigint, rates: readonly TaxRate[], mode: RoundingMode): Whole {
  const { numerator, denominator, weights } = growthOf(rates);
  const net = divide(gross * denominator, numerator, mode);
  return { net, amounts: shareOut(gross - net, weights) };
}

type Growth = { readonly numerator: bigint; readonly denominator: bigint; readonly weights: readonly bigint[] };

/** Gross / net as an exact fraction: the product of 1 + rate where all compound, 1 + the sum of rates where none do. */
function growthOf(rates: readonly TaxRate[]): Growth {
  let numerator = 1n;
  let denominator = 1n;
  let weights: bigint[] = [];
  for (const { kind, percentage, compound } of rates) {
    const rate = kind === 'standard' ? percentage : 0n;
    const weight = rate * (compound ? numerator : denominator);
    weights = [...weights.map((before) => before * hundredPercent), weight];
    numerator = numerator * hundredPercent + weight;
    denominator *= hundredPercent;
  }
  return { numerator, denominator, weights };
}

function add(row: AppliedTax, base: bigint, amount: bigint): AppliedTax {
  return { rate: row.rate, base: row.base + base, amount: row.amount + amount };
}
