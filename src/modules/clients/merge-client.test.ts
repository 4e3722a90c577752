import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
let made = 0;
const client = (more: object = {}): Promise<Wire> =>
  call('create_client', { type: 'business', display_name: `Client ${(made += 1)}`, ...more });
const merge = (from: Wire, into: Wire): Promise<Wire> => call('merge_client', { id: from.id, into_id: into.id });
const sell = (to: Wire, price: string, more: object = {}): Promise<Wire> =>
  fixture.keyed('record_sale', {
    client_id: to.id,
    lines: [{ name: 'Tea', quantity: '1', unit_price: price, tax_rate_ids: [] }],
    ...more,
  });
const owed = async (of: Wire): Promise<Wire> => call('get_client_balances', { id: of.id });
const statement = async (of: Wire): Promise<Wire> => {
  const { meta: _, ...shown } = await call('get_client_statement', { client_id: of.id });
  return shown;
};
const rowsOf = async (sql: string, of: Wire[]) => {
  const { uuidFrom } = await import('../../wire/type-id.ts');
  const ids = of.map(({ id }) => uuidFrom('client', id));
  return asOwner(world.database.ownerUrl, async (owner) => (await owner.query(sql, [ids])).rows);
};
/** Everything that the database holds of these clients, but for when and by whom they were written last. */
const allOf = async (...of: Wire[]): Promise<Wire[]> => {
  const found = [];
  const references = await rowsOf(
    `select relation::text as relation, name from client_references() where cardinality($1::uuid[]) > 0
     union select unnest(array['client_months', 'client_currency_months', 'client_flows', 'client_tax_ids',
       'client_reminders', 'client_templates']), 'client_id' order by 1, 2`,
    of,
  );
  for (const { relation, name } of references) {
    const rows = `select to_jsonb(t) as row from ${relation} as t where ${name} = any($1::uuid[])
      order by to_jsonb(t)::text`;
    found.push({ relation, rows: await rowsOf(rows, of) });
  }
  const own = `select to_jsonb(c) - 'version' - 'updated_at' - 'updated_by' as row from clients c
    where id = any($1) order by id`;
  return [...found, { relation: 'clients', rows: await rowsOf(own, of) }];
};

async function twins(): Promise<{ from: Wire; into: Wire; sale: Wire }> {
  const from = await client({ email: `old${made}@example.com`, tags: ['old'], roles: ['customer', 'supplier'] });
  const into = await client({ tags: ['new'], roles: ['customer', 'supplier'], notes_public: 'Stays' });
  const sale = await sell(from, '100.00');
  await sell(into, '40.00');
  await sell(from, '25.00', { currency: 'USD', exchange_rate: '0.9' }).catch(() => undefined);
  await fixture
    .keyed('record_payment', { client_id: from.id, amount: '30.00', keep_credit: true })
    .catch(() => undefined);
  await call('create_client', { type: 'individual', display_name: `Below ${made}`, parent_id: from.id });
  await call('create_product', { name: `Goods ${made}`, price: '1', supplier_id: from.id });
  const [category] = (await call('list_expense_categories', { limit: 1 })).data;
  const lines = [{ category_id: category.id, amount: '10' }];
  await fixture.keyed('create_expense', { supplier_id: from.id, lines });
  await fixture.keyed('create_recurring_expense', {
    name: `Rent ${made}`,
    frequency: 'month',
    template: { supplier_id: from.id, lines },
  });
  return { from, into, sale };
}

test('all that belonged to a client is the other’s, and what both owed is owed by the one', async () => {
  const { from, into, sale } = await twins();
  const [one, other] = [await owed(from), await owed(into)];
  world.emitted();
  const answer = await merge(from, into);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.merged', 'client.updated'],
  );
  assert.deepEqual([answer.id, answer.merged_into_id, answer.client.id], [from.id, into.id, into.id]);
  assert.ok(answer.moved.sales >= 1 && answer.moved.products === 1 && answer.moved.expenses === 1, answer.moved);
  const both = await owed(into);
  for (const field of ['receivable', 'unapplied_credit', 'balance', 'lifetime_invoiced', 'lifetime_paid']) {
    assert.equal(Number(both[field]), Number(one[field]) + Number(other[field]), field);
  }
  assert.equal((await call('get_sale', { id: sale.id })).client_id, into.id);
  const left = await allOf(from);
  const rest = left.filter(({ relation, rows }) => relation !== 'clients' && rows.length > 0);
  assert.deepEqual(rest, [], 'nothing refers to the client that is gone');
  await fixture.booksAgree();
});

test('the client that is left says what it said, and what only the other said', async () => {
  const { from, into } = await twins();
  const { client: left } = await merge(from, into);
  assert.deepEqual([left.display_name, left.notes_public, left.email], [into.display_name, 'Stays', from.email]);
  assert.deepEqual([left.tags, left.merged_into_id], [['new', 'old'], null]);
});

test('the old id and number find the client that is left, whatever reads by them', async () => {
  const { from, into, sale } = await twins();
  await merge(from, into);
  const found = await call('get_client', { id: from.id, expand: ['balances'] });
  assert.equal(found.id, into.id);
  assert.deepEqual(
    found.merged_from.map(({ id, number }: Wire) => [id, number]),
    [[from.id, from.number]],
  );
  assert.deepEqual(await owed(from), await owed(into));
  assert.deepEqual(await statement(from), await statement(into));
  const ids = async (input: object) => (await call('list_clients', input)).data.map(({ id }: Wire) => id);
  assert.deepEqual(await ids({ number: from.number }), [into.id]);
  assert.ok(!(await ids({ include_archived: true, limit: 100 })).includes(from.id));
  assert.deepEqual(await ids({ merged_into_id: into.id }), [from.id]);
  const sales = (await call('list_sales', { client_id: from.id })).data;
  assert.ok(sales.some(({ id }: Wire) => id === sale.id));
  const named = await fixture.keyed('record_sale', {
    client: from.number,
    lines: [{ name: 'Tea', quantity: '1', unit_price: '3' }],
  });
  assert.equal(named.client_id, into.id);
});

test('undone, both are exactly what they were', async () => {
  const { from, into } = await twins();
  const before = await allOf(from, into);
  await merge(from, into);
  assert.notDeepEqual(await allOf(from, into), before, 'control');
  world.emitted();
  const undone = await call('undo_client_merge', { id: from.id });
  assert.deepEqual([undone.client.id, undone.from_client.id, undone.from_client.status], [into.id, from.id, 'active']);
  assert.deepEqual(await allOf(from, into), before);
  await fixture.booksAgree();
  await assert.rejects(call('undo_client_merge', { id: from.id }), refused('invalid_state_transition'));
  await merge(from, into);
});

test('what was paid or changed since keeps a merge from being undone, and says so', async () => {
  for (const change of [
    async ({ sale }: { sale: Wire }) => fixture.keyed('void_sale', { id: sale.id, reason: 'Wrong' }),
    async ({ into }: { into: Wire }) => call('update_client', { id: into.id, phone: '+49 30 1234567' }),
    async ({ into }: { into: Wire }) => merge(into, await client()),
  ]) {
    const all = await twins();
    await merge(all.from, all.into);
    await change(all);
    await assert.rejects(
      call('undo_client_merge', { id: all.from.id }),
      refused('merge_changed_since', ({ changed }) => assert.ok(changed.length > 0)),
    );
  }
  await fixture.booksAgree();
});

test('a chain of merges leads to the client that is left', async () => {
  const [a, b, c] = [await client(), await client(), await client()];
  await sell(a, '5.00');
  await merge(a, b);
  await merge(b, c);
  assert.equal((await call('get_client', { id: a.id })).id, c.id);
  assert.equal(Number((await owed(a)).receivable), 5);
  await call('undo_client_merge', { id: b.id });
  assert.equal((await call('get_client', { id: a.id })).id, b.id);
  await call('undo_client_merge', { id: a.id });
  assert.equal(Number((await owed(a)).receivable), 5);
  await fixture.booksAgree();
});

test('whoever is erased is erased from what they were before they were merged, too', async () => {
  const [from, into] = [await client({ email: 'margarethe@example.com' }), await client()];
  await merge(from, into);
  await call('erase_client', { id: into.id });
  const rows = await rowsOf('select to_jsonb(c) as row from clients c where id = any($1)', [from, into]);
  const kept = await rowsOf('select to_jsonb(m) as row from client_merges m where from_id = any($1)', [from]);
  assert.equal(rows.length, 2);
  assert.doesNotMatch(JSON.stringify([rows, kept]), new RegExp(`margarethe|${from.display_name}"`));
  await assert.rejects(call('undo_client_merge', { id: from.id }), refused('merge_changed_since'));
});

test('what does not fit together is refused', async () => {
  const [a, b, gone] = [await client(), await client(), await client()];
  const fault = (code: string) =>
    refused('validation_failed', ({ errors }) =>
      assert.deepEqual([errors[0].code, errors[0].pointer], [code, '/into_id']),
    );
  await assert.rejects(merge(a, a), fault('same'));
  await call('archive_client', { id: gone.id });
  await assert.rejects(merge(a, gone), fault('archived'));
  await merge(gone, b);
  await assert.rejects(merge(a, gone), fault('merged'));
  for (const name of ['merge_client', 'update_client', 'restore_client']) {
    const input = name === 'merge_client' ? { into_id: a.id } : {};
    await assert.rejects(call(name, { id: gone.id, ...input }), refused('invalid_state_transition'));
  }
});

test('a client below the one that it is merged with is not above itself', async () => {
  const top = await client();
  const from = await client({ parent_id: top.id });
  const between = await client({ parent_id: from.id });
  const into = await client({ parent_id: between.id });
  const { client: left } = await merge(from, into);
  assert.equal(left.parent_id, top.id);
  assert.equal((await call('get_client', { id: between.id })).parent_id, into.id);
});

test('merged into each other at once, one of the two is left', async () => {
  const [a, b] = [await client(), await client()];
  await sell(a, '5.00');
  await sell(b, '6.00');
  const ended = await Promise.allSettled([merge(a, b), merge(b, a)]);
  assert.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const left = (await call('get_client', { id: a.id })).id;
  assert.equal((await call('get_client', { id: b.id })).id, left);
  assert.equal(Number((await owed({ id: left })).receivable), 11);
  await fixture.booksAgree();
});

test('what is sold, paid and voided meanwhile is the other’s or is refused', longTest, async () => {
  for (let round = 0; round < 5; round += 1) {
    const [from, into] = [await client(), await client()];
    const voided = await sell(from, '9.00');
    const ended = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => sell(from, '3.00')),
      merge(from, into),
      fixture.keyed('void_sale', { id: voided.id, reason: 'Wrong' }),
      ...Array.from({ length: 4 }, () => sell(from, '3.00')),
    ]);
    for (const one of ended) {
      if (one.status === 'rejected') assert.equal(one.reason.kind.status < 500, true, String(one.reason));
    }
    const left = (await allOf(from)).filter(({ relation, rows }) => relation !== 'clients' && rows.length > 0);
    assert.deepEqual(left, []);
  }
  await fixture.booksAgree();
});

test('every column that may hold a client moves, or there is a reason why it does not', async () => {
  const stays: Readonly<Record<string, string>> = {
    'client_merges.from_id': 'Says who was merged.',
    'client_merges.into_id': 'Says who was merged.',
    'client_tax_ids.client_id': 'Written with the client.',
    'documents.issued_to_id': 'What was printed.',
    ...Object.fromEntries(
      ['client_months', 'client_currency_months', 'client_flows'].map((table) => [`${table}.client_id`, 'Added up.']),
    ),
    ...Object.fromEntries(
      ['client_reminders', 'client_templates'].map((table) => [`${table}.client_id`, 'One of each client.']),
    ),
  };
  const found = await rowsOf(
    `select relation.relname || '.' || attribute.attname as name from pg_class as relation
     join pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
     where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and $1::uuid[] is not null
       and attribute.atttypid = 'uuid'::regtype
       and (attribute.attname ~ '(client|supplier|customer)_id$' or attribute.attname = 'issued_to_id' or exists (
         select from pg_constraint where contype = 'f' and conrelid = relation.oid and confrelid = 'clients'::regclass
           and attribute.attnum = any (conkey) and attribute.attname <> 'organization_id'))
       and not exists (select from client_references() as moved
         where moved.relation = relation.oid and moved.name = attribute.attname)`,
    [],
  );
  assert.deepEqual(new Set(found.map(({ name }) => name)), new Set(Object.keys(stays)));
});

test('control: the service may not say that it moves a client', async () => {
  const { sale } = await twins();
  const { uuidFrom } = await import('../../wire/type-id.ts');
  await assert.rejects(
    asOwner(world.database.ownerUrl, async (owner) => {
      await owner.query('set role daybook_runtime');
      await owner.query(`select set_config('daybook.moves_records', 'on', false),
        set_config('daybook.organization', (select organization_id::text from sales limit 1), false)`);
      await owner.query(`select set_config('daybook.organization', $1, false)`, [
        uuidFrom('org', sale.organization_id),
      ]);
      await owner.query('update sales set client_id = null where id = $1', [uuidFrom('sale', sale.id)]);
    }),
    /stays as it is/,
  );
});
