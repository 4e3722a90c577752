import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { book } from '../../../../test/support/books.ts';
import { randomYear } from '../../../../test/support/random-year.ts';
import { refused } from '../../../../test/support/refused.ts';
import { tool } from '../../../../test/support/tools.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { addDays } from '../../../core/calendar.ts';

const world = await createWorld();
const year = await randomYear(world, 23, 80);
const range = { from: '2025-03-10', to: '2025-10-20' };
const ask = (name: string, input: object): Promise<Wire> => world.call(name, input, { as: year.who });

async function unpacked(asked: object): Promise<{ manifest: Wire; text: (name: string) => string }> {
  const file = await ask('export_ledger', { format: 'package', ...asked });
  assert.deepEqual([file.content_type, file.encoding], ['application/zip', 'base64']);
  const files = unzipSync(Buffer.from(file.content, 'base64'));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { manifest: JSON.parse(text('manifest.json')), text };
}

const whole = await unpacked(range);
const rowsOf = (name: string): Wire[] => JSON.parse(whole.text(`${name}.json`));

test('the package has every table as CSV and as JSON, and a manifest that each file is as it says', async () => {
  const { manifest, text } = whole;
  assert.deepEqual([manifest.from, manifest.to, manifest.currency], [range.from, range.to, 'EUR']);
  const names = ['chart-of-accounts', 'journal', 'general-ledger', 'trial-balance', 'open-receivables'];
  names.push('open-payables', 'tax-summary', 'profit-and-loss', 'balance-sheet');
  assert.deepEqual(
    manifest.files.map(({ name }: Wire) => name),
    names.flatMap((name) => [`${name}.csv`, `${name}.json`]),
  );
  for (const { name, rows, bytes, sha256 } of manifest.files) {
    const content = text(name);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, name);
    assert.equal(Buffer.byteLength(content), bytes, name);
    const found = name.endsWith('.csv') ? parse(content, { columns: true }) : JSON.parse(content);
    assert.equal(found.length, rows, name);
  }
});

test('what is in the package is what the reports say', async () => {
  const trial = await ask('get_trial_balance', range);
  assert.deepEqual(
    rowsOf('trial-balance').map(({ code, closing }) => [code, closing]),
    [...trial.rows.map(({ code, closing }: Wire) => [code, closing]), [null, trial.totals.closing]],
  );
  const ledger = await ask('get_general_ledger', { ...range, format: 'csv' });
  const lines: Wire[] = parse(ledger.content, { columns: true });
  assert.deepEqual(
    rowsOf('general-ledger').map(({ code, balance }) => [code, balance]),
    lines.filter(({ memo }) => memo !== 'total').map(({ code, balance }) => [code, balance]),
  );
  const ageing = await ask('get_receivables_aging', { as_at: range.to });
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const open = rowsOf('open-receivables').reduce((sum, one) => sum + cents(one.open), 0);
  assert.equal(open, cents(ageing.totals.total));
  assert.ok(rowsOf('journal').length > 100);
  assert.equal(rowsOf('chart-of-accounts').length, (await ask('list_accounts', { limit: 100 })).data.length);
});

test('without days the package is of the fiscal year so far, and days in the wrong order are refused', async () => {
  const { manifest } = await unpacked({ to: '2025-05-05' });
  assert.deepEqual([manifest.from, manifest.to], ['2025-01-01', '2025-05-05']);
  await assert.rejects(
    ask('export_ledger', { format: 'package', from: '2025-06-01', to: '2025-05-05' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/to')),
  );
});

test('nothing of another organisation is in the package', async () => {
  const { content } = await world.call('export_ledger', { format: 'package', ...range }, { as: world.rival });
  const files = unzipSync(Buffer.from(content, 'base64'));
  for (const name of ['journal.json', 'open-receivables.json', 'general-ledger.json']) {
    assert.deepEqual(JSON.parse(strFromU8(files[name] ?? new Uint8Array())), [], name);
  }
});

/** A report of hledger over the journal, as amounts by account and total. */
async function byHledger(context: TestContext, report: string, days: readonly string[]) {
  const { content } = await ask('export_ledger', { format: 'hledger' });
  const asked = ['-f', 'FILE', '-B', '--flat', '-E', '-O', 'csv', ...days];
  const output = tool(context, 'hledger', `${report} by hledger`)?.on(content, report, ...asked);
  if (output === undefined) return undefined;
  assert.ok(output.ok, output.errors);
  const rows: string[][] = parse(output.output, { relax_column_count: true });
  return new Map(rows.map(([account = '', amount = '']) => [account, amount.replace(' EUR', '')]));
}

const codeOf = (account: string) => account.split(':').at(-1)?.split(' ')[0];

test('hledger’s balance sheet has on every account what ours has', async (context) => {
  const { rows, totals } = await ask('get_balance_sheet', { as_at: range.to });
  const found = await byHledger(context, 'balancesheet', ['-e', addDays(range.to, 1)]);
  if (found === undefined) return;
  const theirs = new Map([...found].map(([account, amount]) => [codeOf(account), amount]));
  for (const { section, code, amount } of rows) {
    if (section !== 'equity') assert.equal(Number(theirs.get(code)), Number(amount), code);
  }
  assert.equal(Number(found.get('Net:')), Number(totals.equity.amount));
});

test('hledger’s income statement comes to the profit that ours does', async (context) => {
  const { totals } = await ask('get_profit_and_loss', { ...range, basis: 'accrual' });
  const found = await byHledger(context, 'incomestatement', ['-b', range.from, '-e', addDays(range.to, 1)]);
  if (found === undefined) return;
  assert.equal(Number(found.get('Net:')), Number(totals.net_profit.amount));
});

test('an amount in another currency is a posting in it, and what it was worth that day is told', async (context) => {
  const as = await world.found('Abroad');
  const foreign = (minor: bigint) => ({ minor, currency: 'USD' });
  await book(
    world,
    [
      {
        date: '2026-02-05',
        lines: [
          { code: '1100', sum: '90.00', foreign: foreign(100_00n) },
          { code: '4000', sum: '-89.10', foreign: foreign(-99_00n) },
          { code: '4000', sum: '-0.90', foreign: foreign(-1_00n) },
        ],
      },
      {
        date: '2026-03-05',
        lines: [
          { code: '1010', sum: '95.00', foreign: foreign(100_00n) },
          { code: '1100', sum: '-90.00', foreign: foreign(-100_00n) },
          { code: '4000', sum: '-5.00' },
        ],
      },
    ],
    as,
  );
  const contentIn = async (format: string) => (await world.call('export_ledger', { format }, { as })).content;
  const hledger = await contentIn('hledger');
  assert.match(hledger, /1100 Accounts receivable {2}100\.00 USD @@ 90\.00 EUR\n/);
  assert.match(hledger, /^P 2026-02-05 USD 0\.90000000 EUR$/m);
  assert.match(await contentIn('ledger'), /^P 2026-03-05 USD 0\.95000000 EUR$/m);
  const beancount = await contentIn('beancount');
  assert.match(beancount, /^2026-03-05 price USD {2}0\.95000000 EUR$/m);
  assert.doesNotMatch(await contentIn('csv'), /price/);
  const bean = tool(context, 'bean-check', 'prices by Beancount')?.on(beancount, 'FILE');
  assert.ok(bean?.ok ?? true, `${bean?.output}${bean?.errors}`);
  const ledger = tool(context, 'ledger', 'prices by Ledger')?.on(await contentIn('ledger'), '-f', 'FILE', 'balance');
  assert.ok(ledger?.ok ?? true, ledger?.errors);
  const checked = tool(context, 'hledger', 'prices by hledger')?.on(hledger, 'check', '--strict', '-f', 'FILE');
  assert.ok(checked?.ok ?? true, checked?.errors);
  const worth = ['balance', '-f', 'FILE', '-X', 'EUR', '-e', '2026-03-06', '-O', 'csv', '-N', 'Assets'];
  const valued = tool(context, 'hledger', 'value by hledger')?.on(hledger, ...worth);
  if (valued !== undefined) assert.match(valued.output, /1010[^,]*","95\.00/, valued.errors);
});
