import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Booked, book, soldOn } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import type { Actor } from '../../../operation/actor.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

function transfer(date: string, sum: string, [to, from]: readonly [to: string, from: string]): Booked {
  return {
    date,
    lines: [
      { code: to, sum },
      { code: from, sum: `-${sum}` },
    ],
  };
}

const codesOf = {
  current_assets: ['1010', '1100'],
  fixed_assets: ['1500'],
  current_liabilities: ['2000'],
  long_term_liabilities: ['2500'],
  results: ['4000', '6100'],
};

const rowsOf = (report: Wire) =>
  report.rows.map((row: Wire) => [row.section, row.code ?? row.key, row.amount, row.compared]);

test('what there is, what is owed and what is the owners’ at the end of a day, against a year before', async () => {
  const as = await world.found('Sheet');
  await book(
    world,
    [
      transfer('2024-05-01', '1000.00', ['1010', '3000']),
      soldOn('2025-06-01', '300.00'),
      transfer('2025-07-01', '100.00', ['6900', '1010']),
      soldOn('2026-02-01', '50.00'),
      transfer('2026-03-21', '7.00', ['6900', '1010']),
    ],
    as,
  );
  const report = await world.call('get_balance_sheet', { compare: 'previous_year' }, { as });
  assert.deepEqual([report.as_at, report.compared_as_at], ['2026-03-20', '2025-03-20']);
  assert.deepEqual(report.fiscal_year, { from: '2026-01-01', to: '2026-03-20' });
  assert.deepEqual(rowsOf(report), [
    ['current_assets', '1010', '900.00', '1000.00'],
    ['current_assets', '1100', '350.00', '0.00'],
    ['equity', '3000', '1000.00', '1000.00'],
    ['equity', 'retained_earnings', '200.00', '0.00'],
    ['equity', 'current_year_earnings', '50.00', '0.00'],
  ]);
  const { assets, liabilities, equity, liabilities_and_equity: both } = report.totals;
  assert.deepEqual(
    [assets.amount, liabilities.amount, equity.amount, both.amount],
    ['1250.00', '0.00', '1250.00', '1250.00'],
  );
  assert.deepEqual([assets.change, assets.change_percent], ['250.00', '25.00']);
});

test('the last day of a month is compared with the last day of another, 29 February with the 28th', async () => {
  for (const [as_at, compare, before] of [
    ['2026-03-31', 'previous_period', '2026-02-28'],
    ['2026-02-28', 'previous_period', '2026-01-31'],
    ['2026-03-30', 'previous_period', '2026-02-28'],
    ['2028-02-29', 'previous_year', '2027-02-28'],
    ['2029-02-28', 'previous_year', '2028-02-29'],
  ]) {
    const { compared_as_at: found } = await world.call('get_balance_sheet', { as_at, compare });
    assert.equal(found, before, `${as_at} ${compare}`);
  }
  await assert.rejects(
    world.call('get_balance_sheet', { as_at: '0001-02-01', compare: 'previous_year' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/compare')),
  );
});

test('a fiscal year from 29 February begins on the 28th in other years, and then retains what it earned', async () => {
  const as = await world.found('Leap');
  await asOwner(world.database.ownerUrl, (client) =>
    client.query('update organizations set fiscal_year_start_month = 2, fiscal_year_start_day = 29 where id = $1', [
      as.organization?.id,
    ]),
  );
  await book(
    world,
    [
      soldOn('2027-02-27', '1.00'),
      soldOn('2027-02-28', '20.00'),
      soldOn('2028-02-28', '300.00'),
      soldOn('2028-02-29', '4000.00'),
    ],
    as,
  );
  const earned = async (as_at: string) => {
    const { totals, fiscal_year: year } = await world.call('get_balance_sheet', { as_at }, { as });
    return [year.from, totals.retained_earnings.amount, totals.current_year_earnings.amount];
  };
  assert.deepEqual(await earned('2027-02-27'), ['2026-02-28', '0.00', '1.00']);
  assert.deepEqual(await earned('2027-02-28'), ['2027-02-28', '1.00', '20.00']);
  assert.deepEqual(await earned('2028-02-28'), ['2027-02-28', '1.00', '320.00']);
  assert.deepEqual(await earned('2028-02-29'), ['2028-02-29', '321.00', '4000.00']);
  assert.deepEqual(await earned('2029-02-27'), ['2028-02-29', '321.00', '4000.00']);
  assert.deepEqual(await earned('2029-02-28'), ['2029-02-28', '4321.00', '0.00']);
});

test('a year that is closed has its earnings on the account of equity, once', async () => {
  const as = await world.found('Closed');
  await book(world, [soldOn('2025-06-01', '300.00'), soldOn('2026-02-01', '50.00')], as);
  const closing = { ...transfer('2025-12-31', '300.00', ['4000', '3200']), header: { kind: 'closing' } } as const;
  await book(world, [closing], as);
  const { rows, totals } = await world.call('get_balance_sheet', {}, { as });
  assert.deepEqual(
    rows
      .filter(({ section }: Wire) => section === 'equity')
      .map(({ key, code, amount }: Wire) => [code ?? key, amount]),
    [
      ['3200', '300.00'],
      ['retained_earnings', '0.00'],
      ['current_year_earnings', '50.00'],
    ],
  );
  assert.equal(totals.equity.amount, '350.00');
});

test('every total is what its accounts close with, for whatever was booked', async () => {
  const { results, ...sectionCodes } = codesOf;
  const codes = ['3000', '3200', ...Object.values(codesOf).flat()];
  let state = 7;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  for (const round of [1, 2, 3]) {
    const as = await world.found(`Any ${round}`);
    const entries = Array.from({ length: 30 }, () => {
      const at = next(9);
      const sides: [string, string] = [codes[at] ?? '', codes[(at + 1 + next(8)) % 9] ?? ''];
      return transfer(`${2024 + next(2)}-0${1 + next(9)}-1${next(10)}`, `${1 + next(900)}.${10 + next(90)}`, sides);
    });
    await book(world, entries, as);
    const { totals } = await world.call('get_balance_sheet', { as_at: '2025-12-31' }, { as });
    const balances = await closingIn(as, '2025-12-31');
    for (const [name, of] of Object.entries(sectionCodes)) {
      const sign = name.endsWith('assets') ? 1n : -1n;
      assert.equal(cents(totals[name].amount), sign * balances(of), name);
    }
    const earnedBefore = -(await closingIn(as, '2024-12-31'))(results);
    assert.equal(cents(totals.retained_earnings.amount), earnedBefore - balances(['3200']));
    assert.equal(cents(totals.current_year_earnings.amount), -balances(results) - earnedBefore);
    assert.equal(cents(totals.equity.amount), -balances(['3000', '3200', ...results]));
    assert.equal(totals.assets.amount, totals.liabilities_and_equity.amount);
  }
});

const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** Closing balance of these account codes in the trial balance, debits positive. */
async function closingIn(as: Actor, to: string) {
  const { rows } = await world.call('get_trial_balance', { from: '2024-01-01', to }, { as });
  return (codes: readonly string[]): bigint =>
    rows
      .filter(({ code }: Wire) => codes.includes(code))
      .reduce((sum: bigint, { closing }: Wire) => sum + cents(closing), 0n);
}

test('books that do not balance are an alarm and no report, never a plug', async () => {
  const as = await world.found('Broken');
  await book(world, [soldOn('2026-02-01', '50.00')], as);
  const broken = { as, dryRun: false };
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(`update account_days set debit = debit + 1 where organization_id = $1 and debit > 0`, [
      as.organization?.id,
    ]),
  );
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(`update account_months set debit = debit + 1 where organization_id = $1 and debit > 0`, [
      as.organization?.id,
    ]),
  );
  await assert.rejects(world.call('get_balance_sheet', {}, broken), /assets differ from liabilities and equity by 1/);
});
