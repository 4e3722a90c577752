import { minorDigits } from '../core/currency.ts';
import { type Decimal, rescale } from '../core/decimal.ts';

import type { TaxCategory } from '../render/facts.ts';
import { decimalText, minus, none, rounded } from './exact.ts';
import type { Invoice, InvoiceAddress, InvoiceParty } from './model.ts';
import type { ReadInvoice } from './read.ts';
import type { ReadWarning } from './read-warnings.ts';
import { checkArithmetic } from './rules/check.ts';
import { isCreditNote } from './type-code.ts';

/** Facts for a draft expense. Amounts are minor units of `currency`, without tax. */
export type ExpenseFacts = {
  readonly kind: 'invoice' | 'credit_note';
  readonly supplier: SupplierFacts;
  readonly number: string | null;
  readonly issued: string | null;
  readonly due: string | null;
  readonly currency: string;
  readonly lines: readonly ExpenseLineFacts[];
  readonly taxes: readonly ExpenseTaxFacts[];
  readonly totals: ExpenseTotals;
  readonly payment: {
    readonly iban: string | null;
    readonly account: string | null;
    readonly bic: string | null;
    readonly reference: string | null;
    readonly terms: string | null;
  };
  /** The order of ours that the supplier names, and what its document corrects. */
  readonly order: string | null;
  readonly corrects: readonly string[];
  readonly warnings: readonly ReadWarning[];
};

export type SupplierFacts = {
  readonly name: string | null;
  readonly vatId: string | null;
  readonly taxNumber: string | null;
  readonly registration: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: InvoiceAddress | null;
};

export type ExpenseLineFacts = {
  readonly description: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  /** Negative for a discount on the whole document. */
  readonly amount: bigint;
  readonly category: TaxCategory | null;
  /** In percent, such as `19`. */
  readonly percent: string | null;
};

export type ExpenseTaxFacts = {
  readonly category: TaxCategory;
  readonly percent: string | null;
  readonly base: bigint;
  readonly amount: bigint;
  readonly exemption: string | null;
};

export type ExpenseTotals = {
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly prepaid: bigint;
  readonly due: bigint;
};

/** The draft of an expense from an e-invoice. Its sums are as the file says; each that is wrong is a warning. */
export function expenseOf({ invoice, warnings: read }: Pick<ReadInvoice, 'invoice' | 'warnings'>): ExpenseFacts {
  const sums = checkArithmetic(invoice).map(({ rule, pointer, message }) => ({ code: rule, place: pointer, message }));
  const warnings: ReadWarning[] = [...read, ...sums];
  const { totals, payment, references } = invoice;
  const isNegative = totals.gross.units < 0n;
  if (isNegative) warnings.push(negativeTotal);
  const told = amountsOf(invoice, warnings);
  const amount: AmountReader = (value, place) => (isNegative ? -told(value, place) : told(value, place));
  const account = payment.means.find((mean) => mean.account !== null)?.account ?? null;
  return {
    kind: isCreditNote(invoice.typeCode) === isNegative ? 'invoice' : 'credit_note',
    supplier: supplierOf(invoice.seller),
    number: invoice.number,
    issued: invoice.issued,
    due: invoice.due,
    currency: invoice.currency,
    lines: linesOf(invoice, amount),
    taxes: invoice.taxes.map(({ category, percent, base, amount: tax, exemptionReason, exemptionCode }, index) => ({
      category,
      percent: percent === null ? null : decimalText(percent),
      base: amount(base, `/taxes/${index}/base`),
      amount: amount(tax, `/taxes/${index}/amount`),
      exemption: exemptionReason ?? exemptionCode,
    })),
    totals: {
      net: amount(totals.net, '/totals/net'),
      tax: amount(totals.tax, '/totals/tax'),
      gross: amount(totals.gross, '/totals/gross'),
      prepaid: amount(totals.prepaid, '/totals/prepaid'),
      due: amount(totals.due, '/totals/due'),
    },
    payment: {
      iban: account?.isIban === true ? account.id : null,
      account: account?.isIban === false ? account.id : null,
      bic: account?.bic ?? null,
      reference: payment.remittance,
      terms: payment.terms,
    },
    order: references.order,
    corrects: invoice.corrects.map(({ number }) => number),
    warnings,
  };
}

/** Some correct an invoice by one with a minus before every amount, as the standard allows. */
const negativeTotal: ReadWarning = {
  code: 'negative_total',
  place: '/totals/gross',
  message: 'Its total is negative, so it is read as what takes money the other way, with the signs turned.',
};

type AmountReader = (value: Decimal, place: string) => bigint;

/** To minor units; what has more digits than the currency is rounded, and said. */
function amountsOf({ currency }: Invoice, warnings: ReadWarning[]): AmountReader {
  const digits = minorDigits(currency);
  if (digits === undefined) {
    warnings.push({
      code: 'currency_unknown',
      place: '/currency',
      message: `"${currency}" is no currency of ISO 4217.`,
    });
  }
  return (value, place) => {
    const exact = rescale(value, digits ?? 2);
    if (exact !== undefined) return exact;
    warnings.push({
      code: 'too_many_decimals',
      place,
      message: `${decimalText(value)} has more decimals than ${currency} has; it was rounded.`,
    });
    const near = rounded(value, digits ?? 2);
    return rescale(near, digits ?? 2) ?? near.units;
  };
}

function supplierOf(seller: InvoiceParty): SupplierFacts {
  return {
    name: seller.name,
    vatId: seller.vatId,
    taxNumber: seller.taxNumber,
    registration: seller.registration?.value ?? null,
    email: seller.contact?.email ?? (seller.electronicAddress?.scheme === 'EM' ? seller.electronicAddress.value : null),
    phone: seller.contact?.phone ?? null,
    address: seller.address,
  };
}

/** Discounts and charges on the whole document are lines of their own, so that the lines come to the net. */
function linesOf({ lines, adjustments }: Invoice, amount: AmountReader): readonly ExpenseLineFacts[] {
  const own = lines.map((line, index) => ({
    description: line.name ?? line.description ?? line.id,
    quantity: decimalText(line.quantity),
    unit: line.unit,
    amount: amount(line.net, `/lines/${index}/net`),
    category: line.tax?.category ?? null,
    percent: percentText(line.tax?.percent ?? null),
  }));
  const further = adjustments.map((one, index) => ({
    description: one.reason ?? (one.kind === 'charge' ? 'Charge' : 'Discount'),
    quantity: null,
    unit: null,
    amount: amount(one.kind === 'charge' ? one.amount : minus(none, one.amount), `/adjustments/${index}/amount`),
    category: one.tax.category,
    percent: percentText(one.tax.percent),
  }));
  return [...own, ...further];
}

function percentText(percent: Decimal | null): string | null {
  return percent === null ? null : decimalText(percent);
}
