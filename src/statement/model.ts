/** Statements of bank accounts as files of every format say them: amounts are exact, days are as written. */
import type { Day } from '../core/calendar.ts';
import type { Money } from '../core/money.ts';
import type { Problem } from './problem.ts';

export const statementFormats = ['camt052', 'camt053', 'camt054', 'mt940', 'mt942', 'ofx', 'qif', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export type StatementAccount = {
  readonly iban: string | null;
  /** Number of an account without an IBAN. */
  readonly number: string | null;
  /** Number of the bank by the rules of its country, such as a sort code or a routing number. */
  readonly bankCode: string | null;
  readonly bic: string | null;
  readonly currency: string | null;
  readonly owner: string | null;
};

export type Balance = { readonly amount: Money; readonly day: Day | null };

/**
 * `final`: what the bank has booked. `interim`: of the current day, replaced by the final one. `explanation`: details
 * of lines in statements, which add no money.
 */
export type StatementKind = 'final' | 'interim' | 'explanation';

export type Statement = {
  readonly format: StatementFormat;
  readonly kind: StatementKind;
  readonly account: StatementAccount;
  readonly id: string | null;
  readonly number: string | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  readonly available: Balance | null;
  readonly lines: readonly StatementLine[];
};

/** `info` says something and moves no money. */
export type LineStatus = 'booked' | 'pending' | 'info';

export type Counterparty = {
  readonly name: string | null;
  readonly account: string | null;
  readonly bic: string | null;
};

/** `isIncluded`: the amount of the line has it in it already. Negative where the bank pays it back. */
export type LineCharge = { readonly amount: Money; readonly isIncluded: boolean };

/** In the currency that the payment was made in; formats may name that without an amount. */
export type OriginalAmount = { readonly currency: string; readonly amount: Money | null };

/** `of` says which currency one unit of is worth `value` of the other; null where the file does not tell. */
export type LineRate = { readonly value: string; readonly of: string | null };

export type PaymentFacts = {
  readonly original: OriginalAmount | null;
  readonly rate: LineRate | null;
  readonly charges: readonly LineCharge[];
  readonly counterparty: Counterparty;
  readonly endToEndId: string | null;
  readonly mandateId: string | null;
  readonly creditorId: string | null;
  /** Structured references of invoices, such as RF or QR references. */
  readonly references: readonly string[];
  /** As the bank wrote it, its lines apart. */
  readonly remittance: string;
  /** For reading and matching: put together where banks cut it, without labels. */
  readonly text: string;
  /** The same with a blank where banks may have cut it between words; null where that makes no difference. */
  readonly spacedText: string | null;
  readonly returnReason: string | null;
};

/** One payment of several that were booked as one line. */
export type LineDetail = PaymentFacts & { readonly amount: Money | null; readonly bankReference: string | null };

/** Codes by which banks tell what kind of business a line is. */
export type BankCodes = {
  readonly domain?: string | undefined;
  readonly family?: string | undefined;
  readonly subfamily?: string | undefined;
  readonly proprietary?: string | undefined;
  /** German code of three digits. */
  readonly gvc?: string | undefined;
  /** SWIFT, such as `NTRF`. */
  readonly swift?: string | undefined;
  /** TRNTYPE of OFX, or the words of the bank. */
  readonly type?: string | undefined;
};

export type StatementLine = PaymentFacts & {
  /** From 1, within its statement. */
  readonly position: number;
  /** Position in the file, for a person who looks it up. */
  readonly place: string;
  readonly bookingDay: Day;
  readonly valueDay: Day;
  readonly transactionDay: Day | null;
  /** Negative: money went out. */
  readonly amount: Money;
  readonly status: LineStatus;
  /** Takes back an earlier line; the amount has its own sign already. */
  readonly isReversal: boolean;
  /** The bank's own id of the line, if it has one. */
  readonly bankReference: string | null;
  readonly customerReference: string | null;
  readonly checkNumber: string | null;
  readonly batchId: string | null;
  readonly codes: BankCodes;
  readonly details: readonly LineDetail[];
  /** False: the sum of the details differs from the line, so that they are notes. */
  readonly detailsAgree: boolean;
  readonly runningBalance: Money | null;
  /** The line of an earlier file that this one replaces or deletes, by its reference. */
  readonly corrects: { readonly reference: string; readonly action: 'replace' | 'delete' } | null;
  readonly raw: string;
};

export type StatementFile = {
  readonly statements: readonly Statement[];
  readonly problems: readonly Problem[];
};

export const nobody: Counterparty = { name: null, account: null, bic: null };

/** Of a payment of which the file says nothing more. */
export const noFacts: PaymentFacts = {
  original: null,
  rate: null,
  charges: [],
  counterparty: nobody,
  endToEndId: null,
  mandateId: null,
  creditorId: null,
  references: [],
  remittance: '',
  text: '',
  spacedText: null,
  returnReason: null,
};
