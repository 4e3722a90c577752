import { z } from 'zod';
import { money } from '../../core/money.ts';
import type { Context } from '../../operation/operation.ts';
import type { Template } from '../../render/template.ts';
import { transferOf, transferPayload } from '../../render/transfer.ts';
import { Money } from '../../wire/index.ts';
import { type DocumentRecord, printedDocument, type StoredDocument } from '../documents/index.ts';

const nullableText = z.string().nullable();

/** How a document is paid by transfer. */
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
  .describe('Bank account for the amount owed; null if nothing is owed, or the document names no account.');
type SharedPayment = z.output<typeof SharedPayment>;

const open: readonly DocumentRecord['status'][] = ['open', 'overdue'];

type Known = {
  readonly template: Template;
  readonly owed: Pick<DocumentRecord, 'status' | 'amount_due'>;
};

/** The account that the pages of the document name, and what is left to pay by now. */
export async function sharedPayment(
  context: Context,
  document: StoredDocument,
  { template, owed: { status, amount_due: due } }: Known,
): Promise<SharedPayment | null> {
  if (due === null || due.minor <= 0n || !open.includes(status)) return null;
  if (template.sections?.includes('payment') === false) return null;
  const facts = await printedDocument(context, document);
  const transfer = transferOf(facts.payment);
  if (transfer === undefined) return null;
  const { account, accountIsIban, accountName, bic, bankName } = transfer;
  return {
    iban: accountIsIban ? account : null,
    account_number: accountIsIban ? null : account,
    bic,
    bank_name: bankName,
    holder: accountName,
    reference: facts.payment?.remittance ?? facts.number,
    amount: money(due.minor, due.currency),
    qr: template.show_qr ? (transferPayload(transfer, facts, due.minor) ?? null) : null,
  };
}
