import { validationFailed } from '../../operation/errors.ts';
import { missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { type ClientForSale, type ClientPriceList, clientsFor, priceListsFor } from '../clients/index.ts';
import { type DimensionValues, dimensionValuesNamed, refuseUnknownValues } from '../dimensions/index.ts';
import { type AccountsByRole, type RequiredDimension, rolesAndRequired } from '../ledger/index.ts';
import { baseOf, knownRate, type KnownRate } from '../exchange/index.ts';
import { type OrganizationSettings, settingsOf } from '../organization/index.ts';
import {
  defaultRate,
  type TaxRateForSale,
  taxRatesFor,
  untaxedRates,
  type VariantForSale,
  variantsFor,
} from '../products/index.ts';
import { lockStock, type Place, type StockLock } from '../stock/index.ts';
import { type Credit, lockCredit } from './confirming/credit-limit.ts';
import { clientNotActive, variantNotSold } from './sale.ts';
import type { LineGiven, PriceInput, SaleInput } from './drafts/sale-input.ts';

export type SaleParts = {
  readonly settings: OrganizationSettings;
  readonly client: ClientForSale | undefined;
  readonly variants: ReadonlyMap<string, VariantForSale>;
  readonly taxRates: ReadonlyMap<string, TaxRateForSale>;
  /** The client's price lists, for lines without a price of their own. */
  readonly priceLists: readonly ClientPriceList[];
  /** Rates for a client who pays no tax. */
  readonly untaxed: readonly TaxRateForSale[];
  /** Of lines that name no product and no tax; undefined where there are none, too. */
  readonly defaultRate: TaxRateForSale | undefined;
  /** As it was asked for, else that of the client, else the base one. */
  readonly currency: string;
  /** The organisation's rate for the sale's currency. */
  readonly known: KnownRate | undefined;
  /** Values of dimensions that its lines name, or have by default. */
  readonly dimensionValues: DimensionValues;
  /** What new lines have by default where they are sold. */
  readonly locationValues: readonly string[];
};

/**
 * Reads it all, and refuses what cannot be sold or sold to. The location is found by who calls: it is read with the
 * stock there, if any is moved.
 */
export async function loadSale(context: Context, input: PriceInput, place: Promise<Place>): Promise<SaleParts> {
  const [parts, given] = await Promise.all([loadParts(context, input), givenAt(context, input, place)]);
  checkParts(input, parts);
  const dimensionValues = new Map([...parts.dimensionValues, ...given.values]);
  return { ...parts, dimensionValues, locationValues: given.ids };
}

type Given = { readonly ids: readonly string[]; readonly values: DimensionValues };

/** What new lines have by default where they are sold. */
async function givenAt(context: Context, input: PriceInput, place: Promise<Place>): Promise<Given> {
  const { dimensionIds } = await place;
  const ids = hasNewLines(input) ? dimensionIds : [];
  return { ids, values: await dimensionValuesNamed(context, [{ dimension_value_ids: ids }]) };
}

/** Lines of a draft say what they are for, if that is nothing. */
function hasNewLines({ lines }: PriceInput): boolean {
  return lines.some((line) => line.dimension_value_ids === undefined);
}

/** Reads it in one flight, but for the location; what is not there is not in the parts. */
export async function loadParts(context: Context, input: PriceInput): Promise<SaleParts> {
  const { client_id: clientId } = input;
  const variantIds = variantIdsOf(input);
  const rateIds = new Set([...input.lines, ...(input.charges ?? [])].flatMap((one) => one.tax_rate_ids ?? []));
  const day = input.sale_date ?? context.today;
  const unpriced = unpricedIn(input);
  const [settings, clients, variants, taxRates, priceLists, byDefault, asked, named] = await Promise.all([
    settingsOf(context),
    clientId ? clientsFor(context, [clientId]) : undefined,
    variantIds.length === 0 ? new Map<string, VariantForSale>() : variantsFor(context, variantIds),
    rateIds.size === 0 ? new Map<string, TaxRateForSale>() : taxRatesFor(context, [...rateIds]),
    clientId && unpriced.length > 0 ? priceListsFor(context, clientId, { variantIds: unpriced, day }) : [],
    input.lines.some(isTaxedByDefault) ? defaultRate(context) : undefined,
    knownRate(context, input.currency, day),
    dimensionValuesNamed(context, [input, ...input.lines]),
  ]);
  const client = clientId ? clients?.get(clientId) : undefined;
  const currency = input.currency ?? client?.currency ?? baseOf(context);
  const ofClient = client?.defaultTaxRateIds ?? [];
  const reason = reasonUntaxed(client);
  const [own, untaxed, known, given] = await Promise.all([
    ofClient.length === 0 ? new Map<string, TaxRateForSale>() : taxRatesFor(context, ofClient),
    reason === undefined ? [] : untaxedRates(context, saying[reason], day),
    input.currency === undefined ? knownRate(context, currency, day) : asked,
    hasNewLines(input)
      ? dimensionValuesNamed(
          context,
          [
            ...[...variants.values()].flatMap((one) => [one.dimensionIds, one.categoryDimensionIds]),
            client?.dimensionIds ?? [],
          ].map((ids) => ({ dimension_value_ids: ids })),
        )
      : named,
  ]);
  const dimensionValues = new Map([...named, ...given]);
  const found = { settings, client, variants, taxRates, priceLists, currency, known, dimensionValues };
  const parts = { ...found, locationValues: [], defaultRate: byDefault, untaxed: [] };
  if (reason === undefined) return { ...parts, taxRates: new Map([...taxRates, ...own]) };
  const chosen = [...own.values()].filter(({ category }) => notCharged[reason].has(category));
  return { ...parts, untaxed: chosen.length > 0 ? chosen : untaxed };
}

function isTaxedByDefault({ variant_id, tax_rate_ids }: LineGiven): boolean {
  return variant_id === undefined && tax_rate_ids === undefined;
}

/** Exempt and reverse-charge clients are charged no tax. */
export function reasonUntaxed(client: ClientForSale | undefined): 'exempt' | 'reverse_charge' | undefined {
  return client === undefined || client.taxStatus === 'taxable' ? undefined : client.taxStatus;
}

/** The category of EN 16931 that says why a client pays no tax, and those that a rate of the client's own may have. */
const saying = { exempt: ['E'], reverse_charge: ['AE'] } as const;
const notCharged = {
  exempt: new Set<string>(['E', 'Z', 'O', 'G']),
  reverse_charge: new Set<string>(['AE', 'K', 'G']),
} as const;

export type Confirmation = SaleParts & {
  readonly accounts: AccountsByRole;
  readonly stock: StockLock;
  /** Of a client that has a limit. */
  readonly credit: Credit | undefined;
  /** Dimensions that lines need a value of. */
  readonly required: readonly RequiredDimension[];
};

/** The same flight with what confirming needs: the accounts, and the stock of the variants, locked. */
export async function loadConfirmation(
  context: Context,
  input: PriceInput & Pick<SaleInput, 'location_id' | 'stock'>,
): Promise<Confirmation> {
  // The client is locked before the stock, as everywhere.
  const locking = lockCredit(context, input.client_id);
  const stocked = lockStock(context, input.stock === 'none' ? [] : quantitiesSold(input.lines), input.location_id);
  const [credit, parts, posting, stock] = await Promise.all([
    locking,
    loadSale(context, input, stocked),
    rolesAndRequired(context),
    stocked,
  ]);
  return { ...parts, ...posting, stock, credit };
}

/** Variants whose price is left to the lists. */
function unpricedIn({ lines }: PriceInput): string[] {
  return [...new Set(lines.flatMap((line) => (line.unit_price === undefined ? (line.variant_id ?? []) : [])))];
}

export function variantIdsOf({ lines }: PriceInput): string[] {
  return [...new Set(lines.flatMap((line) => line.variant_id ?? []))];
}

/** Quantity of each variant, summed over the lines that sell it. */
export function quantitiesSold(
  lines: readonly Pick<LineGiven, 'variant_id' | 'quantity'>[],
): ReadonlyMap<string, bigint> {
  const quantities = new Map<string, bigint>();
  for (const { variant_id: id, quantity } of lines) {
    if (id !== undefined && quantity > 0n) quantities.set(id, (quantities.get(id) ?? 0n) + quantity);
  }
  return quantities;
}

function checkParts(input: PriceInput, { client, variants, taxRates, dimensionValues }: SaleParts): void {
  if (input.client_id && client === undefined) throw missing('/client_id', 'client');
  if (client !== undefined && client.status !== 'active') throw clientNotActive({ status: client.status });
  for (const [index, line] of input.lines.entries()) {
    const variant = line.variant_id === undefined ? undefined : variants.get(line.variant_id);
    if (line.variant_id !== undefined && variant === undefined) throw missing(`/lines/${index}/variant_id`, 'variant');
    if (variant !== undefined && (variant.status !== 'active' || !variant.isSold)) {
      throw variantNotSold({ line: index + 1, variant: variant.fullName, status: variant.status });
    }
    checkRates(line.tax_rate_ids, `/lines/${index}/tax_rate_ids`, taxRates);
  }
  refuseUnknownValues(input, dimensionValues);
  for (const [index, charge] of (input.charges ?? []).entries()) {
    checkRates(charge.tax_rate_ids, `/charges/${index}/tax_rate_ids`, taxRates);
  }
}

function checkRates(ids: readonly string[] | undefined, pointer: string, rates: SaleParts['taxRates']): void {
  for (const [index, id] of (ids ?? []).entries()) {
    if (!rates.has(id)) throw missing(`${pointer}/${index}`, 'tax rate');
    if (rates.get(id)?.appliesTo !== 'purchases') continue;
    const message = 'That tax rate is for purchases only. Choose a sales tax rate.';
    throw validationFailed({
      errors: [{ pointer: `${pointer}/${index}`, code: 'wrong_side', message }],
      hint: message,
    });
  }
}
