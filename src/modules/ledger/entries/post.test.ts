import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { asOwner } from '../../../../test/support/database.ts';
import { book, type Booked, soldOn } from '../../../../test/support/books.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { Sql, sql } from '../../../db/sql.ts';

const world = await createWorld();
const organization = world.ana.organization?.id ?? '';

/** Runs statements as the service itself would, in one transaction. */
async function asService(...statements: readonly Sql[]): Promise<void> {
  await world.db.transaction({ organization }, async (db) => {
    for (const statement of statements) await db.run(statement);
  });
}

/** The same as the owner of the tables, whom no permission stops. */
async function asTableOwner(...statements: readonly Sql[]): Promise<void> {
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query(`select set_config('daybook.organization', $1, true)`, [organization]);
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query('commit');
  });
}

const insertEntry = (id: string, date = '2026-03-01') => sql`
  insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id, memo,
    created_by)
  values (${organization}, ${id}, ${id}, ${date}, now(), 'system', 'sale', ${id}, '', '{}')`;

const insertLines = (
  id: string,
  lines: readonly (readonly [code: string, amount: number])[],
  date = '2026-03-01',
  from = 1,
) => sql`
  insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
  select ${organization}, ${id}, ${from} - 1 + row_number() over (), id, ${date}, amount
  from unnest(${lines.map(([code]) => code)}::text[], ${lines.map(([, amount]) => amount)}::bigint[])
    as line (code, amount)
  join accounts using (code) where organization_id = ${organization}`;

const balanced = [
  ['1100', 100],
  ['4000', -100],
] as const;

/** Asserts that the database itself refuses, and by which constraint. */
async function refusedBy(constraint: string, ...statements: readonly Sql[]): Promise<void> {
  for (const actor of [asService, asTableOwner]) {
    await assert.rejects(actor(...statements), (error: Error & { constraint?: string }) => {
      assert.equal(error.constraint, constraint, error.message);
      return true;
    });
  }
}

test('what balances is in the books, for the service and for the owner', async () => {
  for (const actor of [asService, asTableOwner]) {
    const id = randomUUID();
    await actor(insertEntry(id), insertLines(id, balanced));
  }
});

test('the database refuses an entry that does not balance', async () => {
  const id = randomUUID();
  await refusedBy(
    'journal_entries_balance',
    insertEntry(id),
    insertLines(id, [
      ['1100', 100],
      ['4000', -99],
    ]),
  );
});

test('the database refuses an entry of one line and one without lines', async () => {
  const id = randomUUID();
  await refusedBy('journal_entries_balance', insertEntry(id), insertLines(id, [['1100', 100]]));
  await refusedBy('journal_entries_balance', insertEntry(id));
});

test('no line is added to an entry that stands, not even lines that balance', async () => {
  const id = randomUUID();
  const added = insertLines(id, balanced, '2026-03-01', 3);
  await refusedBy('journal_entries_sealed', insertEntry(id), insertLines(id, balanced), added);
  await asService(insertEntry(id), insertLines(id, balanced));
  await refusedBy('journal_entries_sealed', added);
});

test('a line has the day of its entry', async () => {
  const id = randomUUID();
  await refusedBy('journal_entries_sealed', insertEntry(id), insertLines(id, balanced, '2026-03-02'));
});

test('an entry and its lines are never changed, deleted or emptied out, not even by the owner', async () => {
  await book(world, [soldOn('2026-03-01', '10.00')]);
  const changes = [
    sql`update journal_entries set memo = 'other'`,
    sql`update journal_lines set amount = amount`,
    sql`delete from journal_lines`,
    sql`delete from journal_entries`,
    sql`truncate journal_lines cascade`,
    sql`truncate journal_entries cascade`,
  ];
  for (const change of changes) {
    await assert.rejects(asService(change), { code: '42501' }, `the service: ${change.text}`);
    await assert.rejects(asTableOwner(change), { constraint: 'append_only' }, `the owner: ${change.text}`);
  }
});

test('the service cannot write the sums of days and months, only lines can', async () => {
  for (const change of [
    sql`update account_days set debit = debit + 1`,
    sql`delete from account_days`,
    sql`insert into account_days select organization_id, account_id, day + 9000, 1, 1 from account_days`,
    sql`update account_months set debit = debit + 1`,
    sql`delete from account_months`,
    sql`insert into account_months select organization_id, account_id, month - interval '900 years', 1, 1
      from account_months`,
  ]) {
    await assert.rejects(asService(change), { code: '42501' }, change.text);
  }
});

test('no guard looks at a temporary table that the service puts before the real one', async () => {
  const [bare, whole] = [randomUUID(), randomUUID()];
  const before = (table: string) => new Sql(`create temp table ${table} (like public.${table}) on commit drop`, []);
  await assert.rejects(
    asService(before('journal_lines'), insertEntry(bare), insertLines(bare, balanced)),
    { constraint: 'journal_entries_balance' },
    'an entry whose lines are in no journal',
  );
  const days = sql`alter table pg_temp.account_days add primary key (organization_id, account_id, day)`;
  const months = sql`alter table pg_temp.account_months add primary key (organization_id, account_id, month)`;
  const sums = [before('account_days'), days, before('account_months'), months];
  await asService(...sums, insertEntry(whole), insertLines(whole, balanced));
  assert.partialDeepStrictEqual(await differences(organization), { days: 0n, months: 0n, balance: 0n });
});

test('nothing is posted to an account of another organisation', async () => {
  const foreign = await world.db.transaction({ organization: world.rival.organization?.id }, (db) =>
    db.one<{ id: string }>(sql`select id from accounts where code = '4000'`),
  );
  const id = randomUUID();
  const line = sql`
    insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
    values (${organization}, ${id}, 1, ${foreign.id}, '2026-03-01', 1),
      (${organization}, ${id}, 2, ${foreign.id}, '2026-03-01', -1)`;
  await refusedBy('journal_lines_account_fkey', insertEntry(id), line);
});

test('an entry is reversed once', async () => {
  const [id = ''] = await book(world, [soldOn('2026-03-01', '10.00')]);
  const back: Booked = {
    ...soldOn('2026-03-02', '10.00'),
    lines: [
      { code: '4000', sum: '10.00' },
      { code: '1100', sum: '-10.00' },
    ],
    header: { kind: 'reversal', reversesId: id },
  };
  await book(world, [back]);
  await assert.rejects(book(world, [back]), { constraint: 'journal_entries_reverses_key' });
});

test('sums of days and months are those of their lines, whatever is posted at once and whatever fails', async () => {
  const founded = await world.found('Busy');
  const codes = ['1000', '1100', '2200', '4000', '5000'] as const;
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  const posting = fc.record({
    month: fc.integer({ min: 1, max: 3 }),
    day: fc.integer({ min: 10, max: 28 }),
    debit: fc.constantFrom(...codes),
    credit: fc.constantFrom(...codes),
    amount,
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(posting, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 25 }),
      async (batches) => {
        const outcomes = await Promise.allSettled(
          batches.map((batch) => {
            const entries = batch.map(({ month, day, debit, credit, amount: minor }) => {
              const sum = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
              return {
                date: `2026-0${month}-${day}`,
                lines: [
                  { code: debit, sum },
                  { code: credit, sum: `-${sum}` },
                ],
              };
            });
            const broken: Booked = { ...soldOn('2026-01-10', '1.00'), header: { reversesId: randomUUID() } };
            return book(world, batch.some(({ fails }) => fails) ? [...entries, broken] : entries, founded);
          }),
        );
        assert.deepEqual(
          outcomes.map(({ status }) => status),
          batches.map((batch) => (batch.some(({ fails }) => fails) ? 'rejected' : 'fulfilled')),
        );
        assert.deepEqual(await differences(founded.organization?.id ?? ''), {
          days: 0n,
          months: 0n,
          balance: 0n,
          gaps: 0n,
        });
      },
    ),
    { numRuns: 12 },
  );
});

/** Days and months whose sums are not those of their lines, what all lines sum to, and numbers left out. */
async function differences(of: string) {
  return world.db.transaction({ organization: of }, (db) =>
    db.one(sql`
      with summed as (
        select account_id, entry_date as day, sum(greatest(amount, 0)) as debit, sum(greatest(-amount, 0)) as credit
        from journal_lines where organization_id = ${of} group by account_id, entry_date
      )
      select (select count(*) from summed full join account_days as days using (account_id, day)
          where summed.debit is distinct from days.debit or summed.credit is distinct from days.credit) as days,
        (select count(*) from (
            select account_id, date_trunc('month', day)::date as month, sum(debit) as debit, sum(credit) as credit
            from summed group by 1, 2) as summed
          full join account_months as months using (account_id, month)
          where summed.debit is distinct from months.debit or summed.credit is distinct from months.credit) as months,
        (select coalesce(sum(amount), 0)::bigint from journal_lines where organization_id = ${of}) as balance,
        (select count(distinct number) - coalesce(max(substring(number from '[0-9]{1,9}$')::int), 0)
          from journal_entries where organization_id = ${of}) as gaps`),
  );
}

test('a fiscal year numbers its entries on its own, also those dated back into it', async () => {
  const founded = await world.found('April');
  const of = founded.organization?.id ?? '';
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query('update organizations set fiscal_year_start_month = 4 where id = $1', [of]);
    await client.query(
      `update numbering_series set pattern = 'J-{YYYY}-{SEQ:3}', resets = 'yearly'
       where organization_id = $1 and record_type = 'journal_entry'`,
      [of],
    );
  });
  const days = ['2026-03-31', '2026-04-01', '2026-03-30', '2027-03-31', '2025-03-31', '2026-02-01'];
  const numbers: string[] = [];
  for (const day of days) {
    await book(world, [soldOn(day, '1.00')], founded);
    const { data } = await world.call('list_journal_entries', { sort: '-posted_at', limit: 1 }, { as: founded });
    numbers.push(data[0].number);
  }
  assert.deepEqual(numbers, ['J-2025-001', 'J-2026-001', 'J-2025-002', 'J-2026-002', 'J-2024-001', 'J-2025-003']);
});

test('a source that is no kind of record is our mistake and posts nothing', async () => {
  const unknown: Booked = { ...soldOn('2026-03-01', '1.00'), header: { source: { type: 'thing', id: randomUUID() } } };
  await assert.rejects(book(world, [unknown]), /no kind of record/);
});
