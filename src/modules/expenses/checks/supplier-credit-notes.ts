import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const supplierCreditNotes: Check = {
  name: 'supplier_credit_notes',
  invariant: 'Each posted supplier credit note is supplier credit once, for its total, and is voided together with it.',
  query: (organization) => sql`
    select coalesce(note.number, 'supplier_payment:' || id) as name,
      (note.total, note.base_total, note.supplier_id, note.voided_on)
        is distinct from (credit.amount, credit.base_amount, credit.supplier_id, credit.voided_on) as wrong
    from (
      select id, number, total, base_total, supplier_id, voided_on from expenses
      where organization_id = ${organization} and kind = 'credit_note' and posted_at is not null
    ) as note
    full join (
      select credit_note_id as id, amount, base_amount, supplier_id, voided_on from supplier_payments
      where organization_id = ${organization} and credit_note_id is not null
    ) as credit using (id)`,
};
