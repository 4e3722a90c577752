import type { DocumentMark } from '../../../render/facts.ts';
import type { MoreFacts } from '../printing/document-facts.ts';
import type { DocumentRow } from '../document-row.ts';
import type { KeptReceipt } from './receipt.ts';

/** Facts of a receipt: the payment, the debts it settled, and refunds of it. */
export function receiptFacts({ paid_back: back }: DocumentRow, kept: KeptReceipt): MoreFacts {
  const refunded = BigInt(back ?? 0);
  const marks: DocumentMark[] = refunded > 0n ? ['refunded'] : [];
  return {
    marks,
    payments: kept.payments.map(({ payment_date: day, method, reference, amount, change_given: change }) => ({
      day,
      method,
      reference,
      amount: BigInt(amount),
      tendered: change === '0' ? null : BigInt(amount) + BigInt(change),
      change: change === '0' ? null : BigInt(change),
    })),
    receipt: {
      refunded,
      unapplied: BigInt(kept.amount_unapplied),
      settles: kept.settles.map(({ document_number, document_type, sale_number, amount, amount_due: due }) => ({
        type: document_type ?? ('sale' as const),
        number: document_number ?? sale_number,
        amount: BigInt(amount),
        due: BigInt(due),
      })),
    },
  };
}
