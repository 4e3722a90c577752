import {
  swissBill,
  type SwissBill,
  type SwissBillProblem,
  type SwissPartyGiven,
  swissPayload,
} from '../core/swiss-qr.ts';
import { isQrIban, referenceType } from '../core/swiss-reference.ts';
import { epcPayload } from './epc.ts';
import type { DocumentFacts, PostalAddress } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import { labelsFor } from './labels.ts';
import type { PaymentDetails, PaymentMeans } from './payment-facts.ts';
import { swissLanguageOf } from './qr-bill-language.ts';

export type Transfer = Extract<PaymentMeans, { readonly kind: 'transfer' }>;

/** The account to which it is paid. */
export function transferOf(payment: PaymentDetails | null): Transfer | undefined {
  return payment?.means.find((means) => means.kind === 'transfer');
}

const payable: readonly DocumentType[] = ['invoice', 'deposit_invoice', 'debit_note', 'proforma', 'statement'];

/** A payment is requested as long as something is due. */
export function isRequested(facts: DocumentFacts): boolean {
  return payable.includes(facts.type) && facts.payment !== null && !isOver(facts);
}

export function isOver(facts: DocumentFacts): boolean {
  return facts.marks.some((mark) => mark === 'paid' || mark === 'void') || amountAsked(facts) <= 0n;
}

/** Amount of the transfer: the first of several instalments. */
export function amountAsked({ statement, totals, instalments = [] }: DocumentFacts): bigint {
  return statement?.closing ?? instalments[0]?.amount ?? totals.due;
}

type Asking = Pick<DocumentFacts, 'type' | 'language' | 'seller' | 'buyer' | 'currency' | 'payment' | 'number'>;

/** Text of the payment QR code; undefined for a transfer that no code can express. */
export function transferPayload(transfer: Transfer, facts: Asking, amount: bigint): string | undefined {
  const bill = swissBillOf(facts, amount);
  return typeof bill === 'object' ? swissPayload(bill) : sepaPayload(transfer, facts, amount);
}

export function sepaPayload(
  { account, accountIsIban, accountName, bic }: Transfer,
  { seller, currency, payment, number }: Asking,
  amount: bigint,
): string | undefined {
  // A QR-IBAN takes only payments that name their reference in a field of its own, which this code does not have.
  if (!accountIsIban || isQrIban(account.replaceAll(' ', ''))) return undefined;
  const name = accountName ?? seller.legalName;
  return epcPayload({ name, iban: account, bic, amount, currency, remittance: payment?.remittance ?? number ?? '' });
}

/** The Swiss QR-bill that asks for an amount, or why there is none. */
export function swissBillOf(facts: Asking, amount: bigint): SwissBill | SwissBillProblem {
  const transfer = transferOf(facts.payment);
  if (transfer === undefined || !transfer.accountIsIban) return 'not_swiss';
  const { seller, buyer, payment, number } = facts;
  const reference = payment?.remittance ?? null;
  const title = labelsFor(swissLanguageOf(facts.language)).title[facts.type];
  return swissBill({
    iban: transfer.account.replaceAll(' ', ''),
    creditor: partyGiven(transfer.accountName ?? seller.legalName, seller.address),
    debtor: buyer === null ? null : partyGiven(buyer.legalName, buyer.address),
    amount,
    currency: facts.currency,
    reference: referenceType(reference) === 'NON' ? null : reference,
    message: number === null ? title : `${title} ${number}`,
  });
}

function partyGiven(name: string, { line1, line2, line3, ...address }: PostalAddress): SwissPartyGiven {
  const { postalCode, city, country } = address;
  return { name, line1, line2: line2 ?? line3, postalCode, city, country };
}
