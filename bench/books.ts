import type pg from 'pg';
import { addDays } from '../src/core/calendar.ts';
import { asOwner } from './owner.ts';
import type { Actor } from '../src/operation/actor.ts';
import type { Stage } from './stage.ts';

/** Sales to copy, made through the operations: most paid at once, every fifth on account and paid twenty days later. */
const templates = 100;
const onAccountEvery = 5;
const paidAfterDays = 20;
const products = 50;
const opening = '10000000';
const batchSales = 20_000;

/** The day that the templates were sold on, and the day that those on account were paid. */
export type Shop = { readonly soldOn: string; readonly today: string };

/** A shop with the sales that {@link copySales} makes years of. */
export async function openShop({ call }: Pick<Stage, 'call'>): Promise<Shop> {
  const variants: string[] = [];
  for (let index = 0; index < products; index += 1) {
    const product = {
      type: 'good',
      name: `Product ${index}`,
      sku: `B-${index}`,
      price: '19.99',
      track_inventory: true,
    };
    const { variants: made } = (await call('create_product', product)) as unknown as { variants: { id: string }[] };
    const id = made[0]?.id ?? '';
    await call('create_stock_movement', { variant_id: id, type: 'opening', quantity: opening, unit_cost: '7.50' });
    variants.push(id);
  }
  const methods = (await call('list_payment_methods', {})) as unknown as { data: { id: string; kind: string }[] };
  const method = methods.data.find(({ kind }) => kind === 'cash')?.id;
  const today = new Date().toISOString().slice(0, 10);
  const soldOn = addDays(today, -paidAfterDays);
  for (let index = 0; index < templates; index += 1) {
    const client = await call('create_client', { type: 'business', display_name: `Client ${index}` });
    const lines = [0, 1, 2].map((line) => ({ variant_id: variants[(index * 3 + line) % products], quantity: '1' }));
    const sale = { lines, sale_date: soldOn, client_id: client['id'] };
    const { id } = await call('create_sale', { ...sale, confirm: true });
    const paidOn = index % onAccountEvery === 0 ? today : soldOn;
    await call('pay_sale', { id, method_id: method, payment_date: paidOn });
  }
  return { soldOn, today };
}

/** So many sales, spread evenly over the days from the one to before the other. */
export type Stretch = { readonly count: number; readonly from: string; readonly days: number };

/**
 * Copies the templates over the days of a stretch, with their lines, payments, allocations, movements and entries; what
 * would have been paid after today is not paid. Triggers are off, since with them a million sales take an hour. What
 * they keep, sums of days and months and the stock, is counted once at the end, and checked by whoever measures.
 */
export async function copySales(
  { urls, actor }: { readonly urls: Pick<Stage['urls'], 'owner'>; readonly actor: Actor },
  shop: Shop,
  { count, from, days }: Stretch,
): Promise<void> {
  await asOwner(urls.owner, actor, async (client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set timezone = 'UTC'`);
    await rankTemplates(client, shop);
    const numbered = await client.query(`select count(*) as sales from sales where number like 'H%'`);
    const before = Number(numbered.rows[0].sales);
    const copies = copiesUpTo(shop.today);
    for (const copy of copies) await keepTemplates(client, copy);
    const indexes = await dropIndexes(client, copies);
    for (let first = 0; first < count; first += batchSales) {
      await client.query('begin');
      await client.query(
        `create temporary table copies on commit drop as
         select (n % ${templates})::int as rank, n + $3::bigint as n,
           $4::date - ($5::date + floor(n * $6::float8)::int) as shift
         from generate_series($1::bigint, $2::bigint - 1) as n`,
        [first, Math.min(first + batchSales, count), before, shop.soldOn, from, days / count],
      );
      for (const copy of copies) await copyRows(client, copy);
      await client.query('commit');
    }
    for (const index of indexes) await client.query(index);
    await sumUp(client);
  });
}

/**
 * Drops the indexes that no constraint needs, and answers what makes them again: a row of random ids in twenty indexes
 * takes five times as long as the row and the indexes one after the other.
 */
async function dropIndexes(client: pg.Client, copies: readonly Copy[]): Promise<readonly string[]> {
  await client.query(`set maintenance_work_mem = '512MB'`);
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::text[]::regclass[]) and not indisunique
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [copies.map(({ table }) => table)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Ranks sales and their payments as templates for the rows to copy. */
async function rankTemplates(client: pg.Client, { soldOn }: Shop): Promise<void> {
  await client.query(
    `create temporary table ranked_sales as
     select id, (row_number() over (order by id) - 1)::int as rank from sales
     where organization_id = current_organization() and number not like 'H%' and sale_date = $1`,
    [soldOn],
  );
  await client.query(`
    create temporary table ranked_payments as
    select a.payment_id as id, s.rank from allocations as a join ranked_sales as s on s.id = a.sale_id;
    create temporary table ranked_entries as
    select e.id, r.rank from journal_entries as e
    join (select id, rank from ranked_sales union all select id, rank from ranked_payments) as r on r.id = e.source_id
    where e.organization_id = current_organization()`);
}

type Copy = {
  readonly table: string;
  readonly join: string;
  readonly where?: string;
  readonly columns: Readonly<Record<string, string>>;
};

/** Changes of each copied row against its template `t`; lines come before the rows that seal them. */
function copiesUpTo(today: string): readonly Copy[] {
  // As ids are made: in the order of time.
  const madeOn = `lpad(to_hex((extract(epoch from date '${today}' - c.shift) * 1000)::bigint), 12, '0')`;
  const mapped = (column: string) => `(${madeOn} || substr(md5(t.${column}::text || c.n), 13))::uuid`;
  const moved = (column: string) => `t.${column} - c.shift`;
  const movedInstant = (column: string) => `t.${column} - c.shift * interval '1 day'`;
  const of = (ranked: string, column: string) => `join ${ranked} as r on r.id = t.${column}`;
  const happened = (column: string) => `t.${column} - c.shift <= date '${today}'`;
  // Counted from the sale, of which a record has so many at most.
  const number = `'H' || c.n * 10 + row_number() over (partition by c.n order by t.id)`;
  const paidOn = '(select a.allocated_on from allocations_templates as a where a.sale_id = t.id limit 1)';
  return [
    {
      table: 'sale_lines',
      join: of('ranked_sales', 'sale_id'),
      columns: { id: mapped('id'), sale_id: mapped('sale_id') },
    },
    {
      table: 'sales',
      join: of('ranked_sales', 'id'),
      columns: {
        id: mapped('id'),
        number: `'H' || c.n + 1`,
        sale_date: moved('sale_date'),
        due_date: moved('due_date'),
        created_at: movedInstant('created_at'),
        amount_paid: `case when ${paidOn} - c.shift <= date '${today}' then t.total else 0 end`,
      },
    },
    {
      table: 'payments',
      join: of('ranked_payments', 'id'),
      where: happened('payment_date'),
      columns: {
        id: mapped('id'),
        number,
        payment_date: moved('payment_date'),
        created_at: movedInstant('created_at'),
      },
    },
    {
      table: 'allocations',
      join: of('ranked_payments', 'payment_id'),
      where: happened('allocated_on'),
      columns: {
        id: mapped('id'),
        payment_id: mapped('payment_id'),
        sale_id: mapped('sale_id'),
        allocated_on: moved('allocated_on'),
        sale_date: moved('sale_date'),
        payment_date: moved('payment_date'),
      },
    },
    {
      table: 'journal_lines',
      join: of('ranked_entries', 'entry_id'),
      where: happened('entry_date'),
      columns: { entry_id: mapped('entry_id'), entry_date: moved('entry_date') },
    },
    {
      table: 'journal_entries',
      join: of('ranked_entries', 'id'),
      where: happened('entry_date'),
      columns: {
        id: mapped('id'),
        number,
        entry_date: moved('entry_date'),
        posted_at: movedInstant('posted_at'),
        source_id: mapped('source_id'),
      },
    },
    {
      table: 'stock_movements',
      join: of('ranked_sales', 'source_id'),
      columns: {
        id: mapped('id'),
        effective_date: moved('effective_date'),
        occurred_at: movedInstant('occurred_at'),
        source_id: mapped('source_id'),
        source_line_id: mapped('source_line_id'),
      },
    },
  ];
}

/** The rows to copy, by themselves: what they are found by is dropped for the while. */
async function keepTemplates(client: pg.Client, { table, join }: Copy): Promise<void> {
  await client.query(
    `create temporary table ${table}_templates as select t.*, r.rank from ${table} as t ${join}
     where t.organization_id = current_organization()`,
  );
}

async function copyRows(client: pg.Client, { table, where = 'true', columns }: Copy): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await client.query(`
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => columns[name] ?? `t.${name}`).join(', ')}
    from ${table}_templates as t join copies as c on c.rank = t.rank where ${where}`);
}

/** Totals that triggers would have kept. */
async function sumUp(client: pg.Client): Promise<void> {
  const own = 'organization_id = current_organization()';
  const statements = `
    analyze;
    delete from account_days where ${own};
    insert into account_days
      select organization_id, account_id, entry_date,
        coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
      from journal_lines where ${own} group by 1, 2, 3 order by 3, 2;
    delete from account_months where ${own};
    insert into account_months
      select organization_id, account_id, date_trunc('month', day::timestamp), sum(debit), sum(credit)
      from account_days where ${own} group by 1, 2, 3 order by 3, 2;
    delete from client_months where ${own};
    insert into client_months
      select organization_id, client_id, account_id, date_trunc('month', entry_date::timestamp), sum(amount)
      from journal_lines where ${own} and client_id is not null group by 1, 2, 3, 4 order by 2, 3, 4;
    delete from settled_days where ${own};
    insert into settled_days select organization_id, sale_id, day, amount from report_settled_days where ${own};
    delete from cash_days where ${own};
    insert into cash_days
      select organization_id, account_id, rate_id, day, amount, base from report_cash_sums where ${own}
      order by day, account_id;
    delete from sale_days where ${own};
    insert into sale_days
      select organization_id, day, sales, gross, discounts, returns, charges, tax, cost from report_sale_days
      where ${own} order by day;
    update stock_levels set on_hand = moved.quantity
      from (select variant_id, location_id, sum(quantity)::bigint as quantity from stock_movements
        where ${own} group by 1, 2) as moved
      where ${own} and moved.variant_id = stock_levels.variant_id and moved.location_id = stock_levels.location_id;
    update stock_pools set quantity = moved.quantity, value = moved.value
      from (select variant_id, sum(quantity)::bigint as quantity, sum(value)::bigint as value
        from report_stock_movements where ${own} group by 1) as moved
      where ${own} and moved.variant_id = stock_pools.variant_id`;
  for (const statement of statements.split(';')) await client.query(statement);
  await client.query('vacuum analyze');
}
