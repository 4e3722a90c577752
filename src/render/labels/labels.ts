import type { DocumentMark } from '../facts.ts';
import type { DocumentType } from '../document-type.ts';
import type { StatementEntry } from '../statement-facts.ts';

/** Every word that a document says by itself, in one language. `{…}` stands for what is filled in. */
export type Labels = {
  readonly title: Readonly<Record<DocumentType, string>>;
  readonly mark: Readonly<Record<DocumentMark, string>>;
  readonly entry: Readonly<Record<Exclude<StatementEntry['type'], 'sale'>, string>>;

  readonly number: string;
  readonly issued: string;
  readonly supplied: string;
  readonly period: string;
  readonly due: string;
  readonly validUntil: string;
  readonly buyerReference: string;
  readonly order: string;
  readonly sale: string;
  readonly contract: string;
  readonly project: string;
  readonly despatch: string;
  readonly quoteReference: string;
  readonly corrects: string;
  readonly reason: string;
  readonly accountNumber: string;
  readonly paymentTerms: string;

  readonly billedTo: string;
  readonly preparedFor: string;
  readonly deliverTo: string;
  readonly vatId: string;
  readonly taxNumber: string;
  readonly registration: string;

  readonly position: string;
  readonly sku: string;
  readonly item: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly charge: string;
  readonly tax: string;
  readonly amount: string;
  readonly outstanding: string;
  readonly origin: string;
  readonly serials: string;
  readonly optional: string;

  readonly subtotal: string;
  readonly net: string;
  /** `{name} {rate} on {base}` */
  readonly taxOn: string;
  readonly withheld: string;
  readonly rounding: string;
  readonly total: string;
  readonly prepaid: string;
  readonly amountDue: string;
  readonly amountCredited: string;
  readonly taxIncluded: string;
  /** Before the tax that a deposit had in it. */
  readonly taxWithin: string;
  readonly carriedForward: string;
  readonly broughtForward: string;
  /** `{rate}`, `{tax}` */
  readonly taxInCurrency: string;

  readonly payByTransfer: string;
  readonly scanToPay: string;
  readonly qrAlt: string;
  readonly accountHolder: string;
  readonly bank: string;
  readonly accountNo: string;
  readonly reference: string;
  readonly payOnline: string;
  /** `{creditor}`, `{mandate}` */
  readonly directDebit: string;
  /** `{percent}`, `{days}` */
  readonly earlyPayment: string;
  /** `{day}` */
  readonly paidOn: string;
  readonly paymentReceived: string;
  readonly tendered: string;
  readonly change: string;

  /** Said by law where the facts give no reason of their own. */
  readonly reverseCharge: string;
  readonly intraCommunity: string;
  readonly exportSupply: string;
  readonly exempt: string;
  readonly notSubject: string;
  readonly notAnInvoice: string;

  readonly date: string;
  readonly document: string;
  readonly charges: string;
  readonly credits: string;
  readonly balance: string;
  readonly opening: string;
  readonly closing: string;
  readonly ageing: string;
  readonly current: string;
  /** `{from}`, `{to}` */
  readonly days: string;
  /** `{from}` */
  readonly overDays: string;

  readonly signature: string;
  readonly goodsReceived: string;
  readonly placeAndDate: string;
  readonly terms: string;
  /** `{page}`, `{pages}` */
  readonly pageOf: string;
};
