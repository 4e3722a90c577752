import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../../test/support/random-year.ts';
import { seed } from '../../../../test/support/seed.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { world, year } = await createYear(seed, 60);
const ask = (name: string, input: object): Promise<Wire> => world.call(name, input, { as: year.who });
const range = { from: '2025-01-01', to: '2025-12-31' };

/** All rows behind a figure. */
async function rowsOf(input: object): Promise<Wire[]> {
  const rows: Wire[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask('get_report_drilldown', { limit: 100, ...range, ...input, ...(cursor && { cursor }) });
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const readers: Readonly<Record<string, string>> = {
  sale: 'get_sale',
  payment: 'get_payment',
  refund: 'get_refund',
  expense: 'get_expense',
};

test('a row leads to the record that posted it, by its number and whose it is', async () => {
  const met = new Set<string>();
  for (const row of ['cash', 'receivable', 'client_credit']) {
    for (const { type, id, number, source, client_name: name } of await rowsOf({ name: 'dashboard', row })) {
      assert.equal(type, 'journal_entry');
      const entry = await ask('get_journal_entry', { id });
      assert.deepEqual([source.type, source.id, number], [entry.source.type, entry.source.id, entry.number]);
      const reader = readers[source.type];
      if (reader === undefined) continue;
      // Some entries are posted by hand for records that there are none of.
      const record = await ask(reader, { id: source.id }).catch(() => undefined);
      if (record !== undefined) met.add(source.type);
      assert.deepEqual(
        [source.number, name],
        [record?.number ?? null, record?.client_name ?? record?.payee_name ?? null],
      );
    }
  }
  assert.ok(met.has('sale') && met.has('payment'), [...met].join());
});

test('a row that is no entry is its own source', async () => {
  const rows = await rowsOf({ name: 'revenue', row: 'total', column: 'total' });
  assert.ok(rows.length > 0);
  for (const { type, id, number, source } of rows) {
    assert.deepEqual(source, { type, id, number });
  }
});
