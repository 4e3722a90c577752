import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';

const nothing = sql`null`;

export const searchedFiles: Searchable = {
  type: 'file',
  permission: 'files:read',
  path: '/files',
  table: sql`files`,
  where: sql`deleted_at is null`,
  words: sql`words`,
  created: sql`created_at`,
  shown: {
    title: sql`name`,
    subtitle: sql`folder`,
    date: nothing,
    amount: nothing,
    currency: nothing,
    archived: sql`false`,
  },
  fields: () => [
    ['name', sql`name`],
    ['folder', sql`folder`],
  ],
};
