import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';
import type { Actor } from '../../src/operation/actor.ts';
import type { Wire, World } from './world.ts';

export type ExpenseFixture = {
  /** Calls an operation with a key of its own, as most that move money want one. */
  readonly keyed: (name: string, input?: object) => Promise<Wire>;
  readonly supplier: (more?: object) => Promise<Wire>;
  /** A draft of one line in Travel at Kim's, unless more is said. */
  readonly draft: (amount: string, more?: object) => Promise<Wire>;
  /** The same, posted and owed. */
  readonly owed: (amount: string, more?: object) => Promise<Wire>;
  readonly pay: (expense: Wire, more?: object) => Promise<Wire>;
  readonly expense: (expense: Wire) => Promise<Wire>;
  /** Balance of the account with this code, debits positive, in minor units. */
  readonly balance: (code: string) => Promise<bigint>;
  /** Checks that expenses, payments and ledger all say the same. */
  readonly booksAgree: () => Promise<void>;
};

let made = 0;

/** A fixture for expenses, as one actor. */
export function createExpenseFixture(world: World, as: Actor = world.ana): ExpenseFixture {
  const keyed: ExpenseFixture['keyed'] = (name, input = {}) => world.call(name, input, { as, key: randomUUID() });
  const draft: ExpenseFixture['draft'] = (amount, more = {}) =>
    keyed('create_expense', {
      payee_name: `Kim ${(made += 1)}`,
      amounts_include_tax: false,
      lines: [{ category: 'Travel', amount }],
      ...more,
    });
  return {
    keyed,
    draft,
    supplier: (more = {}) =>
      keyed('create_client', {
        type: 'business',
        display_name: `Supplier ${(made += 1)}`,
        roles: ['supplier'],
        ...more,
      }),
    owed: (amount, more = {}) => draft(amount, { post: true, ...more }),
    pay: (expense, more = {}) => keyed('pay_expense', { id: expense.id, method: 'Bank transfer', ...more }),
    expense: ({ id }) => world.call('get_expense', { id }, { as }),
    balance: (code) =>
      within(world, as, async (db) => {
        const { balance } = await db.one<{ balance: bigint }>(sql`
          select coalesce(sum(line.amount), 0)::bigint as balance from journal_lines as line
          join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
          where account.code = ${code}`);
        return balance;
      }),
    booksAgree: () => agree(world, as),
  };
}

function within<Result>(world: World, as: Actor, work: (db: Db) => Promise<Result>): Promise<Result> {
  return world.db.transaction({ organization: as.organization?.id ?? '', readOnly: true }, work);
}

const balanceOfRole = sql`select coalesce(sum(amount), 0)::bigint from journal_lines
  join accounts using (organization_id) where accounts.id = account_id and accounts.system_role`;

const owed = sql`select coalesce(sum(coalesce(base_total - base_paid, total - amount_paid)), 0)::bigint from expenses
  where status = 'posted'`;

/** Each pair is two ways to know the same. */
async function agree(world: World, as: Actor): Promise<void> {
  const found = await within(world, as, (db) =>
    db.one<Record<string, bigint | boolean>>(sql`
      select
        (select coalesce(sum(amount), 0)::bigint from journal_lines) as trial_balance,
        (${balanceOfRole} = 'payable') as payable,
        (${owed} and paid_by = 'company') as owed,
        (${balanceOfRole} = 'member_payable') as member_payable,
        (${owed} and paid_by = 'member') as owed_to_members,
        (${balanceOfRole} = 'tax_input') as tax_input,
        (select coalesce(sum(case kind when 'expense' then 1 else -1 end
            * in_base((charged ->> 'recoverable')::bigint, base_factor)), 0)::bigint
          from expenses cross join jsonb_array_elements(taxes) as charged where status = 'posted')
        + (select coalesce(sum(in_base((leg ->> 'amount')::bigint, base_factor)), 0)::bigint
          from expense_payments as paid cross join jsonb_array_elements(legs) as leg
          join accounts as claimed on claimed.id = (leg ->> 'account')::uuid and claimed.system_role = 'tax_input'
          join expenses as expense on expense.id = expense_id where reversed_on is null) as recoverable,
        not exists (select from expenses left join (
            select expense_id, sum(amount) as paid, sum(base) as base from expense_payments
            where reversed_on is null group by 1) as paying
            on expense_id = id where kind = 'expense' and (amount_paid <> coalesce(paid, 0)
              or base_paid <> coalesce(base, 0)
              or amount_paid = total and base_paid <> base_total)) as expenses_are_paid,
        not exists (select from expenses join (
            select expense_id, sum(net) as net, sum(total) as total, sum(recoverable_tax) as recoverable
            from expense_lines group by 1) as lines on expense_id = id
            where (lines.net, lines.total, lines.recoverable)
              is distinct from (expenses.net, expenses.total, expenses.recoverable_tax)) as lines_add_up,
        (select count(*) from expenses where number is not null)
          = (select coalesce(sum(next_number - 1), 0) from numbering_counters where record_type = 'expense')
          as numbers_have_no_gap`),
  );
  assert.equal(found['trial_balance'], 0n, 'debits and credits');
  assert.equal(found['payable'], -BigInt(found['owed'] ?? 0), 'the payable account and what is owed for expenses');
  assert.equal(
    found['member_payable'],
    -BigInt(found['owed_to_members'] ?? 0),
    'the account of what is due to members and what they paid',
  );
  assert.equal(found['tax_input'], found['recoverable'], 'the input tax and what is recoverable');
  for (const law of ['expenses_are_paid', 'lines_add_up', 'numbers_have_no_gap']) assert.equal(found[law], true, law);
}
