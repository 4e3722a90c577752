import { addDays, type Day } from '../../../core/calendar.ts';
import { at } from '../../../core/list.ts';
import { dueDateOf, type PaymentTerms } from '../../../core/payment-terms.ts';
import type { PricedSale } from '../../../core/sale.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import type { AppliedTax } from '../../../core/tax.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { valuesOfLines } from '../../dimensions/index.ts';
import { type DocumentRate, draftRate, exchangeOf } from '../../exchange/index.ts';
import type { TaxRateForSale } from '../../products/index.ts';
import type { SaleParts } from '../load-sale.ts';
import { checkDeposit } from '../deposit.ts';
import { priceInput, type PricedInput, type PricedInputLine } from '../pricing/price-sale.ts';
import { lineColumns, totalColumns } from '../pricing/priced-from.ts';
import { checkGoodsBack } from './goods-back.ts';
import type { SaleInput } from './sale-input.ts';
import { datedDiscounts, earlyDiscountGiven } from '../settling/early-discounts.ts';
import { partsFrom } from '../settling/schedule.ts';
import { checkTaxDays } from '../pricing/tax-days.ts';
import { worthColumns } from '../worth-columns.ts';
import type { LineRow, SaleRow, StoredPart, StoredTax } from '../sale-row.ts';

/** A sale as it will be written, not confirmed yet. */
export type PlannedSale = {
  readonly row: SaleRow;
  readonly lines: readonly LineRow[];
  readonly priced: PricedSale;
  /** The sale fixes these rates: later changes to a rate do not affect it. */
  readonly rates: readonly TaxRateForSale[];
};

/** `before` is the draft that it replaces. */
export type SaleMade = {
  readonly id: string;
  readonly locationId: string;
  readonly before?: SaleRow | undefined;
  readonly quoteId?: string | undefined;
  /** A deposit is paid in advance and earns nothing. */
  readonly isDeposit?: boolean | undefined;
  /** The caller sets due dates now, so the sale no longer follows the payment terms of `before`. */
  readonly saysDue?: boolean | undefined;
};

const futureDaysMax = 1;

/** Turns what was asked for into rows: every default filled in, every amount computed, nothing read or written. */
export function planSale(context: Context, input: SaleInput, parts: SaleParts, made: SaleMade): PlannedSale {
  const { currency } = parts;
  const saleDate = saleDateOf(context, input);
  const rate = rateFor(context, { ...input, currency }, { parts, before: made.before, day: saleDate });
  const items = priceInput(context, { ...input, currency }, parts);
  checkGoodsBack(items.lines, input.stock);
  const terms = termsFor(input, parts, made);
  const schedule = scheduleFor(input, terms, { total: items.priced.totals.total, currency, saleDate });
  const dueDate = dueOn(input, { saleDate, schedule, terms });
  checkTaxDays(items, saleDate);
  const stamp = actorStamp(context.actor);
  const { now } = context;
  const { before } = made;
  const row: SaleRow = {
    id: made.id,
    kind: 'sale',
    is_deposit: made.isDeposit ?? before?.is_deposit ?? false,
    number: null,
    quote_id: made.quoteId ?? before?.quote_id ?? null,
    original_sale_id: null,
    return_reason: null,
    client_id: parts.client?.id ?? null,
    client_name: parts.client?.displayName ?? null,
    sale_date: saleDate,
    due_date: dueDate,
    payment_schedule: schedule,
    payment_terms: terms,
    early_discounts: earlyDiscountsFor(input, { parts, made, saleDate, dueDate, schedule }),
    currency,
    ...rate,
    ...worthColumns(items.priced, exchangeOf(context, { currency, ...rate })),
    prices_include_tax: items.rules.pricesIncludeTax,
    tax_rounding: items.rules.taxRounding,
    rounding_mode: items.rules.roundingMode,
    cash_rounding: items.rules.cashRounding,
    cash_rounding_increment: items.rules.increment,
    ...amountsOf(items),
    amount_paid: 0n,
    amount_refunded: 0n,
    amount_credited: 0n,
    amount_written_off: 0n,
    amount_discounted: 0n,
    charges_returned: [],
    cost_total: null,
    member_id: input.member_id === undefined ? context.actor.memberId || null : input.member_id,
    channel: input.channel ?? null,
    location_id: made.locationId,
    stock: input.stock ?? 'issue',
    reserved_until: null,
    notes: input.notes ?? null,
    confirmed_at: null,
    voided_at: null,
    voided_on: null,
    void_reason: null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? now,
    updated_at: now,
    created_by: before?.created_by ?? stamp,
    updated_by: stamp,
  };
  const values = valuesOfLines(input, {
    values: parts.dimensionValues,
    day: saleDate,
    byDefault: (index) => {
      const { dimensionIds: ofProduct = [], categoryDimensionIds: ofCategory = [] } =
        at(items.lines, index).variant ?? {};
      return [ofProduct, ofCategory, parts.client?.dimensionIds ?? [], parts.locationValues];
    },
  });
  const lines = items.lines.map((line, index) => lineRow(context, line, { items, values, index, saleId: made.id }));
  if (row.is_deposit) checkDeposit({ row, lines });
  return { row, lines, priced: items.priced, rates: [...items.rates.values()] };
}

type Rated = { readonly parts: SaleParts; readonly before: SaleRow | undefined; readonly day: Day };

function rateFor(
  context: Context,
  { currency, exchange_rate: given }: SaleInput & { readonly currency: string },
  { parts, before, day }: Rated,
): DocumentRate {
  const drafted = before && { ...before, day: before.sale_date };
  return draftRate(context, { currency, day, given, known: parts.known }, drafted);
}

function saleDateOf(context: Context, input: SaleInput): Day {
  const saleDate = input.sale_date ?? context.today;
  if (saleDate > addDays(context.today, futureDaysMax)) {
    throw fault('/sale_date', 'in_future', 'Write tomorrow’s date or an earlier one.');
  }
  return saleDate;
}

/** Without a client there is nobody to give credit to. */
const atOnce: PaymentTerms = { type: 'days_after_issue', value: 0 };

/** Null where due dates are set. A draft whose due dates came from terms keeps them until the caller sets others. */
function termsFor(
  { due_date: dueDate, payment_schedule: parts, instalments, due_terms: said }: SaleInput,
  { client, settings }: SaleParts,
  { before, saysDue = false }: SaleMade,
): PaymentTerms | null {
  if (instalments !== undefined) return { type: 'monthly_instalments', value: instalments };
  const isSaid = dueDate !== undefined || (parts?.length ?? 0) > 0;
  if (isSaid) return saysDue ? null : (before?.payment_terms ?? null);
  if (said !== undefined) return said;
  if (client === undefined) return atOnce;
  return client.paymentTerms ?? { type: 'days_after_issue', value: settings.termsDays ?? 0 };
}

/** The parts that were asked for; of a client that pays in instalments those, unless the sale says when it is due. */
function scheduleFor(
  { payment_schedule: parts, instalments, due_date: dueDate }: SaleInput,
  terms: PaymentTerms | null,
  of: Parameters<typeof partsFrom>[1],
): StoredPart[] {
  const isOpen = parts === undefined && instalments === undefined && dueDate === undefined;
  if (isOpen && terms?.type === 'monthly_instalments') return partsFrom({ instalments: terms.value }, of);
  return partsFrom({ payment_schedule: parts, instalments }, of);
}

type Discounted = Pick<Due, 'saleDate' | 'schedule'> & {
  readonly parts: SaleParts;
  readonly made: SaleMade;
  readonly dueDate: Day;
};

/**
 * As the input says, else as the draft had them for the same client, else by the terms of the client. What is paid in
 * parts or in advance has none.
 */
function earlyDiscountsFor(input: SaleInput, { parts, made, saleDate, dueDate, schedule }: Discounted) {
  const { early_discounts: said } = input;
  const { before } = made;
  const isInParts = schedule.length > 0;
  if (said !== undefined && said.length > 0 && isInParts) {
    throw fault('/early_discounts', 'has_schedule', 'Leave them out: what is paid in parts has no early discounts.');
  }
  if (isInParts || (made.isDeposit ?? before?.is_deposit ?? false)) return [];
  const isSameClient = before !== undefined && before.client_id === (parts.client?.id ?? null);
  const kept = isSameClient ? before.early_discounts.map(earlyDiscountGiven) : undefined;
  const dated = datedDiscounts(said ?? kept ?? parts.client?.paymentTerms?.early_discounts ?? [], saleDate);
  const late = dated.findIndex(({ until }) => until > dueDate);
  // Those that were not said now and end too late for this sale are none of it.
  if (late === -1 || said === undefined) return dated.filter(({ until }) => until <= dueDate);
  throw fault(`/early_discounts/${late}/days`, 'after_due', `Write fewer days: the sale is due on ${dueDate}.`);
}

type Due = {
  readonly saleDate: Day;
  readonly schedule: readonly StoredPart[];
  readonly terms: PaymentTerms | null;
};

/** With the last part of a schedule, else as the input says, else by the payment terms. */
function dueOn(input: SaleInput, { saleDate, schedule, terms }: Due): Day {
  const last = schedule.at(-1)?.due_date;
  if (last !== undefined) {
    if (input.due_date === undefined || input.due_date === last) return last;
    throw fault('/due_date', 'has_schedule', 'Leave `due_date` out: the last part of the schedule sets it.');
  }
  const dueDate = input.due_date ?? dueDateOf(saleDate, terms ?? atOnce);
  if (dueDate < saleDate) throw fault('/due_date', 'before_sale', 'Write the sale date or a later one.');
  return dueDate;
}

function amountsOf({ charges, discounts, rates, priced }: PricedInput) {
  const { totals } = priced;
  return {
    discounts: discounts.map(({ given }, index) => ({
      name: given.name ?? null,
      type: given.type,
      value: formatDecimal(given.value.units, given.value.scale, 0),
      applies: given.applies,
      lines: given.lines ?? null,
      amount: at(priced.discounts, index).amount.toString(),
    })),
    charges: charges.map(({ given, amount }, index) => {
      const { net, tax, total, taxes } = at(priced.charges, index);
      return {
        kind: given.kind,
        name: given.name ?? null,
        asked: amount.toString(),
        taxes: storedTaxes(taxes, rates),
        net: net.toString(),
        tax: tax.toString(),
        total: total.toString(),
      };
    }),
    taxes: storedTaxes(totals.taxes, rates),
    ...totalColumns(totals),
  };
}

function lineRow(
  context: Context,
  line: PricedInputLine,
  { items, values, index, saleId }: { items: PricedInput; values: string[][]; index: number; saleId: string },
): LineRow {
  const { given, variant, quantity, unitPrice, discount } = line;
  return {
    id: given.id ?? context.newId(),
    sale_id: saleId,
    position: index + 1,
    variant_id: variant?.id ?? null,
    product_id: variant?.productId ?? null,
    sku: variant?.sku ?? null,
    name: given.name ?? variant?.fullName ?? '',
    description: given.description ?? null,
    unit: given.unit ?? variant?.unit?.label ?? null,
    quantity,
    quantity_returned: 0n,
    original_line_id: null,
    restocked: null,
    return_reason: null,
    unit_price: unitPrice,
    ...line.origin,
    discount_percent: discount !== undefined && 'percent' in discount ? discount.percent : null,
    discount_amount: discount !== undefined && 'amount' in discount ? discount.amount : null,
    taxes: storedTaxes(at(items.priced.lines, index).taxes, items.rates),
    tax_source: line.tax_source,
    ...lineColumns(items.priced.lines, index),
    income_account_id: variant?.incomeAccountId ?? null,
    cost_total: null,
    dimension_value_ids: at(values, index),
  };
}

/** Each tax with a copy of its rate: what the rate becomes later changes no sale. */
function storedTaxes(taxes: readonly AppliedTax[], rates: ReadonlyMap<string, TaxRateForSale>): StoredTax[] {
  return taxes.map(({ rate, base, amount }) => {
    const full = rates.get(rate.id);
    if (full === undefined) throw new RangeError(`tax rate ${rate.id} was applied and never given`);
    return {
      rate_id: full.id,
      name: full.name,
      percentage: full.percentage.toString(),
      fixed: full.fixed?.toString() ?? null,
      category: full.category,
      exemption_reason: full.exemptionReason,
      exemption_reason_code: full.exemptionReasonCode,
      kind: full.kind,
      compound: full.compound,
      sequence: full.sequence,
      account_id: full.accountId,
      base: base.toString(),
      amount: amount.toString(),
    };
  });
}
