import { sql } from '../../db/sql.ts';
import type { Searchable } from '../../operation/searchable.ts';
import { numberColumn } from './store.ts';

const lines = sql`(select string_agg(line.description, ' · ' order by line.position)
  from expense_lines as line where line.organization_id = expenses.organization_id and line.expense_id = expenses.id)`;

export const searchedExpenses: Searchable = {
  type: 'expense',
  permission: 'expenses:read',
  path: '/expenses',
  table: sql`expenses`,
  isExactly: ({ spellings }) =>
    sql`(${numberColumn} = any(${spellings}::text[]) or supplier_invoice_number = any(${spellings}::text[]))`,
  beginsWith: ({ spellings: [, capitals = ''] }) => ({ column: numberColumn, start: capitals }),
  words: sql`words`,
  client: sql`supplier_id`,
  created: sql`created_at`,
  shown: {
    title: sql`coalesce(payee_name, number, ${lines}, 'Expense')`,
    subtitle: sql`concat_ws(' · ', number, supplier_invoice_number)`,
    date: sql`expense_date`,
    amount: sql`total`,
    currency: sql`currency`,
    archived: sql`status = 'voided'`,
  },
  fields: () => [
    ['number', sql`number`],
    ['supplier_invoice_number', sql`supplier_invoice_number`],
    ['payee_name', sql`payee_name`],
    ['reference', sql`reference`],
    ['lines', lines],
    ['notes', sql`notes`],
  ],
};
