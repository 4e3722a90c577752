import { sql } from '../../../db/sql.ts';
import { type Check, gapless } from '../../../operation/check.ts';

export const entryNumbers: Check = {
  name: 'journal_entry_numbers',
  invariant: 'Journal entry numbers have no gaps.',
  query: (organization) =>
    gapless(
      organization,
      'journal_entry',
      sql`select number from journal_entries where organization_id = ${organization}`,
    ),
};
