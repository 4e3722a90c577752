/** The chart of the old books comes along, and meets the one that is here without a second account for anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const kind = 'accounts';
const counts = ({ total, created, skipped, failed }: Wire) => [total, created, skipped, failed];
const told = async (who: SignedIn, found: Wire) =>
  (await errorsOf(who, found)).map((row) => [row['import_line'], row['import_field'], row['import_code']]);
const account = async (who: SignedIn, code: string): Promise<Wire> =>
  (await api(who, 'GET', `/accounts?code=${code}`)).data[0];

test('accounts of a Xero chart come in with their types, and what is owed keeps its one account', async () => {
  const ana = await service.register('Ana');
  const { id: receivable } = await account(ana, '1100');
  const content = table(
    '*Code,*Name,*Type,*Tax Code,Description',
    '090,Business Bank Account,Bank,No VAT,',
    '200,Consulting,Revenue,20%,Fees',
    '610,Accounts Receivable,Accounts Receivable,No VAT,Unpaid invoices',
    '615,More Receivables,Accounts Receivable,No VAT,',
    '960,Retained Earnings,Retained Earnings,No VAT,',
    '429,General Expenses,Overhead,20%,',
    '430,Odd,Something,20%,',
    '431,None,,20%,',
    'ABC,Letters,Expense,20%,',
    '200,Twice,Revenue,20%,',
  );
  const trial = await bringIn(ana, { kind, content, is_trial: true });
  assert.equal(trial.failed, 4, 'a trial keeps no account, and so none is there twice');
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [10, 5, 0, 5]);
  assert.deepEqual(await told(ana, found), [
    ['5', 'type', 'only_one'],
    ['8', 'type', 'unknown_type'],
    ['9', 'type', 'required'],
    ['10', 'code', 'invalid_format'],
    ['11', '', 'account_code_taken'],
  ]);
  const owed = await account(ana, '610');
  assert.deepEqual([owed['id'], owed['name'], owed['system_role']], [receivable, 'Accounts Receivable', 'receivable']);
  const chart = (await api(ana, 'GET', '/accounts?limit=100')).data as Wire[];
  assert.deepEqual(
    chart.filter(({ type }) => type === 'accounts_receivable').map(({ code }) => code),
    ['610'],
  );
  assert.deepEqual(
    [(await account(ana, '429'))['type'], (await account(ana, '200'))['description']],
    ['expense', 'Fees'],
  );
  const again = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(again), [10, 1, 5, 4], 'the second name of 200 is taken');
});

test('an account whose code is there is renamed and keeps its type and its entries', async () => {
  const ana = await service.register('Ana');
  const content = table(
    'Konto;Kontobezeichnung;Kontoart;name_en',
    '1010;Hausbank Köln;Bank;Bank in Cologne',
    '4000;Sales;;',
    '6100;Miete;Erlöse;',
  );
  const found = await bringIn(ana, { kind, content });
  assert.deepEqual(counts(found), [3, 1, 1, 1]);
  assert.deepEqual(await told(ana, found), [['4', 'type', 'other_class']]);
  assert.match((await errorsOf(ana, found))[0]?.['import_error'] ?? '', /6100 is Rent and utilities \(expense\) here/);
  const bank = await account(ana, '1010');
  assert.deepEqual([bank['name'], bank['english_name'], bank['type']], ['Hausbank Köln', 'Bank in Cologne', 'bank']);
  assert.deepEqual(counts(await bringIn(ana, { kind, content })), [3, 0, 2, 1]);
});

test('markup in a name stays text, and a type may be the same for all', async () => {
  const ana = await service.register('Ana');
  const content = table('code,name', '6901,<img src=x onerror=alert(1)>', "6902,'=SUM(A1)");
  const found = await bringIn(ana, { kind, content, defaults: { type: 'expense' } });
  assert.deepEqual(counts(found), [2, 2, 0, 0]);
  assert.equal((await account(ana, '6901'))['name'], '<img src=x onerror=alert(1)>');
  assert.equal((await account(ana, '6902'))['name'], '=SUM(A1)');
});

test('who may not manage the chart is refused at once', async () => {
  const ana = await service.register('Ana');
  const clerk = await service.colleague(ana, 'manager');
  await service.owner.query(`update roles set permissions = array_remove(permissions, 'ledger:manage')
    where name = 'manager'`);
  const input = { kind, content: 'code,name\n6901,Odds' };
  const refused = await service.api(clerk.token, 'POST', '/imports', input, { 'idempotency-key': 'x' });
  assert.equal(refused.status, 403);
});
