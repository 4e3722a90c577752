import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const entryNumbers: Check = {
  name: 'journal_entry_numbers',
  promise: 'Journal entry numbers have no gaps.',
  looks: (organization) =>
    gapless(
      organization,
      'journal_entry',
      sql`select number from journal_entries where organization_id = ${organization}`,
    ),
};
