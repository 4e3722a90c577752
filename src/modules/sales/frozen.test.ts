import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const sale = await shop.sold('100');
await shop.pay(sale, { amount: '40' });
await shop.draft(['10']);
const ids = { sale: await uuidOf(sale.number), draft: await uuidOf(null) };

/** Runs SQL as a superuser, past every line of our code. */
async function attempt(statement: string, values: readonly unknown[] = []): Promise<string> {
  try {
    await asOwner(world.database.ownerUrl, (client) => client.query(statement, [...values]));
    return 'done';
  } catch (error) {
    return error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error);
  }
}

function uuidOf(number: string | null): Promise<string> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query('select id from sales where number is not distinct from $1', [number]);
    return rows[0].id;
  });
}

const frozen: readonly (readonly [string, string])[] = [
  ['its total', 'update sales set total = total + 1, net = net + 1 where id = $1'],
  ['its day', "update sales set sale_date = '2020-01-01' where id = $1"],
  ['its client', 'update sales set client_name = null where id = $1'],
  ['its number', "update sales set number = 'X' where id = $1"],
  ['that it is confirmed', 'update sales set confirmed_at = null, number = null, amount_paid = 0 where id = $1'],
  ['a line', 'update sale_lines set net = 1, total = 1, undiscounted = 1 where sale_id = $1'],
  ['its lines', 'delete from sale_lines where sale_id = $1'],
  ['itself', 'delete from sales where id = $1'],
];
for (const [what, statement] of frozen) {
  test(`a confirmed sale keeps ${what}, whoever asks`, async () => {
    assert.equal(await attempt(statement, [ids.sale]), 'sales_frozen');
  });
}

test('a confirmed sale gets no line more', async () => {
  const copied = `insert into sale_lines select (json_populate_record(l, json_build_object(
    'id', gen_random_uuid(), 'position', 2))).* from sale_lines l where sale_id = $1`;
  assert.equal(await attempt(copied, [ids.sale]), 'sales_frozen');
  assert.equal(await attempt(copied, [ids.draft]), 'done', 'a draft does');
});

/** Runs foreign SQL, such as an injected statement, as the service's own role. */
async function tried(...statements: readonly string[]): Promise<string> {
  const scope = `select set_config('daybook.organization', '${world.ana.organization?.id}', true)`;
  return attempt(['set role daybook_runtime', 'begin', scope, ...statements, 'commit'].join(';'));
}

test('a confirmed sale keeps its lines from who puts an empty table before it', async () => {
  const removal = `delete from public.sale_lines where sale_id = '${ids.sale}'`;
  assert.equal(await tried('create temp table sales (like public.sales)', removal), 'sales_frozen');
  assert.equal(await tried('create temp table unrelated (id int)'), 'done', 'such tables can be made');
});

test('a confirmed sale keeps its lines from who turns away in the same statement', async () => {
  const away = `select set_config('daybook.organization', '${world.rival.organization?.id}', true) from gone`;
  const removal = `delete from sale_lines where sale_id = '${ids.sale}' returning 1`;
  assert.equal(await tried(`with gone as (${removal}) ${away}`), 'sales_frozen');
});

test('no sale is paid more than it is worth, and none less than nothing', async () => {
  assert.equal(
    await attempt('update sales set amount_paid = total + 1 where id = $1', [ids.sale]),
    'sales_paid_within_total',
  );
  assert.equal(await attempt('update sales set amount_paid = -1 where id = $1', [ids.sale]), 'sales_paid_within_total');
  assert.equal(await attempt('update sales set amount_paid = 1 where id = $1', [ids.draft]), 'sales_draft_is_unpaid');
});

test('a sale with payments is not voided', async () => {
  const statement = 'update sales set voided_at = now(), voided_on = sale_date where id = $1';
  assert.equal(await attempt(statement, [ids.sale]), 'sales_void_is_unpaid');
});

test('no number is given twice', async () => {
  const statement = 'update sales set number = $2, confirmed_at = now() where id = $1';
  assert.equal(await attempt(statement, [ids.draft, sale.number]), 'sales_number_key');
});

test('money that moved stays on record', async () => {
  const statements = [
    'update payments set amount = amount + 1',
    'update payments set payment_date = payment_date - 1',
    'delete from payments',
    'update allocations set amount = 1',
    'update allocations set reversed_on = null',
    'delete from allocations',
  ];
  for (const statement of statements) assert.equal(await attempt(statement), 'payments_frozen', statement);
});

test('no payment settles more than it is', async () => {
  assert.equal(await attempt('update payments set amount_allocated = amount + 1'), 'payments_allocated_within_amount');
});
