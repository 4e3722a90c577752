import { nameKey } from '../../core/fold.ts';
import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';

const nothing = sql`null`;

export const searchedClients: Searchable = {
  type: 'client',
  permission: 'clients:read',
  path: '/clients',
  table: sql`clients`,
  isExactly: ({ spellings }) => sql`(number = any(${spellings}::text[]) or email = any(${spellings}::text[]))`,
  beginsWith: ({ folded }) => ({ column: sql`name_key`, start: nameKey(folded) }),
  words: sql`words`,
  forgives: true,
  created: sql`created_at`,
  shown: {
    title: sql`display_name`,
    subtitle: sql`coalesce(email, phone, number)`,
    date: nothing,
    amount: nothing,
    currency: nothing,
    archived: sql`archived_at is not null`,
  },
  fields: () => [
    ['display_name', sql`display_name`],
    ['number', sql`number`],
    ['email', sql`email`],
    ['legal_name', sql`legal_name`],
    ['first_name', sql`first_name`],
    ['last_name', sql`last_name`],
    ['phone', sql`phone`],
    ['phone_normalized', sql`phone_normalized`],
    [
      'contacts',
      sql`(select string_agg(concat_ws(' ', one ->> 'name', one ->> 'email', one ->> 'phone'), ' · ')
      from jsonb_array_elements(contacts) as one)`,
    ],
    ['tax_ids', sql`(select string_agg(one ->> 'value', ' · ') from jsonb_array_elements(tax_ids) as one)`],
    ['external_id', sql`external_id`],
  ],
};
