import { unitPriceScale } from '../../../core/currency.ts';
import { type Decimal, percentScale, powerOfTen, quantityScale, rescale } from '../../../core/decimal.ts';
import { isKeepable } from '../../../core/money.ts';
import { listedPriceOf, type ListPrice, priceOf } from '../../../core/price.ts';
import {
  type DocumentDiscount,
  type DraftCharge,
  type DraftLine,
  type PricedSale,
  priceSale,
  SaleFault,
} from '../../../core/sale.ts';
import { priceWithoutTax, priceWithTax, type TaxRules } from '../../../core/tax.ts';
import { fault, sentenceOf } from '../../../operation/fault.ts';
import type { TaxRateForSale, VariantForSale } from '../../products/index.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf } from '../../exchange/index.ts';
import { amountFrom } from './amount-from.ts';
import { isTakeable } from './bundle.ts';
import { quantitiesSold, reasonUntaxed, type SaleParts } from '../load-sale.ts';
import { currencyMismatch } from '../sale.ts';
import type { LineRow, StoredDiscount } from '../sale-row.ts';
import type { ChargeGiven, DiscountGiven, LineGiven, PriceInput, PriceOrigin } from '../drafts/sale-input.ts';

/** A line with all that was left to defaults filled in. */
export type PricedInputLine = Omit<DraftLine, 'taxes'> & {
  readonly given: LineGiven;
  readonly variant: VariantForSale | undefined;
  readonly origin: PriceOrigin;
  readonly taxes: readonly TaxRateForSale[];
  readonly tax_source: LineRow['tax_source'];
};

export type PricedInputCharge = Omit<DraftCharge, 'taxes'> & {
  readonly given: ChargeGiven;
  readonly taxes: readonly TaxRateForSale[];
};

export type PricedInput = {
  readonly rules: TaxRules & { readonly cashRounding: boolean; readonly increment: bigint | null };
  readonly lines: readonly PricedInputLine[];
  readonly charges: readonly PricedInputCharge[];
  readonly discounts: readonly (DocumentDiscount & { readonly given: DiscountGiven })[];
  /** Every rate that any of them is taxed with, by its id. */
  readonly rates: ReadonlyMap<string, TaxRateForSale>;
  readonly priced: PricedSale;
};

/** Fills in prices, taxes and discounts from the catalogue and the client, and computes every amount. */
export function priceInput(
  context: Context,
  { currency, ...input }: PriceInput & { readonly currency: string },
  parts: SaleParts,
): PricedInput {
  const { settings, client } = parts;
  // The coins that the organisation rounds to are those of its own currency.
  const coin = currency === baseOf(context) ? settings.cashRoundingIncrement : null;
  const cashRounding = input.cash_rounding ?? coin !== null;
  const rules = {
    pricesIncludeTax: input.prices_include_tax ?? settings.taxInclusiveDefault,
    taxRounding: settings.taxRounding,
    roundingMode: settings.roundingMode,
    cashRounding,
    increment: cashRounding ? coin : null,
  };
  const fields = { currency, parts, rules, quantities: quantitiesOf(input.lines) };
  const lines = input.lines.map((given, index) => inputLine(given, `/lines/${index}`, fields));
  const charges = (input.charges ?? []).map((given, index) => inputCharge(given, `/charges/${index}`, fields));
  const discounts = (input.discounts ?? clientDiscount(client?.discountPercent)).map((given, index) =>
    inputDiscount(given, `/discounts/${index}`, currency),
  );
  const cashRoundingIncrement = rules.increment ?? undefined;
  const priced = pricedOrRefused(() =>
    priceSale({ ...rules, currency, lines, charges, discounts, cashRoundingIncrement }),
  );
  const rates = new Map([...lines, ...charges].flatMap(({ taxes }) => taxes.map((rate) => [rate.id, rate])));
  checkFixed(currency === baseOf(context), rates);
  return { rules, lines, charges, discounts, rates, priced };
}

/** A tax by the unit is an amount of the base currency. */
function checkFixed(isBase: boolean, rates: ReadonlyMap<string, TaxRateForSale>): void {
  const fixed = [...rates.values()].find((rate) => rate.fixed !== null);
  if (isBase || fixed === undefined) return;
  throw fault('/currency', 'fixed_tax', `${fixed.name} is an amount in the base currency. Sell in that currency.`);
}

type Fields = {
  readonly currency: string;
  readonly parts: SaleParts;
  readonly rules: TaxRules;
  /** The total quantity of a variant over all lines decides its tier. */
  readonly quantities: ReadonlyMap<string, bigint>;
};

/** Of a variant that is only taken back, the quantity that comes back: it was sold at that tier. */
function quantitiesOf(lines: readonly LineGiven[]): ReadonlyMap<string, bigint> {
  const turned = lines.map(({ variant_id, quantity }) => ({ variant_id, quantity: -quantity }));
  return new Map([...quantitiesSold(turned), ...quantitiesSold(lines)]);
}

function inputLine(given: LineGiven, pointer: string, fields: Fields): PricedInputLine {
  const { currency, parts } = fields;
  const variant = given.variant_id === undefined ? undefined : parts.variants.get(given.variant_id);
  if (variant === undefined && given.name === undefined)
    throw fault(`${pointer}/name`, 'required', 'Write the name of the item, or name its variant.');
  const decimals = variant?.unit?.decimals ?? quantityScale;
  if (given.quantity % powerOfTen(quantityScale - decimals) !== 0n) {
    throw fault(`${pointer}/quantity`, 'wrong_scale', `Write at most ${decimals} decimals for this item.`);
  }
  if (!isTakeable(variant?.components ?? [], given.quantity)) {
    throw fault(`${pointer}/quantity`, 'wrong_scale', 'Write a quantity that needs whole units of each component.');
  }
  const { taxes, tax_source } = taxedAs(given, variant, parts);
  const { unitPrice, ...origin } =
    given.unit_price === undefined
      ? listPrice(variant, { ...fields, taxes, pointer })
      : { unitPrice: priceFrom(given.unit_price, `${pointer}/unit_price`, currency), ...(given.priced ?? asGiven) };
  const discount = given.discount ?? undefined;
  return {
    given,
    variant,
    origin,
    quantity: given.quantity,
    unitPrice,
    discount: discount && reduction(discount, `${pointer}/discount/value`, currency),
    taxes,
    tax_source,
  };
}

type Taxed = Pick<PricedInputLine, 'taxes' | 'tax_source'>;

function taxedAs(given: LineGiven, variant: VariantForSale | undefined, parts: SaleParts): Taxed {
  const { tax_rate_ids: ids, taxed = 'given' } = given;
  if (ids === undefined) return taxesOf(variant, parts);
  return { taxes: ids.map((id) => rateOf(parts, id)), tax_source: taxed };
}

function rateOf(parts: SaleParts, id: string): TaxRateForSale {
  const rate = parts.taxRates.get(id);
  if (rate === undefined) throw new RangeError(`tax rate ${id} was not loaded`);
  return asSold(rate);
}

/** By reverse charge the buyer owes the tax: the sale says so, and charges nothing. */
function asSold(rate: TaxRateForSale): TaxRateForSale {
  return rate.kind === 'reverse_charge' ? { ...rate, percentage: 0n } : rate;
}

/**
 * Unless the line says otherwise: what the client is always charged, else what the variant is, else the default rate;
 * for a client who pays no tax, the rate that says why.
 */
export function taxesOf(variant: VariantForSale | undefined, parts: SaleParts): Taxed {
  if (reasonUntaxed(parts.client) !== undefined) return { taxes: parts.untaxed.map(asSold), tax_source: 'client' };
  const ofClient = parts.client?.defaultTaxRateIds ?? [];
  if (ofClient.length > 0) return { taxes: ofClient.map((id) => rateOf(parts, id)), tax_source: 'client' };
  if (variant !== undefined) return { taxes: variant.taxRates.map(asSold), tax_source: 'variant' };
  const { defaultRate } = parts;
  return defaultRate === undefined
    ? { taxes: [], tax_source: null }
    : { taxes: [asSold(defaultRate)], tax_source: 'default' };
}

const asGiven: PriceOrigin = { price_source: 'given', price_list_id: null };

/** From the client's lists or the catalogue, with or without tax as the sale's prices are. */
function listPrice(
  variant: VariantForSale | undefined,
  line: Fields & { taxes: readonly TaxRateForSale[]; pointer: string },
): PriceOrigin & { readonly unitPrice: bigint } {
  if (variant === undefined)
    throw fault(`${line.pointer}/unit_price`, 'required', 'Write a unit price: the item is not in the catalogue.');
  const lists = line.parts.priceLists
    .filter((list) => list.currency === line.currency)
    .map((list) => ({ ...list, source: list, tiers: list.tiers.get(variant.id) ?? [] }));
  const quantity = line.quantities.get(variant.id) ?? 0n;
  const own = { price: variant.priceMicro, includesTax: variant.priceIncludesTax, tiers: variant.priceTiers };
  const found = variant.currency === line.currency ? priceOf(quantity, own, lists) : listedPriceOf(quantity, lists);
  if (found === undefined) throw noPriceIn(line, variant);
  const { source, ...price } = found;
  const origin: PriceOrigin =
    typeof source === 'string'
      ? { price_source: source, price_list_id: null }
      : { price_source: source.source, price_list_id: source.id };
  return { ...origin, unitPrice: taxedAsAsked(variant, price, line) };
}

function noPriceIn({ currency, pointer }: Fields & { pointer: string }, variant: VariantForSale): Error {
  const hint = `Send a unit_price in ${currency}, or give the client a price list in ${currency} with a price for it.`;
  const message = `${variant.fullName} is priced in ${variant.currency}.`;
  return currencyMismatch({ hint, errors: [{ pointer: `${pointer}/unit_price`, code: 'currency_mismatch', message }] });
}

type TaxedLine = Fields & { readonly taxes: readonly TaxRateForSale[] };

/** A price of the catalogue, with or without tax as the sale's prices are. */
function taxedAsAsked(variant: VariantForSale, { price, includesTax }: ListPrice, line: TaxedLine): bigint {
  const { rules, parts, taxes } = line;
  const isAsAsked = includesTax === rules.pricesIncludeTax;
  if (isAsAsked && (reasonUntaxed(parts.client) === undefined || !rules.pricesIncludeTax)) return price;
  const net = includesTax ? priceWithoutTax(price, variant.taxRates, rules.roundingMode) : price;
  return rules.pricesIncludeTax ? priceWithTax(net, taxes, rules) : net;
}

function inputCharge(given: ChargeGiven, pointer: string, { currency, parts }: Fields): PricedInputCharge {
  const amount = amountFrom(given.amount, `${pointer}/amount`, currency);
  return { given, kind: given.kind, amount, taxes: given.tax_rate_ids.map((id) => rateOf(parts, id)) };
}

function inputDiscount(
  given: DiscountGiven,
  pointer: string,
  currency: string,
): DocumentDiscount & { given: DiscountGiven } {
  const lines = given.lines?.map((position) => position - 1);
  return { given, ...reduction(given, `${pointer}/value`, currency), applies: given.applies, lines };
}

const ofClient = 'Client discount';

export function isClientDiscount({ name, type, lines }: StoredDiscount): boolean {
  return name === ofClient && type === 'percent' && lines === null;
}

export function clientDiscount(percent: bigint | null | undefined): DiscountGiven[] {
  if (percent === null || percent === undefined || percent === 0n) return [];
  return [{ type: 'percent', value: { units: percent, scale: percentScale }, applies: 'before_tax', name: ofClient }];
}

function reduction(
  given: { type: 'percent' | 'amount'; value: Decimal },
  pointer: string,
  currency: string,
): { percent: bigint } | { amount: bigint } {
  if (given.type === 'amount') return { amount: amountFrom(given.value, pointer, currency) };
  const percent = rescale(given.value, percentScale);
  if (percent === undefined) throw fault(pointer, 'wrong_scale', `Write at most ${percentScale} decimals.`);
  return { percent };
}

function priceFrom(decimal: Decimal, pointer: string, currency: string): bigint {
  const scale = unitPriceScale(currency) ?? 0;
  const price = rescale(decimal, scale);
  if (price === undefined) throw fault(pointer, 'wrong_scale', `Write at most ${scale} decimals.`);
  if (!isKeepable(price)) throw fault(pointer, 'too_large', 'Write a smaller amount.');
  return price;
}

const lineFields: Readonly<Record<string, string>> = {
  quantity_zero: '/quantity',
  discount_on_return: '/discount',
  price_negative: '/unit_price',
  tax_repeated: '/tax_rate_ids',
  discount_negative: '/discount',
  discount_exceeds_line: '/discount',
};

/** A caller's mistake in a sale points to the field to correct. */
function pricedOrRefused(price: () => PricedSale): PricedSale {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof SaleFault)) throw error;
    const { code, line, discount, charge } = error;
    const pointer =
      line !== undefined
        ? `/lines/${line}${lineFields[code] ?? ''}`
        : discount !== undefined
          ? `/discounts/${discount}`
          : charge !== undefined
            ? `/charges/${charge}`
            : '';
    throw fault(pointer, code, sentenceOf(error.message));
  }
}
