import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** A prefix tells people what a number belongs to; what is counted by the year begins again with it. */
const series: readonly { readonly type: string; readonly pattern: string; readonly resets: 'never' | 'yearly' }[] = [
  { type: 'client', pattern: 'C-{SEQ:5}', resets: 'never' },
  { type: 'sale', pattern: 'S-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'return', pattern: 'SR-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'payment', pattern: 'P-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'refund', pattern: 'R-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'supplier_payment', pattern: 'SP-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'money_transfer', pattern: 'MT-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'expense', pattern: 'E-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'journal_entry', pattern: 'J-{YYYY}-{SEQ:6}', resets: 'yearly' },
  { type: 'stock_count', pattern: 'SC-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'transfer', pattern: 'T-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'invoice', pattern: 'INV-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'deposit_invoice', pattern: 'DEP-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'debit_note', pattern: 'DB-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'credit_note', pattern: 'CN-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'quote', pattern: 'Q-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'proforma', pattern: 'PF-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'delivery_note', pattern: 'DN-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'receipt', pattern: 'RC-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'statement', pattern: 'ST-{YYYY}-{SEQ:5}', resets: 'yearly' },
  { type: 'other', pattern: 'D-{YYYY}-{SEQ:5}', resets: 'yearly' },
];

/** Gives a new organisation the numbering of everything that has numbers. */
export function seedNumbering({ db, organization, now }: Context): void {
  db.later(sql`
    insert into numbering_series (organization_id, record_type, pattern, resets, updated_at)
    select ${organization}, type, pattern, resets, ${now}
    from unnest(${series.map(({ type }) => type)}::text[], ${series.map(({ pattern }) => pattern)}::text[],
      ${series.map(({ resets }) => resets)}::text[]) as series (type, pattern, resets)`);
}
