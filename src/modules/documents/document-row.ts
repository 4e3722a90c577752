import type { KeptLineRow, KeptSaleRow } from '../sales/index.ts';
import type { DocumentRecord } from './document.ts';

type Kept =
  | 'id'
  | 'type'
  | 'number'
  | 'client_id'
  | 'client_name'
  | 'sale_id'
  | 'issue_date'
  | 'valid_until'
  | 'currency'
  | 'snapshot'
  | 'title'
  | 'buyer_reference'
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
  /** The planned sale that it comes to. */
  readonly priced: KeptSaleRow;
};

export type StoredDocument = { readonly row: DocumentRow; readonly lines: readonly KeptLineRow[] };
