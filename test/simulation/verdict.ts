import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { brokenLaws } from '../faults/sound-books.ts';
import { createExpenseFixture } from '../support/expense-fixture.ts';
import { shopOf } from '../support/sales-shop.ts';
import { slowlyOnCash } from '../support/slowly-on-cash.ts';
import type { Wire } from '../support/world.ts';
import { isOffered } from './business.ts';
import { byBeancount, byHledger, type Movements } from './oracle.ts';
import type { Simulated } from './year.ts';

/** Nothing in the books of a simulated year contradicts anything else in them, nor what others make of them. */
export async function judge(context: TestContext, year: Simulated): Promise<void> {
  const { world, who } = year;
  assert.deepEqual(await brokenLaws(world.database.ownerUrl), []);
  await shopOf(world, who).booksAgree();
  await createExpenseFixture(world, who).booksAgree();
  await checksFindNothing(year);
  const replayed = await replay(year);
  await trialBalancesAgree(year, replayed);
  await profitsAgree(year, replayed);
  await cashAgrees(year, replayed);
  const onCash = await slowlyOnCash(world, who);
  assert.deepEqual(onCash.kept, onCash.slow);
  await agesAgree(year, replayed);
  const exported = async (format: string) => (await call(year, 'export_ledger', { format })).content;
  const oracles = [byHledger(context, await exported('hledger')), byBeancount(context, await exported('beancount'))];
  for (const movements of oracles) if (movements !== undefined) same(movements, sumsIn(replayed));
}

type Replayed = {
  /** The class and type of each account, by its code. */
  readonly accounts: ReadonlyMap<string, { readonly class: string; readonly type: string }>;
  /** Debits and credits by account and month, in minor units, added up one line after the other. */
  readonly months: ReadonlyMap<
    string,
    { readonly code: string; readonly month: string; debit: bigint; credit: bigint }
  >;
  readonly decimals: number;
};

async function replay({ world, who }: Simulated): Promise<Replayed> {
  const organization = who.organization?.id ?? '';
  const { lines, accounts } = await world.db.transaction({ organization, readOnly: true }, async (db) => ({
    lines: await db.many<{ code: string; day: string; amount: bigint }>(sql`
      select account.code, line.entry_date as day, line.amount from journal_lines as line
      join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
      order by line.entry_date, line.entry_id, line.position`),
    accounts: await db.many<{ code: string; class: string; type: string }>(sql`select code, class, type from accounts`),
  }));
  const months: Replayed['months'] = lines.reduce((sums, { code, day, amount }) => {
    const key = `${code} ${day.slice(0, 7)}`;
    const sum = sums.get(key) ?? { code, month: day.slice(0, 7), debit: 0n, credit: 0n };
    if (amount > 0n) sum.debit += amount;
    else sum.credit -= amount;
    return sums.set(key, sum);
  }, new Map<string, { code: string; month: string; debit: bigint; credit: bigint }>());
  const currency = who.organization?.baseCurrency ?? '';
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return { accounts: new Map(accounts.map((one) => [one.code, one])), months, decimals: digits ?? 2 };
}

function call({ world, who }: Simulated, name: string, input: object = {}): Promise<Wire> {
  return world.call(name, input, { as: who });
}

/** Findings of the service's own checks, where it offers them. */
async function checksFindNothing(year: Simulated): Promise<void> {
  if (!isOffered('check_books')) return;
  const { checks } = await call(year, 'check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
}

function sumsIn({ months, decimals }: Replayed): Movements {
  const sums = new Map<string, Map<string, number>>();
  for (const { code, month, debit, credit } of months.values()) {
    if (debit === credit) continue;
    const ofCode = sums.get(code) ?? new Map<string, number>();
    sums.set(code, ofCode.set(month, Number(debit - credit) / 10 ** decimals));
  }
  return sums;
}

function same(found: Movements, expected: Movements): void {
  const flat = (movements: Movements) =>
    [...movements].flatMap(([code, months]) => [...months].map(([month, sum]) => `${code} ${month} ${sum}`)).toSorted();
  assert.deepEqual(flat(found), flat(expected));
}

const monthsOf = ({ months }: Replayed) => [...new Set([...months.values()].map(({ month }) => month))].toSorted();

function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

const minor = (amount: string, decimals: number) => BigInt(Math.round(Number(amount) * 10 ** decimals));

/** Of every month: what stood before it, what moved in it, and what stands after it. */
async function trialBalancesAgree(year: Simulated, replayed: Replayed): Promise<void> {
  const { months, decimals } = replayed;
  for (const month of monthsOf(replayed)) {
    const report = await call(year, 'get_trial_balance', { from: `${month}-01`, to: lastOf(month) });
    for (const row of report.rows as Wire[]) {
      const of = [...months.values()].filter(({ code }) => code === row.code);
      const before = of.filter((one) => one.month < month).reduce((sum, one) => sum + one.debit - one.credit, 0n);
      const within = months.get(`${row.code} ${month}`) ?? { debit: 0n, credit: 0n };
      const expected = [before, within.debit, within.credit, before + within.debit - within.credit];
      const found = [row.opening, row.debit, row.credit, row.closing].map((one) => minor(one, decimals));
      assert.deepEqual(found, expected, `${row.code} in ${month}`);
    }
    const shown = new Set((report.rows as Wire[]).map(({ code }) => code));
    const missing = [...months.values()].filter((one) => one.month === month && !shown.has(one.code));
    assert.deepEqual(missing, []);
  }
}

/** Revenue less everything spent, by month. */
async function profitsAgree(year: Simulated, replayed: Replayed): Promise<void> {
  const { accounts, decimals } = replayed;
  for (const month of monthsOf(replayed)) {
    const report = await call(year, 'get_profit_and_loss', { from: `${month}-01`, to: lastOf(month) });
    const expected = [...replayed.months.values()]
      .filter((one) => one.month === month && ['revenue', 'expense'].includes(accounts.get(one.code)?.class ?? ''))
      .reduce((sum, { debit, credit }) => sum + credit - debit, 0n);
    assert.equal(minor(report.totals.net_profit.amount, decimals), expected, `profit of ${month}`);
  }
}

/** Receivables and payables at the end of every month equal the ledger's. */
async function agesAgree(year: Simulated, replayed: Replayed): Promise<void> {
  for (const month of monthsOf(replayed)) {
    for (const name of ['get_receivables_aging', 'get_payables_aging']) {
      const { reconciliation } = await call(year, name, { as_at: lastOf(month) });
      assert.equal(Number(reconciliation.difference), 0, `${name} of ${month}`);
    }
  }
}

/** Cash at the end is what ever came in less what ever went out. */
async function cashAgrees(year: Simulated, { accounts, months, decimals }: Replayed): Promise<void> {
  const { totals } = await call(year, 'get_cash_flow', { from: year.firstDay, to: year.lastDay });
  const cash = [...months.values()]
    .filter(({ code }) => ['cash', 'bank'].includes(accounts.get(code)?.type ?? ''))
    .reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
  assert.equal(minor(totals.closing_cash, decimals), cash, 'closing cash');
}
