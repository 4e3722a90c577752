import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { parse } from 'csv-parse/sync';
import { book, soldOn } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { tool } from '../../../../test/support/tools.ts';
import { createWorld } from '../../../../test/support/world.ts';
import { exportLinesMax } from './export-journal.ts';
import { exportPageSize } from './export-pages.ts';

const world = await createWorld();
const { call } = world;

const awkward = 'Ünïcode; (odd) | "quoted" \\ back  two  spaces: and\nlines';
await call('create_account', { code: '4001', name: 'Trade  :  "Odd"; Ünïcode', type: 'revenue' });
const parent = (await call('list_accounts', { code: '1000' })).data[0].id;
await call('create_account', { code: '1001', name: '日本', type: 'cash', parent_id: parent });
await book(world, [
  {
    date: '2026-01-05',
    memo: awkward,
    lines: [
      { code: '1001', sum: '119.00' },
      { code: '4001', sum: '-100.00' },
      { code: '2200', sum: '-19.00' },
    ],
  },
  {
    date: '2026-02-05',
    memo: '=SUM(A1:A9)',
    lines: [
      { code: '1100', sum: '90.00', foreign: { minor: 100_00n, currency: 'USD' } },
      { code: '4000', sum: '-90.00', foreign: { minor: -100_00n, currency: 'USD' } },
    ],
  },
  soldOn('2026-03-05', '0.01', ''),
]);

const exported = async (format: string, input: object = {}) =>
  (await call('export_ledger', { format, ...input })).content;

/** Amounts by account as hledger has them, in minor units. */
function balances(context: TestContext, journal: string): Map<string, number> | undefined {
  const output = tool(context, 'hledger', 'balances by hledger')?.on(
    journal,
    'balance',
    '-B',
    '-f',
    'FILE',
    '-O',
    'csv',
    '-N',
  );
  if (output === undefined) return undefined;
  assert.ok(output.ok, output.errors);
  const rows: string[][] = parse(output.output, { from_line: 2 });
  return new Map(
    rows.map(([account = '', amount = '']) => [account, Math.round(Number(amount.replace(' EUR', '')) * 100)]),
  );
}

test('hledger finds nothing wrong with the exported journal, in its strictest mode', async (context) => {
  for (const journal of [await exported('hledger'), await exported('ledger')]) {
    const verdict = tool(context, 'hledger', 'strict checks by hledger')?.on(
      journal,
      'check',
      '--strict',
      'ordereddates',
      '-f',
      'FILE',
    );
    assert.ok(verdict?.ok ?? true, verdict?.errors);
  }
});

test('books in money without decimals are read as well', async (context) => {
  const tokyo = await world.found('Tokyo', { currency: 'JPY', country: 'JP', timezone: 'Asia/Tokyo' });
  const lines = [
    { code: '1000', sum: '11900' },
    { code: '4000', sum: '-11900' },
  ];
  await book(world, [{ date: '2026-02-01', lines }], tokyo);
  const { content } = await call('export_ledger', { format: 'hledger' }, { as: tokyo });
  assert.match(content, /^commodity 1\. JPY$/m);
  const verdict = tool(context, 'hledger', 'yen')?.on(content, 'check', '--strict', '-f', 'FILE');
  assert.ok(verdict?.ok ?? true, verdict?.errors);
});

test('a journal that does not balance is found by hledger and by Beancount', async (context) => {
  const broken = (text: string) => text.replace('119.00 EUR', '118.00 EUR');
  const strict = tool(context, 'hledger', 'its control')?.on(broken(await exported('hledger')), 'check', '-f', 'FILE');
  assert.notEqual(strict?.ok, true);
  const bean = tool(context, 'bean-check', 'its control')?.on(broken(await exported('beancount')), 'FILE');
  assert.notEqual(bean?.ok, true);
});

test('Beancount finds nothing wrong with the exported journal', async (context) => {
  const verdict = tool(context, 'bean-check', 'checks by Beancount')?.on(await exported('beancount'), 'FILE');
  assert.ok(verdict?.ok ?? true, `${verdict?.output}${verdict?.errors}`);
});

test('hledger’s balances are those of the books, account by account', async (context) => {
  const found = balances(context, await exported('hledger'));
  if (found === undefined) return;
  assert.deepEqual(
    [...found],
    [
      ['Assets:1000 Cash:1001 日本', 11_900],
      ['Assets:1100 Accounts receivable', 9_001],
      ['Income:4000 Sales', -9_001],
      ['Income:4001 Trade - "Odd" Ünïcode', -10_000],
      ['Liabilities:2200 Output tax', -1_900],
    ],
  );
});

test('a part of the journal has the entries of its days, first and last included, and checks', async (context) => {
  const journal = await exported('hledger', { from: '2026-02-05', to: '2026-03-05' });
  assert.equal(journal.match(/^2026-/gm)?.length, 2);
  assert.equal((await exported('hledger', { from: '2026-02-06', to: '2026-03-04' })).match(/^2026-/gm), null);
  const verdict = tool(context, 'bean-check', 'a part')?.on(
    await exported('beancount', { from: '2026-02-05' }),
    'FILE',
  );
  assert.ok(verdict?.ok ?? true, verdict?.errors);
  await assert.rejects(exported('csv', { from: '2026-02-02', to: '2026-02-01' }), refused('validation_failed'));
});

test('CSV has a row for every line, and no text in it is a formula', async () => {
  const file = await call('export_ledger', { format: 'csv' });
  assert.equal(file.content_type, 'text/csv');
  assert.equal(file.filename, 'journal.csv');
  const rows: Record<string, string>[] = parse(file.content, { columns: true });
  assert.equal(rows.length, 7);
  assert.deepEqual(
    rows
      .slice(0, 2)
      .map(({ date, account_code, debit, credit, currency }) => [date, account_code, debit, credit, currency]),
    [
      ['2026-01-05', '1001', '119.00', '', 'EUR'],
      ['2026-01-05', '4001', '', '100.00', 'EUR'],
    ],
  );
  assert.equal(rows[0]?.['memo'], awkward);
  assert.equal(rows[3]?.['memo'], `'=SUM(A1:A9)`);
  assert.equal(rows[4]?.['original_amount'], '-100.00');
});

test('a journal longer than a page is whole, in the order of its days', longTest, async (context) => {
  const founded = await world.found('Long');
  const count = exportPageSize * 2 + 10;
  const entries = Array.from({ length: count }, (_, index) =>
    soldOn(`2026-0${1 + (index % 9)}-15`, '1.00', String(index)),
  );
  for (let from = 0; from < count; from += 500) await book(world, entries.slice(from, from + 500), founded);
  const { content } = await call('export_ledger', { format: 'hledger' }, { as: founded });
  const days: string[] = content.match(/^2026-\d\d-\d\d/gm);
  assert.equal(days.length, count);
  assert.deepEqual(days, days.toSorted());
  assert.equal(balances(context, content)?.get('Income:4000 Sales') ?? -count * 100, -count * 100);
});

test('more lines than fit into memory are refused with what to do', longTest, async () => {
  const founded = await world.found('Vast');
  const organization = founded.organization?.id ?? '';
  await asOwner(world.database.ownerUrl, async (client) => {
    await client.query(`select set_config('daybook.organization', $1, false)`, [organization]);
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into journal_entries (organization_id, id, number, entry_date, posted_at, kind, source_type, source_id,
         memo, created_by, locks_version)
       select $1, gen_random_uuid(), n, '2026-01-01', now(), 'system', 'sale', $1, '', '{}', 1
       from generate_series(0, ${exportLinesMax / 100}) as n`,
      [organization],
    );
    await client.query(
      `insert into journal_lines (organization_id, entry_id, position, account_id, entry_date, amount)
       select e.organization_id, e.id, n, a.id, e.entry_date, 1
       from journal_entries as e cross join generate_series(1, 100) as n
         join accounts as a on a.organization_id = e.organization_id and a.code = '1000'
       where e.organization_id = $1`,
      [organization],
    );
  });
  await assert.rejects(
    call('export_ledger', { format: 'csv' }, { as: founded }),
    refused('limit_exceeded', ({ max }) => assert.equal(max, exportLinesMax)),
  );
});

test('an export has nothing of another organisation', async () => {
  const { content } = await call('export_ledger', { format: 'csv' }, { as: world.rival });
  assert.equal(parse(content, { columns: true }).length, 0);
});
