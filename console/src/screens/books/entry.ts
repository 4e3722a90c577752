import type { Stamp } from '../../words/stamp-name.ts';

export type EntryLine = {
  readonly position: number;
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly side: 'debit' | 'credit';
  readonly amount: string;
  readonly memo: string | null;
  readonly tax_code: string | null;
  readonly dimension_value_ids: readonly string[];
  readonly reassigned_value_ids: readonly string[] | null;
  readonly contra_accounts: readonly string[];
};
/** The paper behind an entry, as its screen shows it. */
type Paper = {
  readonly document_number: string | null;
  readonly supplier_number: string | null;
  readonly document_id: string | null;
  readonly file_id: string | null;
  readonly party_name: string | null;
};
export type Entry = {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly entry_date: string;
  readonly kind: string;
  readonly memo: string;
  readonly total: string;
  readonly currency: string;
  readonly source: { readonly type: string; readonly id: string } | null;
  readonly posted_at: string | null;
  readonly created_by: Stamp;
  readonly paper: Paper | null;
  readonly reverses_id: string | null;
  readonly reversed_by_id: string | null;
  readonly version: number;
  readonly lines: readonly EntryLine[];
};
