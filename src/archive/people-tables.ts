import { minorDigits } from '../core/currency.ts';
import { money } from '../core/money.ts';
import type { Db } from '../db/database.ts';
import { catalogued, quoted } from '../db/tenant-tables.ts';
import { type Cell, csvText } from '../modules/ledger/index.ts';
import { fetched } from './table-rows.ts';

/** Tables that people read, by the file they are in: a view that a migration made for it, and what it is sorted by. */
export const peopleTables: Readonly<Record<string, { readonly view: string; readonly order: string }>> = {
  'csv/clients.csv': { view: 'archive_clients', order: 'number' },
  'csv/products.csv': { view: 'archive_products', order: 'product, id' },
  'csv/sales.csv': { view: 'archive_sales', order: 'sale_date, id' },
  'csv/payments.csv': { view: 'archive_payments', order: 'payment_date, id' },
  'csv/expenses.csv': { view: 'archive_expenses', order: 'expense_date, id' },
  'csv/documents.csv': { view: 'archive_documents', order: 'issue_date, id' },
  'csv/files.csv': { view: 'archive_files', order: 'created_at, id' },
};

const minorSuffix = '_minor';
/** Makes spreadsheets read it as UTF-8. */
const mark = '\uFEFF';
const rowBytes = 400;

type Row = Readonly<Record<string, unknown>>;

/** One of the tables as CSV. */
export async function* csvOf(db: Db, path: string, organization: string): AsyncGenerator<Uint8Array> {
  const table = peopleTables[path];
  if (table === undefined) throw new RangeError(`no table is at ${path}`);
  const columns = await columnsOf(db, table.view);
  const header = columns.map((name) => name.replace(new RegExp(`${minorSuffix}$`), ''));
  yield Buffer.from(mark + csvText([header]));
  const query = catalogued(
    `select ${columns.map(quoted).join(', ')} from ${quoted(table.view)}
     where organization_id = $1 order by ${table.order}`,
    [organization],
  );
  for await (const rows of fetched<Row>(db, query, () => rowBytes)) {
    yield Buffer.from(csvText(rows.map((row) => columns.map((name) => cellOf(row, name)))));
  }
}

async function columnsOf(db: Db, view: string): Promise<string[]> {
  const rows = await db.many<{ name: string }>(
    catalogued(
      `select attname::text as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attname <> 'organization_id' order by attnum`,
      [view],
    ),
  );
  return rows.map(({ name }) => name);
}

function cellOf(row: Row, name: string): Cell {
  const value = row[name];
  if (value === null || value === undefined) return null;
  const currency = row['currency'];
  if (typeof value === 'bigint' && name.endsWith(minorSuffix) && typeof currency === 'string') {
    return minorDigits(currency) === undefined ? value : money(value, currency);
  }
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
