import type { RecordField } from '../../wire/index.ts';
import type { KeptLineRow, KeptSaleRow, KeptSettlement } from '../sales/index.ts';
import type { Attachment } from './attachments/attachments.ts';
import type { KeptDeposit } from './deposits/deposit.ts';
import type { DocumentRecord, Snapshot } from './document.ts';
import type { KeptReceipt } from './receipts-and-statements/receipt.ts';
import type { KeptStatement } from './receipts-and-statements/statement.ts';

type Kept =
  | 'id'
  | 'type'
  | 'number'
  | 'client_id'
  | 'client_name'
  | 'sale_id'
  | 'corrects_document_id'
  | 'deducted_in_id'
  | 'recurring_id'
  | 'occurrence_date'
  | 'correction_reason'
  | 'issue_date'
  | 'valid_until'
  | 'currency'
  | 'prev_hash'
  | 'hash'
  | 'title'
  | 'buyer_reference'
  | 'po_number'
  | 'project'
  | 'notes'
  | 'terms'
  | 'footer'
  | 'language'
  | 'member_id'
  | 'template_id'
  | 'attachments'
  | 'issued_at'
  | 'accepted_at'
  | 'accepted_by'
  | 'declined_at'
  | 'declined_by'
  | 'decline_reason'
  | 'voided_at'
  | 'void_reason'
  | 'sent_at'
  | 'viewed_at'
  | 'submitted_at'
  | 'submitted_by'
  | 'submit_note'
  | 'rejected_at'
  | 'rejected_by'
  | 'reject_reason'
  | RecordField;

/** Content of a document beside its prices. */
type DocumentContent = {
  readonly receipt?: KeptReceipt;
  readonly statement?: KeptStatement;
  /** Of an invoice: what was paid in advance. Absent from a draft that leaves it to the quote. */
  readonly deposits?: readonly KeptDeposit[];
  readonly deposit_for?: DocumentRecord['deposit_for'];
};

/** A row of `documents`. */
export type DocumentRow = Pick<DocumentRecord, Kept> & {
  /** With the files that went with it, so that its hash is over them. */
  readonly snapshot: (Snapshot & { readonly attachments?: readonly Attachment[] }) | null;
  /** In minor units. */
  readonly total: bigint;
  /** The sale that it comes to: as it was planned or issued; of the draft of an invoice, as it is by now. Null where
   * it prices nothing. */
  readonly priced: KeptSaleRow | null;
  /** True where the document drafted its sale itself. */
  readonly made_sale: boolean;
  /** Of an invoice: how its sale is paid by now. */
  readonly sold: KeptSettlement | null;
  readonly content: DocumentContent | null;
  /** Of a draft: when it issues itself, why it could not, and whether it is mailed then. */
  readonly schedule: { readonly issue_at: string; readonly problem: string | null; readonly send: boolean } | null;
  /** The template that it was issued with. */
  readonly look: Pick<DocumentRecord, 'template_id' | 'template_version'> | null;
  /** Of a receipt: what was paid back of its money by now, as digits of minor units. */
  readonly paid_back: string | null;
};

export type StoredDocument = { readonly row: DocumentRow; readonly lines: readonly KeptLineRow[] };

/** Only a receipt may be for nobody in particular. */
export function clientOf({ id, client_id: client }: Pick<DocumentRow, 'id' | 'client_id'>): string {
  if (client === null) throw new Error(`document ${id} has no client`);
  return client;
}
