import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';
import { textAround } from '../files/index.ts';
import { linesColumn, numberColumn } from './store.ts';

const nothing = sql`null`;
const lines = sql`(select string_agg(concat_ws(' ', line ->> 'name', line ->> 'sku'), ' · ')
  from (select ${linesColumn}) as kept, jsonb_array_elements(kept.lines) as line)`;

export const searchedDocuments: Searchable = {
  type: 'document',
  permission: 'documents:read',
  path: '/documents',
  table: sql`documents`,
  isExactly: ({ spellings }) => sql`${numberColumn} = any(${spellings}::text[])`,
  beginsWith: ({ spellings: [, capitals = ''] }) => ({ column: numberColumn, start: capitals }),
  words: sql`words`,
  client: sql`client_id`,
  created: sql`created_at`,
  shown: {
    title: sql`coalesce(number, title, client_name, type)`,
    subtitle: sql`concat_ws(' · ', replace(type, '_', ' '), client_name)`,
    date: sql`coalesce(issue_date, valid_until)`,
    amount: sql`case when type not in ('delivery_note', 'statement') then total end`,
    currency: sql`currency`,
    archived: sql`voided_at is not null`,
  },
  fields: () => [
    ['number', sql`number`],
    ['client_name', sql`client_name`],
    ['title', sql`title`],
    ['reference', sql`snapshot ->> 'payment_reference'`],
    ['lines', lines],
  ],
};

const excerptLength = 400;

/** And those that came from elsewhere, by what they say too. */
export const searchedOtherDocuments: Searchable = {
  type: 'other_document',
  permission: 'documents:read',
  path: '/other-documents',
  table: sql`other_documents`,
  words: sql`words`,
  created: sql`created_at`,
  shown: {
    title: sql`title`,
    subtitle: sql`file_name`,
    date: sql`document_date`,
    amount: nothing,
    currency: nothing,
    archived: sql`archived_at is not null`,
  },
  fields: ({ longest }) => [
    ['title', sql`title`],
    ['file_name', sql`file_name`],
    ['tags', sql`array_to_string(tags, ' · ')`],
    [
      'text',
      textAround(
        { organization: sql`other_documents.organization_id`, sha256: sql`other_documents.sha256` },
        { word: longest, most: excerptLength },
      ),
    ],
  ],
};
