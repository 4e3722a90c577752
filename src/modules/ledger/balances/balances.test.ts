import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Booked, book } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { queryOf, scansOf } from '../../../../test/support/plan.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { addDays, addMonths } from '../../../core/calendar.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import type { Actor } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountBalances, accountMovements, keyBalances } from './balances.ts';
import { accountClasses } from '../accounts/chart.ts';

const world = await createWorld();
const old = await world.found('Ten years old');
const organization = old.organization?.id ?? '';

/** Ten years in which every account moved every day, beside the other organisations’. */
await asOwner(world.database.ownerUrl, async (client) => {
  // Looking up the account of each of 600,000 rows takes twice as long as writing them.
  await client.query('set session_replication_role = replica');
  await client.query(`insert into account_days
    select organization_id, id, date '2016-01-01' + n, 100 + n, 50 + n from accounts, generate_series(0, 3652) as n
    order by n, random()`);
  await client.query(`insert into account_months
    select organization_id, account_id, date_trunc('month', day), sum(debit), sum(credit) from account_days
    group by 1, 2, 3 order by 3, 2`);
  await client.query('analyze');
});

/** The query plan that the service would use. */
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
    { from: '2016-03-02', to: '2016-04-01' },
    { from: '2025-03-02', to: '2025-04-01' },
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

test('a year by month reads a row for each month', async () => {
  const months = Array.from({ length: 12 }, (_, index) => periodOf('month', addMonths('2025-01-01', index)));
  const found = await scans((context) => accountMovements(context, ['revenue', 'expense'], months));
  const results = await world.db.transaction({ organization }, (db) =>
    db.many(sql`select from accounts where class in ('revenue', 'expense')`),
  );
  assert.deepEqual(
    found.filter(({ table }) => table !== 'accounts').map(({ index, rows }) => ({ index, rows })),
    [{ index: 'account_months_pkey', rows: results.length * 12 }],
  );
});

test('a balance reads the months before it and the days of its own month, never lines', async () => {
  const accounts = await world.db.transaction({ organization }, (db) => db.many(sql`select from accounts`));
  const cash = await world.db.transaction({ organization }, (db) =>
    db.many(sql`select from accounts where type in ('cash', 'bank')`),
  );
  const monthsBefore = 9 * 12 + 2;
  const read = async (ask: (context: Context) => Promise<unknown>) =>
    (await scans(ask)).filter(({ table }) => table !== 'accounts').map(({ index, rows }) => ({ index, rows }));
  assert.deepEqual(
    await read((context) => keyBalances(context, { types: ['cash', 'bank'], roles: [] }, '2025-03-20')),
    [
      { index: 'account_months_pkey', rows: cash.length * monthsBefore },
      { index: 'account_days_pkey', rows: cash.length * 20 },
    ],
  );
  assert.deepEqual(await read((context) => accountBalances(context, { from: '2025-03-11', to: '2025-03-20' })), [
    { index: 'account_months_pkey', rows: accounts.length * monthsBefore },
    { index: 'account_days_pkey', rows: accounts.length * 10 },
    { index: 'account_days_pkey', rows: accounts.length * 10 },
    { index: 'account_months_pkey', rows: 0 },
  ]);
  assert.deepEqual(await read((context) => accountBalances(context, { from: '2025-03-11', to: '2025-12-20' })), [
    { index: 'account_months_pkey', rows: accounts.length * monthsBefore },
    { index: 'account_days_pkey', rows: accounts.length * 10 },
    { index: 'account_days_pkey', rows: accounts.length * 21 },
    { index: 'account_months_pkey', rows: accounts.length * 8 },
    { index: 'account_days_pkey', rows: accounts.length * 20 },
  ]);
});

test('a balance on any day, and what moved in any days, is what the lines say', async () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days));
  const codes = ['1000', '1100', '2200', '4000', '5000'];
  const founded = await world.found('Any day');
  const posted = fc.array(fc.record({ day, from: fc.constantFrom(...codes), to: fc.constantFrom(...codes) }), {
    minLength: 5,
    maxLength: 20,
  });
  let pence = 0;
  await fc.assert(
    fc.asyncProperty(posted, day, day, async (entries, one, other) => {
      const booked = entries.filter(({ from, to }) => from !== to);
      if (booked.length > 0)
        await book(
          world,
          booked.map((entry) => moved(entry, (pence += 1))),
          founded,
        );
      const [from, to] = [one, other].toSorted();
      if (from === undefined || to === undefined) throw new Error('two days');
      await assertLikeLines(founded, { from, to });
      await assertLikeLines(founded, { from: periodOf('month', from).from, to: periodOf('month', to).to });
    }),
    { numRuns: 20 },
  );
});

function moved({ day: date, from, to }: { day: string; from: string; to: string }, cents: number): Booked {
  const sum = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return {
    date,
    lines: [
      { code: to, sum },
      { code: from, sum: `-${sum}` },
    ],
  };
}

async function assertLikeLines(who: Actor, period: Period): Promise<void> {
  const of = who.organization?.id ?? '';
  await world.db.transaction({ organization: of, readOnly: true }, async (db) => {
    // The questions touch nothing of the context but these two.
    const context = { db, organization: of } as Context;
    const byLines = await db.many<{ code: string; opening: bigint; debit: bigint; credit: bigint }>(sql`
      select a.code, coalesce(sum(l.amount) filter (where l.entry_date < ${period.from}), 0)::bigint as opening,
        coalesce(sum(greatest(l.amount, 0)) filter (where l.entry_date >= ${period.from}), 0)::bigint as debit,
        coalesce(sum(greatest(-l.amount, 0)) filter (where l.entry_date >= ${period.from}), 0)::bigint as credit
      from accounts as a left join journal_lines as l
        on l.organization_id = a.organization_id and l.account_id = a.id and l.entry_date <= ${period.to}
      where a.organization_id = ${of} group by a.code order by a.code`);
    const balances = await accountBalances(context, period);
    assert.deepEqual(
      balances.map(({ code, opening, debit, credit }) => ({ code, opening, debit, credit })),
      byLines,
    );
    const movements = await accountMovements(context, accountClasses, [period]);
    assert.deepEqual(
      movements.map(({ code, debit, credit }) => ({ code, debit, credit })),
      byLines
        .filter(({ debit, credit }) => debit + credit > 0n)
        .map(({ code, debit, credit }) => ({ code, debit, credit })),
    );
  });
}
