import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { queryOf, scansOf } from '../../../test/support/plan.ts';
import { createWorld } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import type { Period } from '../../core/period.ts';
import type { Context } from '../../operation/operation.ts';
import { accountBalances, accountMovements } from './balances.ts';

const world = await createWorld();
const old = await world.found('Ten years old');
const organization = old.organization?.id ?? '';

/** Ten years in which every account moved every day, beside the other organisations’. */
await asOwner(world.database.ownerUrl, async (client) => {
  await client.query(`insert into account_days
    select organization_id, id, date '2016-01-01' + n, 100 + n, 50 + n from accounts, generate_series(0, 3652) as n
    order by n, random()`);
  await client.query('analyze');
});

/** How the database reads for a question, as the service does. */
async function scans(ask: (context: Context) => Promise<unknown>) {
  // The questions below touch nothing of the context but these two.
  const query = await queryOf((db) => ask({ db, organization } as Context));
  return world.db.transaction({ organization, readOnly: true }, (db) => scansOf(db, query));
}

test('profit and loss of a month reads the days of that month, whatever lies behind it', async () => {
  const accounts = await world.db.transaction({ organization }, (db) =>
    db.many(sql`select from accounts where class in ('revenue', 'expense')`),
  );
  for (const month of [
    { from: '2016-03-01', to: '2016-03-31' },
    { from: '2025-03-01', to: '2025-03-31' },
  ]) {
    const found = await scans((context) => accountMovements(context, ['revenue', 'expense'], [month]));
    const days = found.filter(({ table }) => table === 'account_days');
    assert.deepEqual(
      days.map(({ index, rows }) => ({ index, rows })),
      [{ index: 'account_days_pkey', rows: accounts.length * 31 }],
    );
    assert.match(days[0]?.condition ?? '', /day >= /);
    assert.deepEqual(
      found.filter(({ table }) => table.startsWith('journal')),
      [],
    );
    assert.deepEqual(
      found.filter(({ node, table }) => node === 'Seq Scan' && table !== 'accounts'),
      [],
    );
  }
});

test('a series and a balance read sums of days too, never lines', async () => {
  const year: Period = { from: '2025-01-01', to: '2025-12-31' };
  for (const found of [
    await scans((context) => accountMovements(context, ['asset'], [year, { from: '2026-01-01', to: '2026-12-31' }])),
    await scans((context) => accountBalances(context, year)),
  ]) {
    assert.deepEqual([...new Set(found.map(({ table }) => table))].toSorted(), ['account_days', 'accounts']);
    assert.deepEqual(
      found.filter(({ node, table }) => node === 'Seq Scan' && table === 'account_days'),
      [],
    );
  }
});
