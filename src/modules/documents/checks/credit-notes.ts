import { sql } from '../../../db/sql.ts';
import type { Check } from '../../../operation/check.ts';

export const creditNotes: Check = {
  name: 'credit_notes',
  invariant: 'Credit notes do not exceed the invoice they correct.',
  query: (organization) => sql`
    select invoice.number as name, sum(note.total) > invoice.total or note.currency <> invoice.currency as wrong
    from documents as note
    join documents as invoice
      on invoice.organization_id = note.organization_id and invoice.id = note.corrects_document_id
    where note.organization_id = ${organization} and note.type = 'credit_note' and note.issued_at is not null
      and note.voided_at is null
    group by invoice.id, invoice.number, invoice.total, invoice.currency, note.currency`,
};
