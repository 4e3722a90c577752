import type { Client } from 'pg';
import type { Actor } from '../../src/operation/actor.ts';
import { asOwner } from './database.ts';
import type { World } from './world.ts';

/** Changes of each copied row against its template `t`, `k` months before. */
type Copy = { readonly table: string; readonly where: string; readonly columns: Readonly<Record<string, string>> };

const mapped = (column: string) => `md5(t.${column}::text || k)::uuid`;
const earlier = (column: string) => `(t.${column} - k * interval '1 month')::date`;

/** Lines come before the sales and entries that seal them. */
function copiesOf(month: string): readonly Copy[] {
  return [...copiesOfSales(month), ...copiesOfMoney(month), ...copiesOfBooks(month)];
}

function copiesOfSales(month: string): readonly Copy[] {
  return [
    {
      table: 'sale_lines',
      where: `exists (select from sales as parent where parent.organization_id = t.organization_id
        and parent.id = t.sale_id and parent.sale_date >= '${month}')`,
      columns: { id: mapped('id'), sale_id: mapped('sale_id'), original_line_id: mapped('original_line_id') },
    },
    {
      table: 'sales',
      where: `t.sale_date >= '${month}'`,
      columns: {
        id: mapped('id'),
        number: `t.number || '-' || k`,
        sale_date: earlier('sale_date'),
        due_date: earlier('due_date'),
        voided_on: earlier('voided_on'),
        original_sale_id: mapped('original_sale_id'),
        // The part returned or written off was never paid.
        amount_paid: `case when t.kind = 'return' then 0 when t.voided_at is not null then t.amount_refunded
          else t.total - t.amount_credited - t.amount_written_off - t.amount_discounted + t.amount_refunded end`,
      },
    },
    {
      table: 'early_discounts',
      where: `t.discounted_on >= '${month}'`,
      columns: {
        id: mapped('id'),
        sale_id: mapped('sale_id'),
        payment_id: mapped('payment_id'),
        refund_id: mapped('refund_id'),
        return_id: mapped('return_id'),
        discounted_on: earlier('discounted_on'),
      },
    },
    {
      table: 'write_offs',
      where: `t.written_off_on >= '${month}'`,
      columns: {
        id: mapped('id'),
        sale_id: mapped('sale_id'),
        payment_id: mapped('payment_id'),
        written_off_on: earlier('written_off_on'),
      },
    },
  ];
}

function copiesOfMoney(month: string): readonly Copy[] {
  return [
    {
      table: 'payments',
      where: `t.payment_date >= '${month}'`,
      columns: {
        id: mapped('id'),
        number: `t.number || '-' || k`,
        payment_date: earlier('payment_date'),
        voided_on: earlier('voided_on'),
        amount_allocated: 'case when t.voided_at is null then t.amount - t.amount_refunded else 0 end',
      },
    },
    {
      table: 'refunds',
      where: `t.refund_date >= '${month}'`,
      columns: {
        id: mapped('id'),
        number: `t.number || '-' || k`,
        refund_date: earlier('refund_date'),
        paid_on: earlier('paid_on'),
        payment_id: mapped('payment_id'),
        return_id: mapped('return_id'),
        voided_on: earlier('voided_on'),
      },
    },
    {
      table: 'allocations',
      where: `t.allocated_on >= '${month}'`,
      columns: {
        id: mapped('id'),
        payment_id: mapped('payment_id'),
        sale_id: mapped('sale_id'),
        refund_id: mapped('refund_id'),
        allocated_on: earlier('allocated_on'),
        reversed_on: earlier('reversed_on'),
        sale_date: earlier('sale_date'),
        payment_date: earlier('payment_date'),
      },
    },
  ];
}

function copiesOfBooks(month: string): readonly Copy[] {
  return [
    {
      table: 'journal_entries',
      where: `t.entry_date >= '${month}'`,
      columns: {
        id: mapped('id'),
        number: `t.number || '-' || k`,
        entry_date: earlier('entry_date'),
        source_id: mapped('source_id'),
        reverses_id: mapped('reverses_id'),
      },
    },
    {
      table: 'journal_lines',
      where: `t.entry_date >= '${month}'`,
      columns: { entry_id: mapped('entry_id'), entry_date: earlier('entry_date') },
    },
    {
      table: 'stock_movements',
      where: `t.effective_date >= '${month}'`,
      columns: {
        id: mapped('id'),
        effective_date: earlier('effective_date'),
        source_id: mapped('source_id'),
        source_line_id: mapped('source_line_id'),
        reverses_id: mapped('reverses_id'),
      },
    },
  ];
}

export type Months = { readonly month: string; readonly first: number; readonly last: number };

/**
 * Gives an organisation years behind it: what it did since the first of `month` is copied, `first` to `last` months
 * back. Stock is not what it moved then, but its history is as long.
 */
export async function repeatBack(world: World, who: Actor, { month, first, last }: Months): Promise<bigint> {
  return asOwner(world.database.ownerUrl, async (client) => {
    for (const [table, day] of [
      ['account_days', 'day'],
      ['account_months', 'month'],
      ['client_months', 'month'],
      ['cash_days', 'day'],
      ['sale_days', 'day'],
    ]) {
      await client.query(`delete from ${table} where organization_id = $1 and ${day} < $2`, [
        who.organization?.id,
        month,
      ]);
    }
    // Sums are made once for all copies: by the triggers it would take minutes.
    await client.query('set session_replication_role = replica');
    await client.query('begin');
    for (const copy of copiesOf(month)) await copyRows(client, copy, [who.organization?.id, first, last]);
    await client.query('commit');
    await client.query('set session_replication_role = origin');
    await client.query(
      `insert into account_days select organization_id, account_id, entry_date,
         coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
       from journal_lines where organization_id = $1 and entry_date < $2 group by 1, 2, 3 order by 3, 2`,
      [who.organization?.id, month],
    );
    await client.query(
      `insert into account_months
       select organization_id, account_id, date_trunc('month', day), sum(debit), sum(credit)
       from account_days where organization_id = $1 and day < $2 group by 1, 2, 3 order by 3, 2`,
      [who.organization?.id, month],
    );
    await client.query(
      `insert into client_months
       select organization_id, client_id, account_id, date_trunc('month', entry_date), sum(amount)
       from journal_lines where organization_id = $1 and entry_date < $2 and client_id is not null
       group by 1, 2, 3, 4 order by 2, 3, 4`,
      [who.organization?.id, month],
    );
    await client.query(
      `insert into cash_days select organization_id, account_id, rate_id, day, amount, base
       from report_cash_sums where organization_id = $1 and day < $2`,
      [who.organization?.id, month],
    );
    await client.query(
      `insert into sale_days select organization_id, day, sales, gross, discounts, returns, charges, tax, cost
       from report_sale_days where organization_id = $1 and day < $2 order by day`,
      [who.organization?.id, month],
    );
    await client.query('vacuum analyze');
    const { rows } = await client.query('select count(*) as lines from journal_lines where organization_id = $1', [
      who.organization?.id,
    ]);
    return BigInt(rows[0].lines);
  });
}

async function copyRows(client: Client, { table, where, columns }: Copy, values: readonly unknown[]): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => String(name));
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => columns[name] ?? `t.${name}`).join(', ')}
     from ${table} as t cross join generate_series($2::int, $3::int) as k
     where t.organization_id = $1 and ${where}`,
    [...values],
  );
}
