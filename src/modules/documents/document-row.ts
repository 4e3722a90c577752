import type { KeptLineRow, KeptSaleRow, KeptSettlement } from '../sales/index.ts';
import type { DocumentRecord } from './document.ts';

type Kept =
  | 'id'
  | 'type'
  | 'number'
  | 'client_id'
  | 'client_name'
  | 'sale_id'
  | 'corrects_document_id'
  | 'correction_reason'
  | 'issue_date'
  | 'valid_until'
  | 'currency'
  | 'snapshot'
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
  | 'external_id'
  | 'metadata'
  | 'custom_fields'
  | 'tags'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'created_by'
  | 'updated_by';

/** A row of `documents`. */
export type DocumentRow = Pick<DocumentRecord, Kept> & {
  /** In minor units. */
  readonly total: bigint;
  /** The sale that it comes to: as it was planned or issued; of the draft of an invoice, as it is by now. */
  readonly priced: KeptSaleRow;
  /** Whether it drafted its sale itself. */
  readonly made_sale: boolean;
  /** Of an invoice: how its sale is paid by now. */
  readonly sold: KeptSettlement | null;
};

export type StoredDocument = { readonly row: DocumentRow; readonly lines: readonly KeptLineRow[] };
