import type pg from 'pg';
import { everyCheck, runCheck } from '../src/modules/checks/index.ts';
import { asOwner } from './owner.ts';
import type { Figure, Stage } from './stage.ts';

const sales = 20_000;
const batch = 20_000;
/** A million sales in a minute. */
const secondsMax = (60 * sales) / 1_000_000;

/** Database work of checking the books of many sales, each paid, with its goods and its entries. */
export async function benchChecks(stage: Stage): Promise<Figure[]> {
  await sellOnce(stage);
  await asOwner(stage.urls.owner, stage.actor, (client) => repeat(client, sales - 1));
  const organization = stage.actor.organization?.id ?? '';
  const begun = stage.databaseCpuSeconds();
  const times: [name: string, seconds: number][] = [];
  await stage.db.transaction({ organization, readOnly: true }, async (tx) => {
    for (const check of everyCheck) {
      const before = stage.databaseCpuSeconds();
      const { ok, found } = await runCheck(tx, organization, check);
      if (!ok) throw new Error(`${check.name}: ${found.join('; ')}`);
      times.push([check.name, stage.databaseCpuSeconds() - before]);
    }
  });
  const seconds = stage.databaseCpuSeconds() - begun;
  const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, 4);
  return [
    {
      what: `checking books of ${sales} sales, CPU of the database`,
      value: `${seconds.toFixed(2)} s`,
      reach: `≤ ${secondsMax} s`,
      reached: seconds <= secondsMax ? 'yes' : 'no',
      note: slowest.map(([name, spent]) => `${name} ${spent.toFixed(2)} s`).join(', '),
    },
  ];
}

async function sellOnce({ call }: Stage): Promise<void> {
  const product = (await call('create_product', {
    type: 'good',
    name: 'Pen',
    sku: 'P',
    price: '19.99',
    track_inventory: true,
  })) as unknown as { variants: { id: string }[] };
  const variant_id = product.variants[0]?.id;
  await call('create_stock_movement', { variant_id, type: 'opening', quantity: '100000000', unit_cost: '7.50' });
  const methods = (await call('list_payment_methods', {})) as unknown as { data: { id: string; kind: string }[] };
  const lines = [1, 2, 3].map((quantity) => ({ variant_id, quantity: `${quantity}` }));
  await call('record_sale', { lines, payments: [{ method_id: methods.data.find(({ kind }) => kind === 'cash')?.id }] });
}

/** Tables of the one sale, and the columns that lead from one to the other. */
const tables: readonly (readonly [name: string, which: string])[] = [
  ['sales', 'true'],
  ['sale_lines', 'true'],
  ['stock_movements', `type = 'sale_issue'`],
  ['payments', 'true'],
  ['allocations', 'true'],
  ['journal_entries', `source_type in ('sale', 'payment')`],
  ['journal_lines', `entry_id in (select id from journal_entries where source_type in ('sale', 'payment'))`],
];
const links: ReadonlySet<string> = new Set(['id', 'sale_id', 'payment_id', 'entry_id', 'source_id', 'source_line_id']);

/** The same sale so many times more, each with ids and numbers of its own, past every trigger. */
async function repeat(client: pg.Client, times: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const [name, which] of tables) {
    await client.query(`create temporary table once_${name} as select * from ${name} where ${which}`);
  }
  for (let from = 1; from <= times; from += batch) {
    for (const [name] of tables) await copy(client, name, { from, to: Math.min(from + batch - 1, times) });
  }
  await client.query(`update numbering_counters set next_number = next_number + ${times} * (case record_type
    when 'journal_entry' then (select count(*) from once_journal_entries) else 1 end)
    where record_type in ('sale', 'payment', 'journal_entry')`);
  await client.query(`update stock_pools as pool set quantity = moved.quantity, value = moved.value
    from (select variant_id, sum(quantity) as quantity, sum(value) as value from report_stock_movements group by 1)
      as moved where moved.variant_id = pool.variant_id`);
  await client.query(`update stock_levels as level set on_hand = moved.quantity
    from (select variant_id, sum(quantity) as quantity from stock_movements group by 1) as moved
    where moved.variant_id = level.variant_id`);
  await client.query('delete from account_months');
  await client.query('delete from account_days');
  await client.query(`insert into account_days (organization_id, account_id, day, debit, credit)
    select organization_id, account_id, entry_date, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0)
    from journal_lines group by 1, 2, 3`);
  await client.query(`insert into account_months (organization_id, account_id, month, debit, credit)
    select organization_id, account_id, date_trunc('month', day::timestamp)::date, sum(debit), sum(credit)
    from account_days group by 1, 2, 3`);
  await client.query('delete from settled_days');
  await client.query('delete from cash_days');
  await client.query('delete from sale_days');
  await client.query(`analyze ${tables.map(([name]) => name).join(', ')}`);
  await client.query(`insert into settled_days select organization_id, sale_id, day, amount from report_settled_days`);
  await client.query(`insert into cash_days
    select organization_id, account_id, rate_id, day, amount, base from report_cash_sums`);
  await client.query(`insert into sale_days
    select organization_id, day, sales, gross, discounts, returns, charges, tax, cost from report_sale_days`);
  await client.query(`analyze ${tables.map(([name]) => name).join(', ')}, account_days, account_months`);
}

async function copy(client: pg.Client, name: string, { from, to }: { from: number; to: number }): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [name],
  );
  const columns = rows.map((row) => row.column_name);
  const values = columns.map((column) => {
    if (links.has(column)) return `md5(once.${column}::text || n)::uuid`;
    return column === 'number' ? numberOf(name) : `once.${column}`;
  });
  await client.query(`insert into ${name} (${columns.join(', ')})
    select ${values.join(', ')} from once_${name} as once, generate_series(${from}, ${to}) as n`);
}

/** The numbers go on after those of the one sale, and after that of the opening stock. */
function numberOf(name: string): string {
  const last = name === 'journal_entries' ? `(select max(substr(number, 8)::int) from once_journal_entries)` : '1';
  const place = name === 'journal_entries' ? `(select count(*)::int from once_journal_entries)` : '1';
  const own = name === 'journal_entries' ? `substr(once.number, 8)::int - ${last}` : '0';
  return `regexp_replace(once.number, '\\d+$', '') || lpad((${last} + n * ${place} + ${own})::text, 7, '0')`;
}
