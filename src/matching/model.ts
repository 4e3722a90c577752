/** Input and output of matching. Amounts are minor units of the currency beside them. */
import type { Day } from '../core/calendar.ts';

/** A line of a bank statement. */
export type Line = {
  readonly id: string;
  readonly bankAccountId: string;
  readonly day: Day;
  readonly currency: string;
  /** Negative for money out. */
  readonly amount: bigint;
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
  readonly text: string;
  /** Structured references with correct check digits. */
  readonly references: readonly string[];
  /** What was kept of it or taken on top, by what the line itself says: it is in the amount. */
  readonly kept?: bigint;
  /** What the bank gives back of an order: end-to-end ids of its payments, or the id of their batch. In capitals. */
  readonly orderIds?: readonly string[];
  /** Payments that were booked together as this line, which come to it. */
  readonly details?: readonly LineDetail[];
};

/** One payment of several that a line is made of. */
export type LineDetail = Pick<Line, 'amount' | 'counterpartyName' | 'counterpartyAccount' | 'text' | 'references'>;

export type Side = 'sale' | 'expense' | 'payment';

/** A sale or an expense of which something is left to pay, or a payment of which something can go back. */
export type OpenItem = {
  readonly side: Side;
  readonly id: string;
  /** References it may be quoted by: its own number, those of its invoices, that of the supplier. */
  readonly numbers: readonly string[];
  /** Structured references that were printed for it. */
  readonly references: readonly string[];
  readonly partyId: string | null;
  readonly day: Day;
  readonly due: Day;
  readonly currency: string;
  readonly open: bigint;
  /** Discounts with their last days, the time that a transfer may take included. */
  readonly discounts: readonly { readonly percent: bigint; readonly through: Day }[];
};

/** A client or a supplier, and the bank accounts that it is known to have. */
export type Party = {
  readonly id: string;
  readonly names: readonly string[];
  readonly accounts: readonly string[];
};

/** Money that the books have on the account already: an entry, or all that one call posted there for one party. */
export type RecordedEntry = {
  readonly parts: readonly { readonly id: string; readonly amount: bigint }[];
  readonly day: Day;
  /** Negative for money out. */
  readonly amount: bigint;
  readonly partyId: string | null;
};

/** A payment that the bank was asked for, in a file, on this account. */
export type OrderedPayment = {
  readonly id: string;
  readonly endToEndId: string;
  /** Of the payments that the bank may book as one line. */
  readonly batchId: string;
  readonly day: Day;
  /** Without a sign. */
  readonly amount: bigint;
  /** What it pays, or the entries of the books where it is recorded already. */
  readonly targets: readonly Target[];
};

/** A line of a transfer between own accounts; one that is matched has its part of the books already. */
export type TransferLine = Line & { readonly isMatched: boolean };

/** A bank account of the organisation itself. */
export type OwnAccount = {
  readonly id: string;
  readonly iban: string | null;
  /** Of an account at a payment provider: its name. */
  readonly provider?: string | null;
};

export type Target = {
  readonly kind: 'entry' | Side | 'client_credit' | 'supplier_credit' | 'bank_line' | 'bank_account' | 'account';
  readonly id: string;
  /** So much of the line, without a sign; of an entry, what it moved in the direction of the line. */
  readonly amount: bigint;
  /** Early-payment discount that settles more of it. */
  readonly discount?: bigint;
  /** Of an account: the values of dimensions that it is for. */
  readonly dimensions?: readonly string[] | undefined;
};

export const evidenceCodes = [
  'rule',
  'ordered',
  'ordered_batch',
  'recorded',
  'own_account',
  'opposite_line',
  'reference',
  'number',
  'digits',
  'amount',
  'amounts',
  'amount_less_discount',
  'amount_less_fee',
  'known_account',
  'name',
  'similar_name',
  'day',
  'other_party',
  'more_than_open',
  'less_than_open',
] as const;
export type EvidenceCode = (typeof evidenceCodes)[number];

/** `value` is the number, name or reference that it is about. */
export type Evidence = { readonly code: EvidenceCode; readonly points: number; readonly value: string | null };

export type Suggestion = {
  /** 0 to 100. */
  readonly score: number;
  readonly targets: readonly Target[];
  /** Fee that the payer’s bank deducted. */
  readonly fee: bigint;
  /** The targets come to the line, to the cent. */
  readonly isExplained: boolean;
  /** May be booked without anybody looking. */
  readonly isCertain: boolean;
  readonly evidence: readonly Evidence[];
  /** The rule that says so. */
  readonly ruleId?: string;
  /** Nothing else speaks for the line, so that the rule may book it. */
  readonly isUncontested?: boolean;
};
