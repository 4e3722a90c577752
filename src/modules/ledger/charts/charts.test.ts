import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { asOwner } from '../../../../test/support/database.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { randomYear } from '../../../../test/support/random-year.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { chartsOfAccounts } from '../../../core/charts-of-accounts.ts';
import type { Actor } from '../../../operation/actor.ts';
import { ledgerRoles } from '../accounts/chart.ts';
import { accountsMax } from '../accounts/create-account.ts';
import { classOf } from '../chart-position.ts';
import { accountsOf, codeIn } from './charts.ts';

const world = await createWorld();
const { call } = world;

const accountsBy = async (as: Actor, field: 'code' | 'system_role' | 'id'): Promise<Map<string, Wire>> => {
  const all: Wire[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor === '' ? {} : { cursor };
    const page: Wire = await call('list_accounts', { limit: 100, include_archived: true, ...more }, { as });
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return new Map(all.map((one) => [one[field], one]));
};

for (const chart of chartsOfAccounts) {
  test(`${chart}: every code, purpose and role is there once, and what the generic chart has, too`, () => {
    const accounts = accountsOf(chart);
    for (const field of ['code', 'meaning'] as const) {
      assert.equal(new Set(accounts.map((one) => one[field])).size, accounts.length, field);
    }
    assert.ok(accounts.every(({ code, name }) => /^[0-9]{1,10}$/.test(code) && name.trim() === name && name !== ''));
    const roles = accounts.flatMap(({ role }) => role ?? []);
    assert.deepEqual(roles.toSorted(), [...ledgerRoles].toSorted());
    const generic = new Map(accountsOf('generic').map((one) => [one.code, one]));
    for (const [code, { type, role }] of generic) {
      const there = accounts.find((one) => one.code === codeIn(chart, code));
      assert.equal(there && classOf(there.type), classOf(type), code);
      assert.equal(there?.role, role, code);
    }
  });

  test(`${chart}: an organisation is founded with it, names in English beside its own`, async () => {
    const as = await world.found(`On ${chart}`, { chart });
    const present = await accountsBy(as, 'code');
    assert.deepEqual(
      [...present.keys()],
      accountsOf(chart)
        .map(({ code }) => code)
        .toSorted(),
    );
    assert.equal((await call('get_organization', {}, { as })).chart_of_accounts, chart);
    const receivable = [...present.values()].find((one) => one.system_role === 'receivable');
    if (chart === 'skr03') {
      assert.deepEqual(
        [receivable?.code, receivable?.name, receivable?.english_name],
        ['1400', 'Forderungen aus Lieferungen und Leistungen', 'Trade receivables'],
      );
    }
    const categories = (await call('list_expense_categories', {}, { as })).data;
    const advertising = categories.find((one: Wire) => one.name === 'Advertising');
    assert.equal((await accountsBy(as, 'id')).get(advertising.account_id)?.code, codeIn(chart, '6000'));
  });
}

test('the same year is the same books on every chart, account by account', longTest, async () => {
  const trials = [];
  for (const chart of ['generic', 'skr03', 'fr_pcg', 'nl', 'us'] as const) {
    const { who: as } = await randomYear(world, 11, 45, { chart });
    const range = { from: '2025-01-01', to: '2025-12-31' };
    const trial = await call('get_trial_balance', range, { as });
    const profit = await call('get_profit_and_loss', range, { as });
    const purpose = new Map(accountsOf(chart).map((one) => [one.code, one.role ?? one.meaning]));
    const rows = trial.rows.map(({ code, debit, credit, closing }: Wire) => [
      purpose.get(code),
      debit,
      credit,
      closing,
    ]);
    trials.push([rows.toSorted(), profit.totals.net_profit]);
    assert.ok(rows.length > 8);
  }
  for (const trial of trials) assert.deepEqual(trial, trials[0]);
});

test('on SKR03, sales and purchases at each rate are where a tax adviser looks for them', async () => {
  const as = await world.found('Adviser', { chart: 'skr03' });
  const shop = shopOf(world, as);
  const rates = new Map((await call('list_tax_rates', {}, { as })).data.map((one: Wire) => [one.code, one.id]));
  const sell = (code: string) =>
    shop.moves(async () => {
      const line = { name: 'Goods', quantity: '1', unit_price: '100.00', tax_rate_ids: [rates.get(code)] };
      const { id } = await shop.client();
      await call('create_sale', { client_id: id, lines: [line], confirm: true }, { as });
    });
  assert.deepEqual(await sell('standard'), { '1400': 11_900n, '1776': -1_900n, '8400': -10_000n });
  assert.deepEqual(await sell('reduced'), { '1400': 10_700n, '1771': -700n, '8400': -10_000n });
  const bought = await shop.moves(async () => {
    const line = { amount: '107.00', tax_rate_ids: [rates.get('reduced')], category: 'Advertising' };
    const bill = { payee_name: 'Verlag', lines: [line], amounts_include_tax: true, post: true };
    await shop.keyed('create_expense', bill);
  });
  assert.deepEqual(bought, { '1571': 700n, '1600': -10_700n, '4600': 10_000n });
  const { tax_due: due } = await call('get_business_overview', {}, { as });
  assert.equal(due.amount ?? due, '19.00');
});

test('before the first entry a chart replaces another whole, and names of your own stay', async () => {
  const as = await world.found('Moves');
  const bank = (await accountsBy(as, 'system_role')).get('bank');
  await call('update_account', { id: bank?.id, name: 'Sparkasse Musterstadt' }, { as });
  await call('create_account', { code: '1576', name: 'Van', type: 'fixed_asset' }, { as });
  const before = await accountsBy(as, 'id');
  const preview = await call('change_chart_of_accounts', { chart: 'skr03' }, { as, dryRun: true });
  assert.deepEqual(await accountsBy(as, 'id'), before, 'a preview changes nothing');
  const answer = await call('change_chart_of_accounts', { chart: 'skr03' }, { as });
  assert.equal(answer.changed.length, preview.changed.length);
  const after = await accountsBy(as, 'id');
  const own = new Set(['Van', 'Sparkasse Musterstadt']);
  const chart = new Map(accountsOf('skr03').map((one) => [one.code, one]));
  for (const [id, account] of before) {
    const now = after.get(id);
    assert.equal(now?.class, account.class, 'ids stay');
    if (!own.has(now?.name)) assert.equal(now?.name, chart.get(now?.code)?.name, account.name);
  }
  assert.deepEqual([after.get(bank?.id)?.name, after.get(bank?.id)?.code], ['Sparkasse Musterstadt', '1200']);
  assert.deepEqual(
    [...after.values()].filter(({ name }) => name === 'Van').map(({ code }) => code),
    ['15760'],
  );
  assert.equal(after.size, accountsOf('skr03').length + 1);
  assert.equal((await call('get_organization', {}, { as })).chart_of_accounts, 'skr03');
  const again = await call('change_chart_of_accounts', { chart: 'skr03' }, { as });
  assert.deepEqual([again.changed, again.created], [[], []], 'the same again changes nothing');
  await call('change_chart_of_accounts', { chart: 'skr04' }, { as });
  assert.equal((await accountsBy(as, 'system_role')).get('receivable')?.code, '1200');
  await call('change_chart_of_accounts', { chart: 'generic' }, { as });
  assert.equal((await accountsBy(as, 'system_role')).get('receivable')?.name, 'Accounts receivable');
});

test('after the first entry, accounts that the new chart does not know need a code each', async () => {
  const as = await world.found('Late');
  const shop = shopOf(world, as);
  const van = await call('create_account', { code: '1576', name: 'Van', type: 'fixed_asset' }, { as });
  await shop.sold('119.00');
  const lines = [
    { account_id: van.id, debit: '900.00' },
    { account_code: '1010', credit: '900.00' },
  ];
  await call('create_journal_entry', { memo: 'Van', lines, post: true }, { as });
  const before = await call('get_trial_balance', {}, { as });
  const change = (codes?: object) => call('change_chart_of_accounts', { chart: 'skr03', codes }, { as });
  await assert.rejects(
    change(),
    refused('accounts_not_mapped', ({ accounts }) => assert.deepEqual(accounts, [{ code: '1576', name: 'Van' }])),
  );
  const at = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));
  await assert.rejects(change([{ from: '1577', to: '0320' }]), at('unknown_account'));
  await assert.rejects(change([{ from: '1010', to: '0320' }]), at('system_account'));
  await assert.rejects(
    change([
      { from: '1576', to: '0320' },
      { from: '1576', to: '0210' },
    ]),
    at('repeated'),
  );
  await assert.rejects(change([{ from: '1576', to: '1400' }]), refused('account_code_taken'));
  await change([{ from: '1576', to: '0320' }]);
  assert.deepEqual(
    (await call('change_chart_of_accounts', { chart: 'skr03' }, { as })).changed,
    [],
    'and again nothing',
  );
  const now = (await accountsBy(as, 'code')).get('0320');
  assert.deepEqual([now?.id, now?.name], [van.id, 'Van']);
  const sums = ({ rows, totals }: Wire) => [rows.map(({ closing }: Wire) => closing).toSorted(), totals];
  assert.deepEqual(sums(await call('get_trial_balance', {}, { as })), sums(before));
});

test('reports have the names of the chart; files in English have the English ones', async () => {
  const as = await world.found('Reader', { chart: 'skr03' });
  await shopOf(world, as).sold('119.00');
  const names = async (language: string) => {
    const { content } = await call('get_balance_sheet', { format: 'csv', language }, { as });
    return parse<{ account: string }>(content, { columns: true }).map(({ account }) => account);
  };
  assert.ok((await names('de')).includes('Forderungen aus Lieferungen und Leistungen'));
  assert.ok((await names('en-IE')).includes('Trade receivables'));
  const { rows } = await call('get_balance_sheet', {}, { as });
  assert.ok(rows.some(({ name }: Wire) => name === 'Forderungen aus Lieferungen und Leistungen'));
});

test('a chart that would make too many accounts is refused', async () => {
  const as = await world.found('Full');
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(
      `insert into accounts
         (organization_id, id, code, name, type, created_at, updated_at, created_by, updated_by)
       select $1, gen_random_uuid(), 1000000 + n, 'n', 'expense', now(), now(), '{}', '{}'
       from generate_series(1, ${accountsMax - 60}) as n`,
      [as.organization?.id],
    ),
  );
  await assert.rejects(call('change_chart_of_accounts', { chart: 'skr03' }, { as }), refused('limit_exceeded'));
});
