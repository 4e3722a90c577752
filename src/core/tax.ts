import { unitPriceExtraDigits } from './currency.ts';
import { percentScale, powerOfTen, quantityScale } from './decimal.ts';
import { at, sum } from './list.ts';
import { divide, type RoundingMode } from './rounding.ts';
import { shareOut } from './share.ts';

/** 100 % in millionths of a percent. */
export const hundredPercent = 100n * powerOfTen(percentScale);

/**
 * A tax as it is charged: `percentage` in millionths of a percent; a `compound` tax is also charged on the taxes of a
 * lower `sequence`; a `withholding` tax is kept back by the client, so it lowers what is paid and not what is earned;
 * a `reverse_charge` tax is owed by the buyer to the tax office, so it is computed and neither paid nor kept back.
 * `fixed` taxes each unit, in millionths of a minor unit, instead of a percentage.
 */
export type TaxRate = {
  readonly id: string;
  readonly percentage: bigint;
  readonly fixed?: bigint | null | undefined;
  readonly kind: 'standard' | 'withholding' | 'reverse_charge';
  readonly compound: boolean;
  readonly sequence: number;
};

export type TaxRounding = 'per_document' | 'per_line';
export type TaxRules = {
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: TaxRounding;
  readonly roundingMode: RoundingMode;
};

/**
 * An amount in minor units, with its standard taxes inside or not as the rules say. `quantity`, one unless said, is in
 * 1/100,000.
 */
export type Taxable = {
  readonly amount: bigint;
  readonly taxes: readonly TaxRate[];
  readonly quantity?: bigint | undefined;
};
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
    place(result, group.positions, taxGroup(itemsAt(items, group.positions), group.rates, rules));
  }
  return result;
}

function place(result: Taxed[], positions: readonly number[], taxed: readonly Taxed[]): void {
  for (const [index, position] of positions.entries()) result[position] = at(taxed, index);
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

/** Net of a part of a tax-inclusive amount, by the standard percentages. */
export function withoutTax(amount: bigint, rates: readonly TaxRate[], mode: RoundingMode): bigint {
  return taxInside({ amount, quantity: 0n }, inOrder(rates), mode).net;
}

/** Net of a tax-inclusive unit price, in millionths of a minor unit, by its standard taxes. */
export function priceWithoutTax(price: bigint, rates: readonly TaxRate[], mode: RoundingMode): bigint {
  return taxInside({ amount: price, quantity: exactPerMinor }, inOrder(rates), mode).net;
}

/** A unit price, in millionths of a minor unit, with its standard taxes. */
export function priceWithTax(price: bigint, rates: readonly TaxRate[], rules: TaxRules): bigint {
  const whole = { amount: price, taxes: rates, quantity: exactPerMinor };
  const [taxed] = applyTaxes([whole], { ...rules, pricesIncludeTax: false });
  return price + (taxed?.tax ?? 0n);
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
    else if (rate.kind === 'withholding') withheld += amount;
  }
  return { net, tax, withheld, taxes };
}

type Group = { readonly rates: readonly TaxRate[]; readonly positions: number[] };

function groupsOf(items: readonly Taxable[], rounding: TaxRounding): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const [position, item] of items.entries()) {
    const rates = inOrder(item.taxes);
    // A tax by the unit is not in proportion to the price, so its line is in no group.
    const isAlone = rounding === 'per_line' || rates.some(isFixed);
    const key = isAlone ? String(position) : rates.map((rate) => rate.id).join('\n');
    const group = groups.get(key);
    if (group !== undefined) {
      group.positions.push(position);
      continue;
    }
    if (rates.some((rate) => rate.percentage < 0n || (rate.fixed ?? 0n) < 0n))
      throw new RangeError('a tax rate is never negative');
    groups.set(key, { rates, positions: [position] });
  }
  return groups.values();
}

/** By sequence, and by id where two are charged at once, so that the order of input never moves a cent. */
function inOrder(rates: readonly TaxRate[]): readonly TaxRate[] {
  if (rates.length < 2) return rates;
  return rates.toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1));
}

/**
 * The tax of a rate is rounded once, also where goods are taken back: items sold have the tax that they would have by
 * themselves, and those taken back the rest.
 */
function taxGroup(items: readonly Taxable[], rates: readonly TaxRate[], rules: TaxRules): Taxed[] {
  const whole = wholeOf(items, rates, rules);
  const isBack = items.map(({ amount }) => amount < 0n);
  if (isBack.every((one) => one === isBack[0])) return sharedTax(items, whole, { rates, rules });
  const sold = [...items.keys()].filter((position) => isBack[position] === false);
  const back = [...items.keys()].filter((position) => isBack[position] === true);
  const ofSold = wholeOf(itemsAt(items, sold), rates, rules);
  const ofBack = {
    net: whole.net - ofSold.net,
    amounts: whole.amounts.map((amount, index) => amount - at(ofSold.amounts, index)),
  };
  const result: Taxed[] = [];
  place(result, sold, sharedTax(itemsAt(items, sold), ofSold, { rates, rules }));
  place(result, back, sharedTax(itemsAt(items, back), ofBack, { rates, rules }));
  return result;
}

function itemsAt(items: readonly Taxable[], positions: readonly number[]): Taxable[] {
  return positions.map((position) => at(items, position));
}

function wholeOf(items: readonly Taxable[], rates: readonly TaxRate[], rules: TaxRules): Whole {
  const amount = sum(items.map((item) => item.amount));
  return taxWhole({ amount, quantity: sum(items.map((item) => item.quantity ?? oneUnit)) }, rates, rules);
}

type Taxing = { readonly rates: readonly TaxRate[]; readonly rules: TaxRules };

/** Items of one sign, with their shares of what they come to together. */
function sharedTax(items: readonly Taxable[], whole: Whole, { rates, rules }: Taxing): Taxed[] {
  const amounts = items.map(({ amount }) => amount);
  if (amounts.length === 1) return [taxedOf(whole.net, rates, whole.amounts)];
  const nets = rules.pricesIncludeTax ? shareOut(whole.net, amounts) : amounts;
  // With prices that include tax, what an item may still be taxed is what its net leaves of its price.
  const open = amounts.map((amount, index) => amount - at(nets, index));
  const shares = rates.map((rate, index) => {
    const total = at(whole.amounts, index);
    if (!rules.pricesIncludeTax || rate.kind !== 'standard') return shareOut(total, nets);
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

const oneUnit = powerOfTen(quantityScale);
/** A quantity times a fixed tax is this much finer than a minor unit. */
const exactPerMinor = powerOfTen(quantityScale + unitPriceExtraDigits);

type Part = { readonly amount: bigint; readonly quantity: bigint };

function isFixed(rate: TaxRate): rate is TaxRate & { readonly fixed: bigint } {
  return typeof rate.fixed === 'bigint';
}

type Whole = { readonly net: bigint; readonly amounts: readonly bigint[] };

function taxWhole({ amount, quantity }: Part, rates: readonly TaxRate[], rules: TaxRules): Whole {
  const inside = rules.pricesIncludeTax ? taxInside({ amount, quantity }, rates, rules.roundingMode) : undefined;
  const net = inside === undefined ? amount : inside.net;
  let tax = 0n;
  const amounts = rates.map((rate, index) => {
    const known = rate.kind === 'standard' ? inside?.amounts[index] : undefined;
    const charged = known ?? chargedOn(rate, { amount: rate.compound ? net + tax : net, quantity }, rules.roundingMode);
    if (rate.kind === 'standard') tax += charged;
    return charged;
  });
  return { net, amounts };
}

function chargedOn(rate: TaxRate, { amount, quantity }: Part, mode: RoundingMode): bigint {
  if (isFixed(rate)) return divide(rate.fixed * quantity, exactPerMinor, mode);
  return divide(amount * rate.percentage, hundredPercent, mode);
}

/** Splits the tax inside a gross by the exact weight of each rate; only standard taxes are ever inside. */
function taxInside({ amount, quantity }: Part, rates: readonly TaxRate[], mode: RoundingMode): Whole {
  const { numerator, denominator, fixed, parts } = growthOf(rates, quantity);
  const left = amount * denominator * exactPerMinor - fixed;
  const exact = (fixed > 0n && left < 0n) || (fixed < 0n && left > 0n) ? 0n : left;
  const net = divide(exact, numerator * exactPerMinor, mode);
  const weights = parts.map(({ ofNet, ofUnits }) => exact * ofNet + ofUnits * numerator);
  // Without units every weight has the same factor, and a net of zero would leave none.
  return { net, amounts: shareOut(amount - net, fixed === 0n ? parts.map(({ ofNet }) => ofNet) : weights) };
}

/**
 * Gross as a function of net, as exact fractions: gross = net × numerator / denominator + fixed / (denominator ×
 * {@link exactPerMinor}). The product of 1 + rate where all compound, 1 + the sum of rates where none do.
 */
type Growth = {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly fixed: bigint;
  /** Share of each rate in the net and in the tax by the unit. */
  readonly parts: readonly { readonly ofNet: bigint; readonly ofUnits: bigint }[];
};

function growthOf(rates: readonly TaxRate[], quantity: bigint): Growth {
  let numerator = 1n;
  let denominator = 1n;
  let fixed = 0n;
  let parts: Growth['parts'] = [];
  for (const rate of rates) {
    const percentage = rate.kind === 'standard' && !isFixed(rate) ? rate.percentage : 0n;
    const perUnit = rate.kind === 'standard' && isFixed(rate) ? rate.fixed * quantity : 0n;
    const ofNet = percentage * (rate.compound ? numerator : denominator);
    const ofUnits = perUnit * denominator * hundredPercent + (rate.compound ? percentage * fixed : 0n);
    const scaled = parts.map((part) => ({
      ofNet: part.ofNet * hundredPercent,
      ofUnits: part.ofUnits * hundredPercent,
    }));
    parts = [...scaled, { ofNet, ofUnits }];
    numerator = numerator * hundredPercent + ofNet;
    fixed = fixed * hundredPercent + ofUnits;
    denominator *= hundredPercent;
  }
  return { numerator, denominator, fixed, parts };
}

function add(row: AppliedTax, base: bigint, amount: bigint): AppliedTax {
  return { rate: row.rate, base: row.base + base, amount: row.amount + amount };
}
