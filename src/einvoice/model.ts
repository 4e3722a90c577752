import type { Day } from '../core/calendar.ts';
import type { Decimal } from '../core/decimal.ts';
import type { TaxCategory } from '../render/facts.ts';

/**
 * An invoice or credit note as EN 16931 knows it, in neither of its two syntaxes: what is written into UBL and CII, and
 * what is read out of them. `null` is what was not given, texts are trimmed and never empty, decimals are in their
 * shortest form, so that two invoices that say the same are equal. BT and BG numbers are those of the standard.
 */
export type Invoice = {
  /** BT-24. */
  readonly specification: string;
  /** BT-23. */
  readonly process: string | null;
  /** BT-1. */
  readonly number: string | null;
  /** BT-2. */
  readonly issued: Day | null;
  /** BT-3, of UNTDID 1001. */
  readonly typeCode: string;
  /** BT-9. */
  readonly due: Day | null;
  /** BT-7. */
  readonly taxPoint: Day | null;
  /** BT-5. */
  readonly currency: string;
  /** BT-6. */
  readonly taxCurrency: string | null;
  /** BG-1. */
  readonly notes: readonly string[];
  readonly references: InvoiceReferences;
  /** BG-3. */
  readonly corrects: readonly { readonly number: string; readonly issued: Day | null }[];
  /** BG-4. */
  readonly seller: InvoiceParty;
  /** BG-7. */
  readonly buyer: InvoiceParty;
  /** BG-10: who is paid, where that is not the seller. */
  readonly payee: Payee | null;
  /** BG-11. */
  readonly taxRepresentative: TaxRepresentative | null;
  /** BG-13 and BG-15. */
  readonly delivery: Delivery | null;
  /** BG-14. */
  readonly period: Period | null;
  readonly payment: Payment;
  /** BG-20 and BG-21. */
  readonly adjustments: readonly DocumentAdjustment[];
  /** BG-23. */
  readonly taxes: readonly TaxRow[];
  readonly totals: InvoiceTotals;
  /** BG-24. */
  readonly attachments: readonly Attachment[];
  /** BG-25. */
  readonly lines: readonly InvoiceLine[];
};

export type InvoiceReferences = {
  /** BT-10. */
  readonly buyer: string | null;
  /** BT-11. */
  readonly project: string | null;
  /** BT-12. */
  readonly contract: string | null;
  /** BT-13. */
  readonly order: string | null;
  /** BT-14. */
  readonly sale: string | null;
  /** BT-16. */
  readonly despatch: string | null;
  /** BT-19. */
  readonly buyerAccounting: string | null;
};

export type Scheme = { readonly scheme: string | null; readonly value: string };

export type InvoiceParty = {
  /** BT-27, BT-44. */
  readonly name: string | null;
  /** BT-28, BT-45. */
  readonly tradingName: string | null;
  /** BT-29, BT-46. */
  readonly ids: readonly Scheme[];
  /** BT-30, BT-47. */
  readonly registration: Scheme | null;
  /** BT-31, BT-48. */
  readonly vatId: string | null;
  /** BT-32: only a seller has one. */
  readonly taxNumber: string | null;
  /** BT-33: only a seller has one. */
  readonly legalNote: string | null;
  /** BT-34, BT-49. */
  readonly electronicAddress: Scheme | null;
  readonly address: InvoiceAddress | null;
  /** BG-6, BG-9. */
  readonly contact: InvoiceContact | null;
};

export type InvoiceAddress = {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  readonly country: string | null;
};

export type InvoiceContact = {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
};

export type Payee = {
  /** BT-59. */
  readonly name: string;
  /** BT-60. */
  readonly id: Scheme | null;
  /** BT-61. */
  readonly registration: Scheme | null;
};

export type TaxRepresentative = {
  /** BT-62. */
  readonly name: string;
  /** BT-63. */
  readonly vatId: string | null;
  /** BG-12. */
  readonly address: InvoiceAddress | null;
};

export type Delivery = {
  /** BT-70. */
  readonly name: string | null;
  /** BT-71. */
  readonly location: Scheme | null;
  /** BT-72. */
  readonly day: Day | null;
  /** BG-15. */
  readonly address: InvoiceAddress | null;
};

export type Period = { readonly from: Day | null; readonly to: Day | null };

/** BG-16. All means have one code, since the standard has one (BT-81). */
export type Payment = {
  readonly means: readonly PaymentMean[];
  /** BT-20. */
  readonly terms: string | null;
  /** BT-83. */
  readonly remittance: string | null;
  /** BT-90. */
  readonly creditorId: string | null;
};

export type PaymentMean = {
  /** BT-81, of UNTDID 4461. */
  readonly code: string;
  /** BT-82. */
  readonly label: string | null;
  /** BG-17. */
  readonly account: CreditAccount | null;
  /** BG-18. */
  readonly card: { readonly lastDigits: string; readonly holder: string | null } | null;
  /** BG-19. */
  readonly debit: { readonly mandate: string | null; readonly account: string | null } | null;
};

export type CreditAccount = {
  /** BT-84. */
  readonly id: string;
  readonly isIban: boolean;
  /** BT-85. */
  readonly name: string | null;
  /** BT-86. */
  readonly bic: string | null;
};

/** BG-20, BG-21, BG-27, BG-28. */
export type LineAdjustment = {
  readonly kind: 'discount' | 'charge';
  readonly amount: Decimal;
  readonly base: Decimal | null;
  readonly percent: Decimal | null;
  readonly reason: string | null;
  readonly reasonCode: string | null;
};

export type DocumentAdjustment = LineAdjustment & { readonly tax: TaxKey };

/** `percent` is null where there is none: always with category O, which has no rate. */
export type TaxKey = { readonly category: TaxCategory; readonly percent: Decimal | null };

export type TaxRow = TaxKey & {
  /** BT-116. */
  readonly base: Decimal;
  /** BT-117. */
  readonly amount: Decimal;
  /** BT-120. */
  readonly exemptionReason: string | null;
  /** BT-121. */
  readonly exemptionCode: string | null;
};

/** BG-22. */
export type InvoiceTotals = {
  /** BT-106. */
  readonly lines: Decimal;
  /** BT-107. */
  readonly discounts: Decimal;
  /** BT-108. */
  readonly charges: Decimal;
  /** BT-109. */
  readonly net: Decimal;
  /** BT-110. */
  readonly tax: Decimal;
  /** BT-111. */
  readonly taxInTaxCurrency: Decimal | null;
  /** BT-112. */
  readonly gross: Decimal;
  /** BT-113. */
  readonly prepaid: Decimal;
  /** BT-114. */
  readonly rounding: Decimal;
  /** BT-115. */
  readonly due: Decimal;
};

/** BG-24: a file inside, or an address where it is. */
export type Attachment = {
  /** BT-122. */
  readonly id: string;
  /** BT-123. */
  readonly description: string | null;
  /** BT-124. */
  readonly url: string | null;
  /** BT-125: `content` is base64. */
  readonly file: { readonly name: string; readonly type: string; readonly content: string } | null;
};

export type InvoiceLine = {
  /** BT-126. */
  readonly id: string;
  /** BT-127. */
  readonly note: string | null;
  /** BT-153. */
  readonly name: string | null;
  /** BT-154. */
  readonly description: string | null;
  /** BT-155. */
  readonly sellerItemId: string | null;
  /** BT-156. */
  readonly buyerItemId: string | null;
  /** BT-157. */
  readonly standardId: Scheme | null;
  /** BT-158. */
  readonly classifications: readonly Scheme[];
  /** BT-159. */
  readonly originCountry: string | null;
  /** BG-32. */
  readonly properties: readonly { readonly name: string; readonly value: string }[];
  /** BT-129. */
  readonly quantity: Decimal;
  /** BT-130. */
  readonly unit: string | null;
  readonly price: Price;
  /** BG-27 and BG-28. */
  readonly adjustments: readonly LineAdjustment[];
  /** BT-131. */
  readonly net: Decimal;
  /** BG-30; null where a document has none, which no rule lets pass. */
  readonly tax: TaxKey | null;
  /** BG-26. */
  readonly period: Period | null;
  /** BT-132. */
  readonly orderLine: string | null;
  /** BT-133. */
  readonly buyerAccounting: string | null;
};

export type Price = {
  /** BT-146. */
  readonly net: Decimal;
  /** BT-148; BT-147 is the difference. */
  readonly gross: Decimal | null;
  /** BT-149: how many units the price is for; null is one. */
  readonly per: Decimal | null;
};
