import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from '../../src/db/sql.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { type Goods, goodsOf } from './goods.ts';
import type { Wire, World } from './world.ts';

export type Shop = Goods & {
  /** Calls an operation with a key of its own, as most that move money want one. */
  readonly keyed: (name: string, input?: object) => Promise<Wire>;
  readonly client: (more?: object) => Promise<Wire>;
  readonly service: (more?: object) => Promise<Wire>;
  /** A rate of this percentage, as lines name it. */
  readonly tax: (percentage: string, more?: object) => Promise<string>;
  /** A draft of free lines: what each costs, and what is said of the sale. */
  readonly draft: (prices: readonly string[], more?: object) => Promise<Wire>;
  /** A confirmed sale on account, to a client of its own unless one is named. */
  readonly sold: (total: string, more?: object) => Promise<Wire>;
  readonly pay: (sale: Wire, more?: object) => Promise<Wire>;
  readonly sale: (sale: Wire) => Promise<Wire>;
  /** Money in other currencies leaves these accounts at the rate of the day, whatever else they hold. */
  readonly leavesByDay: (...codes: string[]) => Promise<void>;
  /** Balance of the account with this code, debits positive, in minor units. */
  readonly balance: (code: string) => Promise<bigint>;
  /** By how much each account has moved, by its code, while `deed` was done; those that did not are left out. */
  readonly moves: (deed: () => Promise<unknown>) => Promise<Record<string, bigint>>;
  /** Checks that sales, payments, allocations, stock and ledger all say the same. */
  readonly booksAgree: () => Promise<void>;
};

let made = 0;

/** A fixture for sales and payments, as one actor. */
export function shopOf(world: World, as: Actor = world.ana): Shop {
  const goods = goodsOf(world, as);
  const keyed: Shop['keyed'] = (name, input = {}) => world.call(name, input, { as, key: randomUUID() });
  const client: Shop['client'] = (more = {}) =>
    world.call('create_client', { type: 'business', display_name: `Client ${(made += 1)}`, ...more }, { as });
  const draft: Shop['draft'] = (prices, more = {}) => {
    const lines = prices.map((price, index) => ({ name: `Item ${index + 1}`, quantity: '1', unit_price: price }));
    return world.call('create_sale', { lines, ...more }, { as });
  };
  return {
    ...goods,
    keyed,
    client,
    draft,
    service: (more = {}) => goods.product({ type: 'service', ...more }),
    tax: async (percentage, more = {}) =>
      (await world.call('create_tax_rate', { name: `Tax ${(made += 1)}`, percentage, ...more }, { as })).id,
    sold: async (total, more = {}) => draft([total], { client_id: (await client()).id, confirm: true, ...more }),
    pay: (sale, more = {}) => keyed('pay_sale', { id: sale.id, method: 'Bank transfer', ...more }),
    sale: ({ id }) => world.call('get_sale', { id }, { as }),
    leavesByDay: async (...codes) => {
      for (const code of codes) {
        const { data } = await world.call('list_accounts', { q: code }, { as });
        const { id } = data.find((account: Wire) => account.code === code);
        await world.call('update_account', { id, currency_outflow: 'day' }, { as });
      }
    },
    balance: (code) => balanceOf(world, as, code),
    moves: async (deed) => {
      const before = await balancesOf(world, as);
      await deed();
      const after = [...(await balancesOf(world, as))];
      const moved = after.map(([code, amount]) => [code, amount - (before.get(code) ?? 0n)] as const);
      return Object.fromEntries(moved.filter(([, amount]) => amount !== 0n));
    },
    booksAgree: async () => {
      await goods.agree();
      await agree(world, as);
    },
  };
}

function balanceOf(world: World, as: Actor, code: string): Promise<bigint> {
  const organization = as.organization?.id ?? '';
  return world.db.transaction({ organization, readOnly: true }, async (db) => {
    const row = await db.one<{ balance: bigint }>(sql`
      select coalesce(sum(line.amount), 0)::bigint as balance from journal_lines as line
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      where account.code = ${code}`);
    return row.balance;
  });
}

function balancesOf(world: World, as: Actor): Promise<Map<string, bigint>> {
  const organization = as.organization?.id ?? '';
  return world.db.transaction({ organization, readOnly: true }, async (db) => {
    const rows = await db.many<{ code: string; balance: bigint }>(sql`
      select account.code, sum(line.amount)::bigint as balance from journal_lines as line
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      group by account.code`);
    return new Map(rows.map(({ code, balance }) => [code, balance]));
  });
}

const tills = sql`select coalesce(sum(amount), 0)::bigint from journal_lines
  join accounts using (organization_id) where accounts.id = account_id and accounts.system_role`;

/** Each pair is two ways to know the same. */
async function agree(world: World, as: Actor): Promise<void> {
  const organization = as.organization?.id ?? '';
  const found = await world.db.transaction({ organization, readOnly: true }, (db) =>
    db.one<Record<string, bigint | boolean>>(sql`
      select
        (select coalesce(sum(amount), 0)::bigint from journal_lines) as trial_balance,
        (${tills} = 'receivable') as receivable,
        (select coalesce(sum(coalesce(base_total - base_settled, amount_due)), 0)::bigint
          from sales where status = 'confirmed') as owed,
        (${tills} = 'client_credit') as credit,
        (select coalesce(sum(coalesce(base_amount - base_used, amount_unapplied)), 0)::bigint
          from payments where voided_at is null) as left_over,
        not exists (select from sales left join (
            select sale_id, sum(amount) as paid from allocations where status = 'active' group by 1) as settled
            on sale_id = id
            where kind = 'sale' and amount_paid - amount_refunded <> coalesce(paid, 0)) as sales_are_paid,
        not exists (select from payments left join (
            select payment_id, sum(amount) as used from allocations where status = 'active' group by 1) as settling
            on payment_id = id where amount_allocated <> coalesce(used, 0)) as payments_are_used,
        not exists (select from payments left join (
            select payment_id, sum(amount) as back from refunds
            where status in ('pending', 'completed') and destination <> 'client_credit' group by 1) as given
            on payment_id = id where amount_refunded <> coalesce(back, 0)) as payments_are_refunded,
        not exists (select from sales left join (
            select original_sale_id as sale_id, sum(total) as worth from sales
            where kind = 'return' and status = 'completed' group by 1) as returned
            on sale_id = id where amount_credited <> coalesce(worth, 0)) as sales_are_credited,
        not exists (select from sales left join (
            select sale_id, sum(amount) as lost from write_offs group by 1) as given_up
            on sale_id = id where amount_written_off <> coalesce(lost, 0)) as sales_are_written_off,
        not exists (select from sales left join (
            select sale_id, sum(amount) as granted from early_discounts group by 1) as off
            on sale_id = id where amount_discounted <> coalesce(granted, 0)) as sales_are_discounted,
        not exists (select from sale_lines as line left join (
            select back.original_line_id, sum(back.quantity) as quantity
            from sale_lines as back join sales as sale on sale.id = back.sale_id
            where sale.kind = 'return' and sale.status = 'completed' group by 1) as came
            on came.original_line_id = line.id
            where line.quantity_returned <> coalesce(came.quantity, 0)) as lines_came_back,
        not exists (select from sales join (
            select sale_id, sum(net) as net, sum(total) as total, sum(discount_allocated) as discount
            from sale_lines group by 1) as lines on sale_id = id
            where lines.net <> sales.net or lines.discount <> sales.document_discount
              or cardinality(array(select jsonb_array_elements(charges))) = 0 and lines.total + rounding <> sales.total
            ) as lines_add_up`),
  );
  assert.equal(found['trial_balance'], 0n, 'debits and credits');
  assert.equal(found['receivable'], found['owed'], 'the receivable account and what sales are owed');
  assert.equal(found['credit'], -BigInt(found['left_over'] ?? 0), 'the credit account and what payments have left');
  assert.equal(found['sales_are_paid'], true, 'what sales and allocations say is paid');
  assert.equal(found['payments_are_used'], true, 'what payments and allocations say is used');
  assert.equal(found['payments_are_refunded'], true, 'what payments and refunds say went back');
  assert.equal(found['sales_are_credited'], true, 'what sales and their returns say is credited');
  assert.equal(found['sales_are_written_off'], true, 'what sales and write-offs say is given up');
  assert.equal(found['sales_are_discounted'], true, 'sales and discounts agree on early-payment discounts');
  assert.equal(found['lines_came_back'], true, 'what lines and returns say came back');
  assert.equal(found['lines_add_up'], true, 'sales and their lines');
}
