import type { SwissBillProblem } from '../../../core/swiss-qr.ts';
import { isSwissIban, referenceType } from '../../../core/swiss-reference.ts';
import { swissBillOf } from '../../../render/transfer.ts';
import { asksForMoney, type Snapshot } from '../document.ts';
import type { DocumentRow } from '../document-row.ts';
import { buyerFrom, sellerFrom } from './fact-parties.ts';
import { paymentTo } from './fact-sale.ts';
import type { QrBill } from './qr-bill.ts';

/** Swiss QR-bill of an issued document, from the stored parties. */
export function qrBillOf(row: DocumentRow, snapshot: Snapshot): QrBill | null {
  const { type, number, currency, total } = row;
  const { bank_account: account } = snapshot.seller;
  if (!asksForMoney(type) || !isSwissIban(account?.iban ?? '')) return null;
  const facts = {
    type,
    number,
    currency,
    language: snapshot.language,
    payment: paymentTo(snapshot, row),
    seller: sellerFrom(snapshot.seller),
    buyer: snapshot.buyer && buyerFrom(snapshot.buyer),
  };
  const bill = swissBillOf(facts, total);
  const { payment_reference: reference } = snapshot;
  return {
    reference,
    reference_type: referenceType(reference),
    problem: typeof bill === 'string' ? problems[bill] : null,
  };
}

const problems: Readonly<Record<SwissBillProblem, string>> = {
  not_swiss: 'The account is not in Switzerland or Liechtenstein.',
  currency: 'A QR-bill is in CHF or EUR.',
  reference: 'A QR-IBAN is paid with a reference, and this document has none.',
  creditor_name: 'The name of the organisation, or the holder of its account, has no Latin letters.',
  creditor_postal_code: 'The address of the organisation has no postal code.',
  creditor_city: 'The address of the organisation has no city.',
  creditor_country: 'The address of the organisation has no country.',
};
