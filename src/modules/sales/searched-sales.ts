import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';
import { numberColumn } from './store.ts';

const lines = sql`(select string_agg(concat_ws(' ', line.name, line.sku), ' · ' order by line.position)
  from sale_lines as line where line.organization_id = sales.organization_id and line.sale_id = sales.id)`;

export const searchedSales: Searchable = {
  type: 'sale',
  permission: 'sales:read',
  path: '/sales',
  table: sql`sales`,
  isExactly: ({ spellings }) => sql`${numberColumn} = any(${spellings}::text[])`,
  beginsWith: ({ spellings: [, capitals = ''] }) => ({ column: numberColumn, start: capitals }),
  words: sql`words`,
  client: sql`client_id`,
  created: sql`created_at`,
  shown: {
    title: sql`coalesce(number, client_name, ${lines})`,
    subtitle: sql`case when number is null then status else client_name end`,
    date: sql`sale_date`,
    amount: sql`total`,
    currency: sql`currency`,
    archived: sql`status = 'voided'`,
  },
  fields: () => [
    ['number', sql`number`],
    ['client_name', sql`client_name`],
    ['lines', lines],
  ],
};
