import { minorDigits } from '../core/currency.ts';
import type { Decimal } from '../core/decimal.ts';
import { sum } from '../core/list.ts';
import type { DocumentType } from '../render/document-type.ts';
import type { DocumentFacts, TaxTotal } from '../render/facts.ts';
import type { TaxCurrency } from '../render/payment-facts.ts';
import { basicOf } from './basic.ts';
import { decimalText, isSame, minorAmount, none, plus, rounded, shortest } from './exact.ts';
import { lineOf } from './line-of.ts';
import type { Attachment, Delivery, Invoice, InvoiceTotals, Payee, TaxRepresentative, TaxRow } from './model.ts';
import { addressOf, partyOf, schemeOf } from './party-of.ts';
import { dueOf, paymentOf } from './payment-of.ts';
import { followsGermanRules, type Profile, profileFacts } from './profile.ts';
import { type ChargedTax, documentAdjustmentOf, taxKeyOf } from './tax-of.ts';
import { speakable } from './xml.ts';

export type InvoiceOptions = {
  readonly profile: Profile;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly payee?: Payee | undefined;
  readonly taxRepresentative?: TaxRepresentative | undefined;
};

/** An invoice, and at which position in the facts its rows are that are not where they were. */
export type MappedInvoice = {
  readonly invoice: Invoice;
  readonly places: { readonly taxes: readonly number[]; readonly means: readonly number[] };
};

/** Maps a document to the terms of EN 16931. It never refuses: what is missing is for the rules to find. */
export function invoiceOf(facts: DocumentFacts, options: InvoiceOptions): MappedInvoice {
  const { profile } = options;
  const { specification, process } = profileFacts[profile];
  const isGerman = followsGermanRules(facts, profile);
  const taxes = taxRows(facts, isGerman);
  const payment = paymentOf(facts, profile);
  const charged: ChargedTax = (tax) => !facts.taxes.some((row) => row.withheld && isSameTax(row, tax));
  // An invoice outside the scope of VAT must not have a VAT id (BR-O-02), which the page may well show.
  const isOutOfScope = taxes.rows.length > 0 && taxes.rows.every(({ category }) => category === 'O');
  const invoice: Invoice = {
    specification,
    process,
    number: speakable(facts.number),
    issued: facts.dates.issued,
    typeCode: typeCodeOf(facts.type, isGerman),
    due: dueOf(facts),
    taxPoint: facts.dates.taxPoint,
    currency: facts.currency,
    taxCurrency: facts.taxCurrency?.currency ?? null,
    notes: notesOf(facts),
    references: referencesOf(facts),
    corrects: precedingOf(facts),
    seller: { ...partyOf(facts.seller, 'seller', { profile, isGerman }), ...(isOutOfScope ? { vatId: null } : {}) },
    buyer: { ...partyOf(facts.buyer, 'buyer', { profile, isGerman }), ...(isOutOfScope ? { vatId: null } : {}) },
    payee: options.payee ?? null,
    taxRepresentative: options.taxRepresentative ?? null,
    delivery: deliveryOf(facts),
    period: facts.dates.period,
    payment: payment.payment,
    adjustments: facts.adjustments.map((one) => documentAdjustmentOf(one, facts)),
    taxes: taxes.rows,
    totals: totalsOf(facts),
    attachments: options.attachments ?? [],
    lines: facts.lines.map((line) => lineOf(line, facts.currency, charged)),
  };
  return {
    invoice: profile === 'facturx_basic' ? basicOf(invoice) : invoice,
    places: { taxes: taxes.places, means: payment.places },
  };
}

/** Corrected invoices and deducted deposits. */
function precedingOf({ references, deposits = [] }: DocumentFacts): Invoice['corrects'] {
  return [...references.corrects, ...deposits].map(({ number, issued }) => ({
    number: speakable(number) ?? '',
    issued,
  }));
}

/** Of UNTDID 1001. Germany knows neither a prepayment invoice nor a debit note. */
function typeCodeOf(type: DocumentType, isGerman: boolean): string {
  if (type === 'credit_note') return '381';
  if (type === 'deposit_invoice') return isGerman ? '326' : '386';
  if (type === 'debit_note') return isGerman ? '380' : '383';
  return '380';
}

/**
 * All in one note, since Peppol takes no second one. What lowers the amount due stands there one by one, for the
 * standard has one sum of it.
 */
function notesOf(facts: DocumentFacts): readonly string[] {
  const { texts, references, taxes, currency, reductions = [], deposits = [] } = facts;
  const less = (name: string, amount: bigint) =>
    `${name}: −${decimalText(minorAmount(amount, currency), minorDigits(currency) ?? 2)} ${currency}`;
  const reasons = references.corrects.map(({ reason }) => reason);
  const withheld = taxes.filter((row) => row.withheld).map((row) => less(row.name, row.amount));
  const reduced = reductions.map(({ reason, amount }) => less(reason ?? 'Discount', amount));
  const deducted = deposits.map(({ number, issued, total }) => less(`${number} (${issued})`, total));
  const parts = [texts.subject, texts.intro, texts.note, ...reasons, ...reduced, ...withheld, ...deducted, texts.terms];
  const note = speakable(
    parts
      .map((part) => speakable(part))
      .filter((part) => part !== null)
      .join('\n\n'),
  );
  return note === null ? [] : [note];
}

function referencesOf({ references }: DocumentFacts): Invoice['references'] {
  return {
    buyer: speakable(references.buyer),
    project: speakable(references.project),
    contract: speakable(references.contract),
    order: speakable(references.order),
    sale: speakable(references.sale),
    despatch: speakable(references.despatch),
    buyerAccounting: speakable(references.buyerAccounting),
  };
}

/** A delivery to another EU country needs an address; by default it is the buyer's. */
function deliveryOf({ deliverTo, dates, taxes, buyer }: DocumentFacts): Delivery | null {
  const isIntraCommunity = taxes.some(({ category }) => category === 'K');
  const delivery = {
    name: speakable(deliverTo?.name ?? null),
    location: schemeOf(deliverTo?.locationId ?? null),
    day: dates.supplied,
    address: addressOf(deliverTo?.address ?? (isIntraCommunity ? (buyer?.address ?? null) : null)),
  };
  return Object.values(delivery).every((value) => value === null) ? null : delivery;
}

/** One row for each category and rate, as the standard wants it, whatever the taxes are called. */
function taxRows(facts: DocumentFacts, isGerman: boolean): { readonly rows: TaxRow[]; readonly places: number[] } {
  const rows: TaxRow[] = [];
  const places: number[] = [];
  const positions = new Map<string, number>();
  for (const [place, total] of facts.taxes.entries()) {
    if (total.withheld) continue;
    const told = taxRow(total, facts.currency);
    const row = isGerman ? withRate(told) : told;
    const key = `${row.category} ${row.percent?.units} ${row.percent?.scale}`;
    const position = positions.get(key);
    const before = position === undefined ? undefined : rows[position];
    if (position === undefined || before === undefined) {
      positions.set(key, rows.length);
      rows.push(row);
      places.push(place);
    } else {
      rows[position] = together(before, row);
    }
  }
  return { rows, places };
}

/** Germany wants a rate also of what has none by the standard. */
function withRate(row: TaxRow): TaxRow {
  return row.percent === null ? { ...row, percent: none } : row;
}

function together(before: TaxRow, row: TaxRow): TaxRow {
  return {
    ...before,
    base: sumOf(before.base, row.base),
    amount: sumOf(before.amount, row.amount),
    exemptionReason: before.exemptionReason ?? row.exemptionReason,
    exemptionCode: before.exemptionCode ?? row.exemptionCode,
  };
}

function sumOf(left: Decimal, right: Decimal): Decimal {
  return shortest(plus(left, right));
}

function taxRow(total: TaxTotal, currency: string): TaxRow {
  const key = taxKeyOf(total);
  const amounts = { base: minorAmount(total.base, currency), amount: minorAmount(total.amount, currency) };
  if (!exempt.has(key.category)) return { ...key, ...amounts, exemptionReason: null, exemptionCode: null };
  const reason = speakable(total.exemption?.reason ?? null);
  const code = speakable(total.exemption?.code ?? null);
  return { ...key, ...amounts, exemptionReason: reason, exemptionCode: code ?? usualCodes[key.category] ?? null };
}

/** The others must not say why there is no tax, since there is one, if only of zero percent. */
const exempt: ReadonlySet<string> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** These categories have one reason only; exemptions have as many as there are laws. */
const usualCodes: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

function isSameTax(
  row: TaxTotal,
  tax: { readonly name: string; readonly category: string; readonly percent: Decimal },
) {
  return row.name === tax.name && row.category === tax.category && isSame(row.percent, tax.percent);
}

/** The standard takes two decimals, also of dinars that have three. */
function inCents({ tax, currency }: TaxCurrency): Decimal {
  return rounded(minorAmount(tax, currency), 2);
}

/**
 * The standard knows neither a tax that the buyer keeps back nor a discount that leaves the tax as it is. They count as
 * paid, so that the amount due is the one that the buyer owes, and the note says what they are.
 */
function totalsOf({ totals, taxCurrency, currency, reductions = [] }: DocumentFacts): InvoiceTotals {
  const reduced = sum(reductions.map(({ amount: less }) => less));
  const amount = (minor: bigint): Decimal => minorAmount(minor, currency);
  return {
    lines: amount(totals.lines),
    discounts: amount(totals.discounts),
    charges: amount(totals.charges),
    net: amount(totals.net),
    tax: amount(totals.tax),
    taxInTaxCurrency: taxCurrency === null ? null : inCents(taxCurrency),
    gross: amount(totals.gross),
    prepaid: amount(totals.prepaid + totals.withheld + reduced),
    rounding: amount(totals.rounding),
    due: amount(totals.due),
  };
}
