import type { Day } from '../core/calendar.ts';
import type { Decimal } from '../core/decimal.ts';

/** BG-16. */
export type PaymentDetails = {
  /** BT-20: what the page says, such as `14 days net`. */
  readonly terms: string | null;
  /** Discounts for paying early, in the order of their days. */
  readonly earlyPayment: readonly EarlyPayment[];
  readonly means: readonly PaymentMeans[];
  /** BT-83: what the buyer writes on the transfer. */
  readonly remittance: string | null;
  /** Address for payment online. */
  readonly link: string | null;
};

/** `base` is what it is a part of, `payable` what is left to pay by that day, in minor units. */
export type EarlyPayment = {
  readonly days: number;
  readonly percent: Decimal;
  readonly until: Day;
  readonly base: bigint;
  readonly payable: bigint;
};

/** `code` is of UNTDID 4461: `58` SEPA transfer, `30` transfer, `59` SEPA direct debit, `48` card, `10` cash. */
export type PaymentMeans =
  | {
      readonly kind: 'transfer';
      readonly code: string;
      /** BT-84: an IBAN without spaces, or the number of the account. */
      readonly account: string;
      readonly accountIsIban: boolean;
      readonly accountName: string | null;
      readonly bic: string | null;
      readonly bankName: string | null;
      /** Sort code, routing number, branch: as it is called and what it is. */
      readonly details: readonly { readonly label: string; readonly value: string }[];
    }
  | {
      readonly kind: 'direct_debit';
      readonly code: string;
      /** BT-89, BT-90, BT-91. */
      readonly mandate: string;
      readonly creditorId: string;
      readonly debitedAccount: string;
    }
  | {
      readonly kind: 'card';
      readonly code: string;
      /** BT-87: only its last digits. */
      readonly lastDigits: string | null;
      readonly holder: string | null;
    }
  | { readonly kind: 'other'; readonly code: string; readonly label: string | null };

/** A part of what is due, and its day. */
export type Instalment = {
  readonly due: Day;
  readonly amount: bigint;
  /** Of the total, where the part was asked for so. */
  readonly percent: Decimal | null;
};

export type ReceivedPayment = {
  readonly day: Day;
  readonly amount: bigint;
  /** As it is called: `Card`, `Cash`, `Bank transfer`. */
  readonly method: string | null;
  readonly reference: string | null;
  /** Cash tendered, and change given. */
  readonly tendered: bigint | null;
  readonly change: bigint | null;
};

/** Debts settled by a payment received. */
export type ReceiptFacts = {
  /** `due` is what was left to pay then. */
  readonly settles: readonly {
    readonly type: 'invoice' | 'deposit_invoice' | 'debit_note' | 'sale';
    readonly number: string | null;
    readonly amount: bigint;
    readonly due: bigint;
  }[];
  /** The unapplied part. */
  readonly unapplied: bigint;
  /** Refunded since. */
  readonly refunded: bigint;
};

export type TaxCurrency = {
  readonly currency: string;
  /** One unit of the document's currency in units of `currency`. */
  readonly rate: Decimal;
  readonly day: Day | null;
  /** BT-111: in minor units of `currency`. */
  readonly tax: bigint;
};
