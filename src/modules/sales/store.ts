import { jsonRows, type Sql, sql } from '../../db/sql.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { batched, batchedLater } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';
import type { SaleRecord } from './sale.ts';
import { saleRecord } from './sale-record.ts';
import type { LineRow, SaleRow } from './sale-row.ts';
import { wordsOf } from '../../core/words.ts';

/** Columns that a row of `sales` has in JSON too; the number, the words and the statuses are made by the database. */
const plainColumns = sql`id, kind, is_deposit, quote_id, original_sale_id, return_reason, client_id, client_name,
  sale_date, due_date, payment_schedule, payment_terms, early_discounts, currency, exchange_rate, rate_source,
  rate_date, base_factor, untaxed, base_undiscounted, base_net, base_charges_net, base_tax, base_withheld,
  base_after_tax_discount, base_rounding, base_total, base_settled, prices_include_tax, tax_rounding, rounding_mode,
  cash_rounding, cash_rounding_increment,
  discounts, charges, taxes, gross, line_discount, document_discount, undiscounted, net, charges_net, tax, withheld,
  after_tax_discount, rounding, total, amount_paid, amount_refunded, amount_credited, amount_written_off,
  amount_discounted, charges_returned, cost_total, member_id, channel, location_id, stock, reserved_until, notes,
  confirmed_at, voided_at, voided_on, void_reason, external_id, metadata, custom_fields, tags, version, created_at,
  updated_at, created_by, updated_by`;

export const saleColumns: Sql = sql`number, ${plainColumns}`;

/** The number, or nothing for a draft, as the index has it. */
export const numberColumn: Sql = sql`(case when number is null then '' else number end)`;

const lineColumns = sql`id, sale_id, position, variant_id, product_id, sku, name, description, unit, quantity,
  quantity_returned, original_line_id, restocked, return_reason, unit_price, price_source, price_list_id,
  discount_percent, discount_amount, taxes, tax_source, gross, line_discount, discount_allocated, undiscounted, net,
  tax, withheld, after_tax_discount, total, income_account_id, cost_total,
  dimension_value_ids`;

export type StoredSale = { readonly row: SaleRow; readonly lines: readonly LineRow[] };

export async function readSale(context: Context, id: string, absent: () => Error = notFound): Promise<StoredSale> {
  const { db, organization } = context;
  const [row, lines] = await Promise.all([
    db.maybe<SaleRow>(sql`select ${saleColumns} from sales where organization_id = ${organization} and id = ${id}`),
    linesOf(context, [id]),
  ]);
  if (row === undefined) throw absent();
  return { row, lines };
}

/** Sales by their ids, for `expand`. */
export async function loadSales(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, SaleRecord>> {
  const { db, organization } = context;
  const [rows, lines] = await Promise.all([
    db.many<SaleRow>(sql`
      select ${saleColumns} from sales where organization_id = ${organization} and id = any(${ids}::uuid[])`),
    linesOf(context, ids),
  ]);
  const bySale = Map.groupBy(lines, (line) => line.sale_id);
  return new Map(rows.map((row) => [row.id, saleRecord(context, row, bySale.get(row.id) ?? [])]));
}

/** The sale, locked, and its lines as they are once the lock is held. */
export async function lockSale(
  context: Context,
  id: string,
  version: number | undefined,
  absent: () => Error = notFound,
): Promise<StoredSale> {
  const sale = await lockSaleBy(context, sql`${id}::uuid`);
  if (sale === undefined) throw absent();
  const { row } = sale;
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return sale;
}

/** The same by what its id comes from; nothing where there is none. */
export async function lockSaleBy({ db, organization }: Context, id: Sql): Promise<StoredSale | undefined> {
  const [row, lines] = await Promise.all([
    db.maybe<SaleRow>(
      sql`select ${saleColumns} from sales where organization_id = ${organization} and id = ${id} for no key update`,
    ),
    db.many<LineRow>(sql`
      select ${lineColumns} from sale_lines where organization_id = ${organization} and sale_id = ${id}
      order by position`),
  ]);
  return row && { row, lines };
}

export function linesOf({ db, organization }: Context, saleIds: readonly string[]): Promise<LineRow[]> {
  return db.many<LineRow>(sql`
    select ${lineColumns} from sale_lines
    where organization_id = ${organization} and sale_id = any(${saleIds}::uuid[]) order by sale_id, position`);
}

/**
 * Writes a sale and its lines, and answers it with its number. The lines go first, since none can be added to a sale
 * that
 * is confirmed.
 */
export async function writeSale(context: Context, sale: StoredSale, { isNew }: { isNew: boolean }): Promise<SaleRow> {
  if (!isNew) removeLines(context, sale.row.id);
  insertLines(context, sale.lines);
  if (isNew) return { ...sale.row, number: await insertSale(context, sale) };
  const written = await context.db.one<{ number: string | null }>(replacement(context, sale));
  return { ...sale.row, number: written.number };
}

export function removeLines({ db, organization }: Context, saleId: string): void {
  db.later(sql`delete from sale_lines where organization_id = ${organization} and sale_id = ${saleId}`);
}

const insertLines = batchedLater('write', ({ db, organization }: Context, sales: readonly (readonly LineRow[])[]) => {
  db.later(sql`
    insert into sale_lines (organization_id, ${lineColumns})
    select ${organization}, ${lineColumns} from json_populate_recordset(null::sale_lines, ${jsonRows(sales.flat())})`);
});

/** Answers the numbers, taken in the order of the sales; none for drafts. */
const insertSale = batched('write', async ({ db, organization }: Context, sales: readonly StoredSale[]) => {
  const rows = sales.map(({ row, lines }) => ({ ...row, search: wordsIn({ row, lines }) }));
  const written = await db.many<{ id: string; number: string | null }>(sql`
    insert into sales (organization_id, number, words, ${plainColumns})
    select ${organization}, taken.number,
      search_words(array(select json_array_elements_text(taken.item -> 'search')), taken.number), ${plainColumns}
    from (
        select item, case when item ->> 'confirmed_at' is not null
            then take_number(${organization}, item ->> 'kind', (item ->> 'sale_date')::date) end as number
        from json_array_elements(${jsonRows(rows)}) with ordinality as given (item, place) order by place
      ) as taken, json_populate_record(null::sales, taken.item)
    returning id, sales.number`);
  const numbers = new Map(written.map(({ id, number }) => [id, number]));
  return sales.map(({ row }) => numbers.get(row.id) ?? null);
});

function replacement(context: Context, sale: StoredSale): Sql {
  return sql`
    with taken as (select ${numberTaken(context, sale.row)} as number)
    update sales set number = taken.number, words = ${wordsWith(sale, sql`taken.number`)}, (${plainColumns}) = (
      select ${plainColumns} from json_populate_record(null::sales, ${toJson(sale.row)}))
    from taken where sales.organization_id = ${context.organization} and sales.id = ${sale.row.id}
    returning sales.number`;
}

function numberTaken({ organization }: Context, row: SaleRow): Sql {
  return row.confirmed_at === null ? sql`null::text` : sql`take_number(${organization}, ${row.kind}, ${row.sale_date})`;
}

function wordsWith(sale: StoredSale, number: Sql): Sql {
  return sql`search_words(${wordsIn(sale)}::text[], ${number})`;
}

function wordsIn({ row, lines }: StoredSale): readonly string[] {
  return wordsOf([row.client_name, ...lines.flatMap(({ name, sku }) => [name, sku])]);
}

/** JSON has no bigint: digits in quotes become one again in the database. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}
