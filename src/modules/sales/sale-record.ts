import { unitPriceExtraDigits } from '../../core/currency.ts';
import { formatDecimal, percentScale, powerOfTen, quantityScale } from '../../core/decimal.ts';
import { formatMoney, type Money, money } from '../../core/money.ts';
import { formatExchangeRate } from '../../core/exchange.ts';
import { divide } from '../../core/rounding.ts';
import type { Context } from '../../operation/operation.ts';
import { encoderOf } from '../../operation/encode.ts';
import { baseOf } from '../exchange/index.ts';
import { Sale, type SaleRecord } from './sale.ts';
import { earlyDiscountRecords } from './settling/early-discounts.ts';
import { nextDueDate, partRecords } from './settling/schedule.ts';
import type { LineRow, SaleRow, StoredCharge, StoredDiscount, StoredTax } from './sale-row.ts';
import { dueOf, paidStatusOf, type SaleFacts, settledOf, statusOf } from './settling/settled.ts';

type LineRecord = SaleRecord['lines'][number];

/** The sale as it is answered. What it cost is for those who may see costs. */
export function saleRecord(context: Context, row: SaleRow, lines: readonly LineRow[]): SaleRecord {
  const { currency } = row;
  const base = baseOf(context);
  const seesCosts = context.actor.permissions.has('costs:read');
  const amount = (minor: bigint) => money(minor, currency);
  const cost = seesCosts ? row.cost_total : null;
  return {
    ...row,
    organization_id: context.organization,
    ...settledFacts(context, row),
    base_currency: base,
    exchange_rate: row.exchange_rate === null ? '1' : formatExchangeRate(row.exchange_rate),
    base_total: money(row.base_total ?? row.total, base),
    payment_schedule: partRecords(row.payment_schedule, {
      paid: settledOf(row),
      currency,
      overdueBefore: statusOf(row) === 'confirmed' ? context.today : row.sale_date,
    }),
    early_discounts: earlyDiscountRecords(row),
    lines: lines.map((line) => lineRecord(line, { currency, base, seesCosts })),
    discounts: row.discounts.map((discount) => discountRecord(discount, currency)),
    charges: row.charges.map((charge) => chargeRecord(charge, currency)),
    totals: {
      gross: amount(row.gross),
      line_discount: amount(row.line_discount),
      document_discount: amount(row.document_discount),
      net: amount(row.net),
      charges: amount(row.charges_net),
      tax: amount(row.tax),
      taxes: row.taxes.map((tax) => taxRecord(tax, currency)),
      withheld: amount(row.withheld),
      after_tax_discount: amount(row.after_tax_discount),
      rounding: amount(row.rounding),
      total: amount(row.total),
    },
    cost_total: cost === null ? null : money(cost, base),
    margin: cost === null ? null : money((row.base_net ?? row.net) - cost, base),
  };
}

const wireSale = encoderOf(Sale);

/** Keeps the sale as it was for the audit log, in wire form. */
export function keepBefore(context: Context, row: SaleRow, lines: readonly LineRow[]): void {
  context.before(wireSale(saleRecord(context, row, lines)));
}

type Settled =
  | ('amount_paid' | 'amount_refunded' | 'amount_credited')
  | ('amount_written_off' | 'amount_discounted' | 'amount_due');

export function settledFacts(
  { today }: Context,
  row: SaleFacts & Pick<SaleRow, 'due_date' | 'payment_schedule' | 'currency'>,
): Pick<SaleRecord, 'status' | 'payment_status' | 'total' | 'next_due_date' | 'is_overdue' | Settled> {
  const { currency } = row;
  const status = statusOf(row);
  const next = nextDueDate(row);
  return {
    status,
    payment_status: paidStatusOf(row),
    total: money(row.total, currency),
    amount_paid: money(row.amount_paid, currency),
    amount_refunded: money(row.amount_refunded, currency),
    amount_credited: money(row.amount_credited, currency),
    amount_written_off: money(row.amount_written_off, currency),
    amount_discounted: money(row.amount_discounted, currency),
    amount_due: money(dueOf(row), currency),
    next_due_date: next,
    is_overdue: status === 'confirmed' && next < today,
  };
}

type LineView = { readonly currency: string; readonly base: string; readonly seesCosts: boolean };

function lineRecord(line: LineRow, { currency, base, seesCosts }: LineView): LineRecord {
  const amount = (minor: bigint) => money(minor, currency);
  const cost = seesCosts ? line.cost_total : null;
  return {
    ...line,
    unit_price: { micro: line.unit_price, currency },
    discount: lineDiscount(line, currency),
    tax_rate_ids: line.taxes.map((tax) => tax.rate_id),
    taxes: line.taxes.map((tax) => taxRecord(tax, currency)),
    gross: amount(line.gross),
    line_discount: amount(line.line_discount),
    subtotal: amount(line.gross - line.line_discount),
    discount_allocated: amount(line.discount_allocated),
    net: amount(line.net),
    tax: amount(line.tax),
    withheld: amount(line.withheld),
    after_tax_discount: amount(line.after_tax_discount),
    total: amount(line.total),
    unit_cost: cost === null ? null : { micro: unitCost(cost, line.quantity), currency: base },
    cost_total: cost === null ? null : money(cost, base),
  };
}

function lineDiscount(line: LineRow, currency: string): LineRecord['discount'] {
  if (line.discount_percent !== null) {
    return { type: 'percent', value: formatDecimal(line.discount_percent, percentScale, 0) };
  }
  if (line.discount_amount === null) return null;
  return { type: 'amount', value: formatMoney(money(line.discount_amount, currency)) };
}

/** In millionths of a minor unit, as prices are. */
function unitCost(cost: bigint, quantity: bigint): bigint {
  return divide(cost * powerOfTen(unitPriceExtraDigits + quantityScale), quantity, 'half_up');
}

function discountRecord({ amount, ...discount }: StoredDiscount, currency: string): SaleRecord['discounts'][number] {
  return { ...discount, amount: stored(amount, currency) };
}

function chargeRecord(charge: StoredCharge, currency: string): SaleRecord['charges'][number] {
  return {
    kind: charge.kind,
    name: charge.name,
    amount: stored(charge.asked, currency),
    tax_rate_ids: charge.taxes.map((tax) => tax.rate_id),
    taxes: charge.taxes.map((tax) => taxRecord(tax, currency)),
    net: stored(charge.net, currency),
    tax: stored(charge.tax, currency),
    total: stored(charge.total, currency),
  };
}

function taxRecord(tax: StoredTax, currency: string): SaleRecord['totals']['taxes'][number] {
  const { rate_id, name, category, kind } = tax;
  const percentage = BigInt(tax.percentage);
  return {
    rate_id,
    name,
    percentage,
    fixed_amount: tax.fixed ? { micro: BigInt(tax.fixed), currency } : null,
    category,
    exemption_reason: tax.exemption_reason ?? null,
    exemption_reason_code: tax.exemption_reason_code ?? null,
    kind,
    base: stored(tax.base, currency),
    amount: stored(tax.amount, currency),
  };
}

function stored(minor: string, currency: string): Money {
  return money(BigInt(minor), currency);
}
