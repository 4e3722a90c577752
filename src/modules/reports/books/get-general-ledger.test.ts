import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, soldOn } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { randomYear } from '../../../../test/support/random-year.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const year = await randomYear(world, 11, 60);
const range = { from: '2025-03-10', to: '2025-10-20' };
const cents = (amount: string) => BigInt(amount.replace('.', ''));

async function pages(name: string, input: object, as = year.who): Promise<Wire[]> {
  const rows: Wire[] = [];
  for (let cursor: string | undefined; ;) {
    const page: Wire = await world.call(name, { ...input, ...(cursor ? { cursor } : {}) }, { as });
    rows.push(...page.rows);
    assert.equal(page.has_more, page.next_cursor !== null);
    if (page.next_cursor === null) return rows;
    cursor = page.next_cursor;
  }
}

test('the lines of every account follow one another from its opening to its closing balance', async () => {
  const { accounts, totals } = await world.call('get_general_ledger', range, { as: year.who });
  const whole = await pages('get_general_ledger', { ...range, limit: 1_000 });
  assert.ok(accounts.length > 4 && whole.length > 100);
  for (const account of accounts) {
    let balance = cents(account.opening);
    for (const row of whole.filter(({ account_id: id }) => id === account.account_id)) {
      balance += cents(row.debit) - cents(row.credit);
      assert.equal(cents(row.balance), balance, `${row.code} ${row.date}`);
    }
    assert.equal(balance, cents(account.closing), account.code);
  }
  assert.deepEqual([totals.opening, totals.closing], ['0.00', '0.00']);
  const order = whole.map(({ code, date, number }) => `${code} ${date} ${number.slice(-6)}`);
  assert.deepEqual(
    order.map((key) => key.slice(0, 15)),
    order.map((key) => key.slice(0, 15)).toSorted(),
  );
});

test('page by page it is the same, whatever a page has, and so is one account', async () => {
  const whole = await pages('get_general_ledger', { ...range, limit: 1_000 });
  for (const limit of [1, 7, 100]) assert.deepEqual(await pages('get_general_ledger', { ...range, limit }), whole);
  const [{ account_id: id }] = whole as [Wire];
  assert.deepEqual(
    await pages('get_general_ledger', { ...range, account_id: id, limit: 3 }),
    whole.filter((row) => row.account_id === id),
  );
});

test('what is posted into a page that was read moves the balances of those after it', async () => {
  const as = await world.found('Moving');
  await book(world, [soldOn('2026-03-02', '10.00'), soldOn('2026-03-03', '20.00')], as);
  const asked = { from: '2026-03-01', to: '2026-03-31', limit: 1 };
  const first = await world.call('get_general_ledger', asked, { as });
  await book(world, [soldOn('2026-03-01', '5.00')], as);
  const second = await world.call('get_general_ledger', { ...asked, cursor: first.next_cursor }, { as });
  assert.deepEqual([second.rows[0].date, second.rows[0].balance], ['2026-03-03', '35.00']);
});

test('the journal has every entry of the range once, with lines that balance and where it comes from', async () => {
  const whole = await pages('get_journal', { ...range, limit: 1_000 });
  assert.deepEqual(await pages('get_journal', { ...range, limit: 9 }), whole);
  const { totals } = await world.call('get_journal', range, { as: year.who });
  assert.equal(totals.entries, whole.length);
  let debits = 0n;
  for (const { lines, amount, source } of whole) {
    const sum = (side: string) => lines.reduce((total: bigint, line: Wire) => total + cents(line[side]), 0n);
    assert.deepEqual([sum('debit'), sum('credit')], [cents(amount), cents(amount)]);
    assert.match(source.id, /^[a-z]+_/);
    debits += cents(amount);
  }
  assert.equal(debits, cents(totals.amount));
  const dates = whole.map(({ date }) => String(date));
  assert.deepEqual(dates, dates.toSorted());
  const reversals = await pages('get_journal', { ...range, kind: 'reversal' });
  assert.deepEqual(
    reversals,
    whole.filter(({ kind }) => kind === 'reversal'),
  );
  assert.ok(reversals.length > 0);
});

test('an account that is not there and a cursor of another question are refused', async () => {
  const [row] = await pages('get_general_ledger', range);
  const strange = row?.account_id;
  await assert.rejects(
    world.call('get_general_ledger', { ...range, account_id: strange }, { as: world.rival }),
    refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/account_id')),
  );
  for (const name of ['get_general_ledger', 'get_journal']) {
    const { next_cursor: cursor } = await world.call(name, { ...range, limit: 1 }, { as: year.who });
    await assert.rejects(
      world.call(name, { ...range, to: '2025-10-21', cursor }, { as: year.who }),
      refused('invalid_cursor'),
    );
  }
});

test('a file that would have more than fits is refused with how much does', longTest, async () => {
  const as = await world.found('Long');
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query(`select set_config('daybook.organization', $1, false)`, [as.organization?.id]);
    await client.query('begin');
    await client.query(`
      insert into journal_entries (organization_id, id, number, entry_date, kind, memo, source_type, source_id,
        posted_at, created_by)
      select current_organization(), gen_random_uuid(), 'N' || n, '2026-03-01', 'system', '', 'sale', gen_random_uuid(),
        now(), '{}'
      from generate_series(1, 25001) as n`);
    await client.query(`
      insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
      select e.organization_id, e.id, side.position, a.id, e.entry_date, side.sign * 100
      from journal_entries as e
      cross join (values (1, 1, '1100'), (2, -1, '4000')) as side (position, sign, code)
      join accounts as a on a.organization_id = e.organization_id and a.code = side.code
      where e.organization_id = current_organization()`);
    await client.query('commit');
    await client.query('analyze journal_entries, journal_lines');
  });
  const asked = { from: '2026-03-01', to: '2026-03-31', format: 'csv' };
  for (const [name, max] of [
    ['get_general_ledger', 50_000],
    ['get_journal', 20_000],
  ] as const) {
    await assert.rejects(
      world.call(name, asked, { as }),
      refused('limit_exceeded', (details) => assert.equal(details['max'], max)),
    );
  }
});
