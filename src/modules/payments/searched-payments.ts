import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';

export const searchedPayments: Searchable = {
  type: 'payment',
  permission: 'payments:read',
  path: '/payments',
  table: sql`payments`,
  isExactly: ({ spellings }) => sql`(number = any(${spellings}::text[]) or reference = any(${spellings}::text[]))`,
  beginsWith: ({ spellings: [, capitals = ''] }) => ({ column: sql`number`, start: capitals }),
  words: sql`words`,
  client: sql`client_id`,
  created: sql`created_at`,
  shown: {
    title: sql`number`,
    subtitle: sql`concat_ws(' · ', client_name, reference)`,
    date: sql`payment_date`,
    amount: sql`amount`,
    currency: sql`currency`,
    archived: sql`status = 'voided'`,
  },
  fields: () => [
    ['number', sql`number`],
    ['reference', sql`reference`],
    ['client_name', sql`client_name`],
  ],
};
