import { z } from 'zod';
import { sum } from '../../core/list.ts';
import { money } from '../../core/money.ts';
import type { DocumentFacts } from '../../render/facts.ts';
import type { Template } from '../../render/template.ts';
import { transferOf, transferPayload } from '../../render/transfer.ts';
import { Money } from '../../wire/index.ts';
import type { DocumentRecord } from '../documents/index.ts';

const nullableText = z.string().nullable();

/** Bank details for paying a document by transfer. */
export const SharedPayment = z
  .object({
    iban: nullableText,
    account_number: nullableText,
    bic: nullableText,
    bank_name: nullableText,
    holder: nullableText,
    reference: nullableText,
    amount: Money,
    qr: nullableText.describe('QR code for banking apps: EPC069-12 or a Swiss QR-bill; null if there is none.'),
  })
  .describe(
    'Bank account for the amount owed, or its part due; null if nothing is owed, or the document names no account.',
  );
type SharedPayment = z.output<typeof SharedPayment>;

const open: readonly DocumentRecord['status'][] = ['open', 'overdue'];

type Known = {
  readonly template: Template;
  readonly owed: Pick<DocumentRecord, 'status' | 'amount_due' | 'payment_schedule'>;
};

/** The account that the pages of the document name, and what is to be paid by now. */
export function sharedPayment(facts: DocumentFacts, { template, owed }: Known): SharedPayment | null {
  const { status, amount_due: due, payment_schedule: parts } = owed;
  if (due === null || due.minor <= 0n || !open.includes(status)) return null;
  if (template.sections?.includes('payment') === false) return null;
  const transfer = transferOf(facts.payment);
  if (transfer === undefined) return null;
  const { account, accountIsIban, accountName, bic, bankName } = transfer;
  const asked = askedOf(parts) ?? due.minor;
  return {
    iban: accountIsIban ? account : null,
    account_number: accountIsIban ? null : account,
    bic,
    bank_name: bankName,
    holder: accountName,
    reference: facts.payment?.remittance ?? facts.number,
    amount: money(asked, due.currency),
    qr: template.show_qr ? (transferPayload(transfer, facts, asked) ?? null) : null,
  };
}

/** Of what is paid in parts: those that are late together, else the next one. */
function askedOf(parts: DocumentRecord['payment_schedule']): bigint | undefined {
  const left = parts.filter(({ amount_due: due }) => due.minor > 0n);
  const late = sum(left.filter(({ is_overdue: isLate }) => isLate).map(({ amount_due: due }) => due.minor));
  return late > 0n ? late : left[0]?.amount_due.minor;
}
