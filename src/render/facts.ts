import type { Day } from '../core/calendar.ts';
import type { Decimal } from '../core/decimal.ts';
import type { Instalment, PaymentDetails, ReceiptFacts, ReceivedPayment, TaxCurrency } from './payment-facts.ts';
import type { StatementFacts } from './statement-facts.ts';
import type { DocumentType } from './document-type.ts';

/**
 * One document as it was issued: pure data that neither looks anything up nor computes. A document freezes it when it
 * is issued; its page and its e-invoice are both made from it, so they cannot tell different stories.
 *
 * Amounts are minor units of `currency`, positive on a credit note too: the type carries the sign. Texts are plain
 * unless they are said to be Markdown. `null` is what was not given. BT and BG numbers are those of EN 16931.
 */
export type DocumentFacts = {
  readonly type: DocumentType;
  /** BT-1; null on a draft, which has none yet. */
  readonly number: string | null;
  /** Marks of the document; the page shows `paid`, `void`, `draft` and `copy`. */
  readonly marks: readonly DocumentMark[];
  /** BCP 47, such as `de` or `pt-BR`: labels, dates and numbers are in it. */
  readonly language: string;
  /** ISO 4217 (BT-5). */
  readonly currency: string;
  readonly dates: DocumentDates;
  readonly seller: Party;
  readonly buyer: Party | null;
  /** BG-13: where the goods go, when that is not the buyer's address. */
  readonly deliverTo: DeliverTo | null;
  readonly references: References;
  /** Prices and amounts of lines are printed with tax, as in shops; an e-invoice never does so. */
  readonly pricesWithTax: boolean;
  readonly lines: readonly DocumentLine[];
  /** BG-20 and BG-21: discounts and charges on the whole document, before tax. */
  readonly adjustments: readonly Adjustment[];
  /** Discounts after tax, which lower what is due and leave the tax as it is. Absent where there are none. */
  readonly reductions?: readonly Adjustment[];
  /** BG-23: one row for each category and rate. */
  readonly taxes: readonly TaxTotal[];
  readonly totals: Totals;
  readonly payment: PaymentDetails | null;
  /** The parts that make up `totals.due`, the first due first. Absent where it is due at once. */
  readonly instalments?: readonly Instalment[];
  /** Payments so far, for receipts and for paid invoices. */
  readonly payments: readonly ReceivedPayment[];
  /** Deposits that are taken off what is due; they are part of `totals.prepaid`. Absent where there are none. */
  readonly deposits?: readonly DeductedDeposit[];
  /** Set where the tax must also be told in another currency than the document's (BT-6, BT-111). */
  readonly taxCurrency: TaxCurrency | null;
  /** Only on a receipt. */
  readonly receipt?: ReceiptFacts;
  /** Only on a statement. */
  readonly statement: StatementFacts | null;
  readonly texts: Texts;
};

export type DocumentMark = 'paid' | 'void' | 'draft' | 'copy' | 'overdue' | 'accepted' | 'expired' | 'refunded';

export type DocumentDates = {
  /** BT-2; null on a draft. */
  readonly issued: Day | null;
  /** BT-72: the day of supply, of delivery or of the service. */
  readonly supplied: Day | null;
  /** BG-14: the period that is billed. */
  readonly period: { readonly from: Day; readonly to: Day } | null;
  /** BT-9: of what is due in parts, the day of the first. */
  readonly due: Day | null;
  /** Until when a quote can be accepted. */
  readonly validUntil: Day | null;
  /** BT-7, where the tax falls due on another day than that of issue. */
  readonly taxPoint: Day | null;
};

/** BG-4 and BG-7. */
export type Party = {
  /** BT-27, BT-44: the name in the register. */
  readonly legalName: string;
  /** BT-28, BT-45: the name under which it trades, where that is another one. */
  readonly tradingName: string | null;
  /** BT-29, BT-46: ids in registers such as GLN (`scheme` is an ISO 6523 code, such as `0088`). */
  readonly ids: readonly Identifier[];
  /** BT-30, BT-47: the number in the register of companies. */
  readonly registration: Identifier | null;
  /** BT-33: court of registration, directors, capital: what the law wants on the paper. Lines of plain text. */
  readonly legalNote: string | null;
  readonly taxIds: readonly TaxId[];
  /** BT-34, BT-49: where e-invoices are delivered; `scheme` is of the EAS list, such as `0204` or `EM`. */
  readonly electronicAddress: Identifier | null;
  readonly address: PostalAddress;
  readonly contact: Contact | null;
  readonly website: string | null;
  /** The seller's number of the client, or the buyer's number of the supplier. */
  readonly accountNumber: string | null;
};

export type Identifier = { readonly scheme: string | null; readonly value: string };

/**
 * `vat` is an intra-community number with its country (BT-31, BT-48), `local` the number of the tax office (BT-32),
 * `other` one that is printed under its own `label`, such as GSTIN or ABN.
 */
export type TaxId = {
  readonly scheme: 'vat' | 'local' | 'other';
  readonly value: string;
  readonly label: string | null;
};

export type PostalAddress = {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

/** BG-6 and BG-9. */
export type Contact = { readonly name: string | null; readonly phone: string | null; readonly email: string | null };

export type DeliverTo = {
  readonly name: string | null;
  /** BT-71. */
  readonly locationId: Identifier | null;
  readonly address: PostalAddress | null;
};

export type References = {
  /** BT-10: what the buyer asks for, such as a Leitweg-ID. */
  readonly buyer: string | null;
  /** BT-13: the buyer's order. */
  readonly order: string | null;
  /** BT-14: the seller's own order or sale. */
  readonly sale: string | null;
  /** BT-12. */
  readonly contract: string | null;
  /** BT-11. */
  readonly project: string | null;
  /** BT-16: delivery notes. */
  readonly despatch: string | null;
  /** The quote from which this was made. */
  readonly quote: string | null;
  /** BG-3: what a credit note corrects, or what a last invoice follows. */
  readonly corrects: readonly CorrectedDocument[];
  /** BT-19. */
  readonly buyerAccounting: string | null;
};

/** BG-3: an invoice of a deposit, which the last invoice refers to. */
export type DeductedDeposit = {
  readonly number: string;
  readonly issued: Day;
  /** So much of it is tax, which was due with the deposit. */
  readonly tax: bigint;
  readonly total: bigint;
};

export type CorrectedDocument = {
  readonly number: string;
  readonly issued: Day | null;
  readonly reason: string | null;
};

/** BG-25. `net` = quantity × price − discounts + charges, as it was rounded when the document was made. */
export type DocumentLine = {
  /** BT-126: as it is printed, mostly `1`, `2`, `3`. */
  readonly id: string;
  /** BT-153. */
  readonly name: string;
  /** BT-154: plain text, may have line breaks. */
  readonly description: string | null;
  /** BT-155: the seller's SKU. */
  readonly sellerItemId: string | null;
  /** BT-156. */
  readonly buyerItemId: string | null;
  /** BT-157: a GTIN. */
  readonly gtin: string | null;
  /** BT-159: ISO 3166-1 alpha-2. */
  readonly originCountry: string | null;
  /** BT-158: customs or classification codes; `scheme` is of UNTDID 7143, such as `HS`. */
  readonly classifications: readonly Identifier[];
  /** BT-129. */
  readonly quantity: Decimal;
  readonly unit: Unit;
  /** BT-146: for one of `unit`, without tax, after `priceDiscount`; may have more digits than the currency. */
  readonly unitPrice: Decimal;
  /** The same with tax, for a page that shows it so. */
  readonly unitPriceWithTax: Decimal | null;
  /** The price before its discount (BT-148), where one is shown. */
  readonly grossUnitPrice: Decimal | null;
  /** BG-27 and BG-28. */
  readonly adjustments: readonly Adjustment[];
  /** BT-131: without tax. */
  readonly net: bigint;
  /** Tax of the line, where the document shows prices with tax; never part of an e-invoice. */
  readonly tax: bigint;
  readonly taxes: readonly LineTax[];
  /** BG-26. */
  readonly period: { readonly from: Day; readonly to: Day } | null;
  /** BT-132: the line of the buyer's order. */
  readonly orderLine: string | null;
  /** Serial and batch numbers, for delivery notes and warranties. */
  readonly tracking: readonly string[];
  /** Lines that share a heading follow each other; null is under none. */
  readonly section: string | null;
  /** On a quote: not part of the totals unless chosen. */
  readonly optional: boolean;
  /** On a delivery note: how much of the order is still to come. */
  readonly outstanding: Decimal | null;
};

/** `code` is of UNECE Recommendation 20 (`C62` one, `HUR` hour, `KGM` kilogram); `label` what the page says. */
export type Unit = { readonly code: string; readonly label: string | null };

/** UNTDID 5305, the part that EN 16931 allows. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';

/** The tax that an e-invoice knows is the one of `scheme: 'vat'`; others are printed only. */
export type LineTax = {
  readonly category: TaxCategory;
  /** In percent; zero where the category says so. */
  readonly percent: Decimal;
  /** `VAT`, `GST`, `Sales tax`… as the organisation calls it. */
  readonly name: string;
};

/** BG-20, BG-21, BG-27, BG-28. `amount` is positive; `kind` is its sign. */
export type Adjustment = {
  readonly kind: 'discount' | 'charge';
  /** A charge that is usual everywhere, and is called so where it has no reason. */
  readonly charge?: 'shipping' | 'service' | 'tip';
  /** BT-97, BT-104, BT-139, BT-144. */
  readonly reason: string | null;
  /** UNTDID 5189 or 7161. */
  readonly reasonCode: string | null;
  readonly percent: Decimal | null;
  /** The amount that the percentage was applied to. */
  readonly base: bigint | null;
  readonly amount: bigint;
  /** BT-95 and BT-102; null on a line, whose own tax counts. */
  readonly tax: LineTax | null;
};

/** BG-23. */
export type TaxTotal = LineTax & {
  /** BT-116. */
  readonly base: bigint;
  /** BT-117; what a reverse charge would be is not here, its amount is zero. */
  readonly amount: bigint;
  /** BT-120 and BT-121: why there is no tax, as the law wants it said; `code` is of the VATEX list. */
  readonly exemption: { readonly reason: string | null; readonly code: string | null } | null;
  /** Kept back by the buyer: lowers what is due and is no part of `totals.tax`. */
  readonly withheld: boolean;
};

/** BG-22. `gross` = `net` + `tax`; `due` = `gross` + `rounding` − `withheld` − reductions − `prepaid`. */
export type Totals = {
  /** BT-106: the sum of the lines. */
  readonly lines: bigint;
  /** BT-107. */
  readonly discounts: bigint;
  /** BT-108. */
  readonly charges: bigint;
  /** BT-109: `lines` − `discounts` + `charges`. */
  readonly net: bigint;
  /** BT-110. */
  readonly tax: bigint;
  /** BT-112. */
  readonly gross: bigint;
  readonly withheld: bigint;
  /** BT-114, as cash is rounded. */
  readonly rounding: bigint;
  /** BT-113. */
  readonly prepaid: bigint;
  /** BT-115. */
  readonly due: bigint;
};

/** Markdown of the small subset; on an e-invoice they are plain notes (BT-22). */
export type Texts = {
  /** A line of its own under the title, such as the name of the project. */
  readonly subject: string | null;
  /** Above the lines. */
  readonly intro: string | null;
  /** Below the totals. */
  readonly note: string | null;
  readonly terms: string | null;
  readonly footer: string | null;
};
