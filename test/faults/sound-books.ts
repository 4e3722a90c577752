import { Client } from 'pg';

/** What must be true of the books whatever happened to the service; each query answers the rows that break it. */
export const laws: readonly { readonly law: string; readonly query: string }[] = [
  {
    law: 'the trial balance is zero',
    query: `select organization_id, sum(amount) as off from journal_lines group by 1 having sum(amount) <> 0`,
  },
  {
    law: 'every entry balances and has lines',
    query: `select entry.id from journal_entries as entry
      left join journal_lines as line on line.organization_id = entry.organization_id and line.entry_id = entry.id
      group by entry.id having count(line.position) < 2 or sum(line.amount) <> 0`,
  },
  {
    law: 'sums by day equal their lines',
    query: `select * from (
        select organization_id, account_id, entry_date as day, sum(amount) as sum from journal_lines group by 1, 2, 3
      ) as lines full join (
        select organization_id, account_id, day, debit - credit as sum from account_days
      ) as days using (organization_id, account_id, day)
      where lines.sum is distinct from days.sum`,
  },
  {
    law: 'stock levels equal their movements',
    query: `select * from (
        select organization_id, variant_id, location_id, sum(quantity) as sum from stock_movements group by 1, 2, 3
      ) as moved full join (
        select organization_id, variant_id, location_id, on_hand as sum from stock_levels
      ) as levels using (organization_id, variant_id, location_id)
      where coalesce(moved.sum, 0) <> coalesce(levels.sum, 0)`,
  },
  {
    law: 'what stock is worth equals its movements',
    query: `select * from (
        select organization_id, variant_id, sum(quantity) as quantity, sum(value) as value
        from report_stock_movements group by 1, 2
      ) as moved full join stock_pools as pool using (organization_id, variant_id)
      where coalesce(moved.quantity, 0) <> coalesce(pool.quantity, 0)
        or coalesce(moved.value, 0) <> coalesce(pool.value, 0)`,
  },
  {
    law: 'layers of stock add up to its pools',
    query: `select * from (
        select organization_id, variant_id, sum(quantity) as quantity, sum(value) as value
        from stock_layers group by 1, 2
      ) as layered full join (select * from stock_pools where costing_method = 'fifo') as pool
        using (organization_id, variant_id)
      where coalesce(layered.quantity, 0) <> coalesce(pool.quantity, 0)
        or coalesce(layered.value, 0) <> coalesce(pool.value, 0)`,
  },
  {
    law: 'layers of stock equal what movements put in and took',
    query: `select * from (
        select organization_id, layer_id as movement_id, sum(quantity) as quantity, sum(value) as value
        from stock_layer_changes group by 1, 2
      ) as changed full join stock_layers as layer using (organization_id, movement_id)
      where changed.quantity is distinct from layer.quantity or changed.value is distinct from layer.value`,
  },
  {
    law: 'every good that was sold left the stock once',
    query: `select line.id from sale_lines as line
      join sales as sale on sale.organization_id = line.organization_id and sale.id = line.sale_id
      left join stock_movements as moved on moved.organization_id = line.organization_id
        and moved.source_id = line.sale_id and moved.variant_id = line.variant_id and moved.type = 'sale_issue'
      where sale.confirmed_at is not null and sale.voided_at is null and line.cost_total is not null
      group by line.id, line.quantity having coalesce(sum(moved.quantity), 0) <> -line.quantity`,
  },
  {
    law: 'what sales say they were paid equals what was allocated to them',
    query: `select sale.id from sales as sale left join allocations as share
        on share.organization_id = sale.organization_id and share.sale_id = sale.id and share.status = 'active'
      group by sale.id, sale.amount_paid having sale.amount_paid <> coalesce(sum(share.amount), 0)`,
  },
  {
    law: 'what payments say they settled equals their allocations',
    query: `select payment.id from payments as payment left join allocations as share
        on share.organization_id = payment.organization_id and share.payment_id = payment.id and share.status = 'active'
      group by payment.id, payment.amount_allocated
      having payment.amount_allocated <> coalesce(sum(share.amount), 0)`,
  },
  ...['sales', 'payments', 'journal_entries'].map((table) => ({
    law: `numbers of ${table} are 1 to N without gap`,
    query: `select organization_id, count(*) as how_many, max(taken) as last from (
        select organization_id, regexp_replace(number, '\\d+$', '') as series,
          substring(number from '\\d+$')::bigint as taken
        from ${table} where number is not null) as numbered
      group by organization_id, series
      having count(*) <> max(taken) or min(taken) <> 1 or count(distinct taken) <> count(*)`,
  })),
  {
    law: 'every recorded sale has one audit row and one key, and neither is without a sale',
    query: `select * from (
        select organization_id, metadata ->> 'which' as which, count(*) as how_many from sales
        where metadata ? 'which' and confirmed_at is not null group by 1, 2
      ) as sold full join (
        select organization_id, input -> 'metadata' ->> 'which' as which, count(*) as how_many from audit_log
        where action = 'record_sale' group by 1, 2
      ) as logged using (organization_id, which) full join (
        select organization_id, key as which, count(*) as how_many from idempotency_keys
        where scope like '%:record_sale' group by 1, 2
      ) as claimed using (organization_id, which)
      where sold.how_many is distinct from 1 or logged.how_many is distinct from 1
        or claimed.how_many is distinct from 1`,
  },
  {
    law: 'every confirmed sale was told of once',
    query: `select * from (
        select organization_id, number, count(*) as how_many from sales where number is not null group by 1, 2
      ) as sold full join (
        select organization_id, data ->> 'number' as number, count(*) as how_many from events
        where type = 'sale.confirmed' group by 1, 2
      ) as told using (organization_id, number)
      where sold.how_many is distinct from 1 or told.how_many is distinct from 1`,
  },
];

/** The laws that these books break, each with the first rows that do. */
export async function brokenLaws(ownerUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await lawsBrokenFor(client);
  } finally {
    await client.end();
  }
}

/** The same, as a connection sees it that may be in the middle of a transaction. */
export async function lawsBrokenFor(client: Client): Promise<string[]> {
  const broken: string[] = [];
  for (const { law, query } of laws) {
    const { rows } = await client.query(query);
    if (rows.length > 0) broken.push(`${law}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}
