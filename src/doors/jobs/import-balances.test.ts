/** A trial balance is taken over whole or not at all, and says what stands in its way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startService();
const { api, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');
const kind = 'opening_balances';
const defaults = { date: '2025-12-31' };
const counts = ({ total, created, skipped, failed }: Wire) => [total, created, skipped, failed];

const closings = async (who: SignedIn) => {
  const { rows } = await api(who, 'GET', '/reports/trial-balance?from=2025-01-01&to=2025-12-31');
  return (rows as Wire[]).map(({ code, closing }) => [code, closing]);
};
const refusal = async (who: SignedIn, content: string) => {
  const found = await bringIn(who, { kind, content, defaults });
  assert.deepEqual(counts(found), [1, 0, 0, 1]);
  const [fault] = await errorsOf(who, found);
  assert.match(fault?.['import_error'] ?? '', /^No balance was taken over\. /);
  assert.deepEqual(await closings(who), []);
  return [fault?.['import_line'], fault?.['import_code'], fault?.['import_error']?.slice(27)];
};

test('one signed balance, or an amount with its side, is read as debits and credits are', async () => {
  const signed = table('Account;Saldo', 'Bank;1.000,50', 'Loans;-400,25', 'Owner capital;-600,25');
  const sided = table('Konto;Kontobezeichnung;Saldo;S/H', '1010;Bank;1.000,50;S', '2500;;400,25;H', '3000;;600,25;H');
  const named = table(
    'Account,Debit,Credit',
    '1010 - Bank,1000.50,',
    'Loans (2500),,400.25',
    '3000 Owner capital,,600.25',
  );
  for (const content of [signed, sided, named]) {
    const ana = await service.register('Ana');
    const found = await bringIn(ana, { kind, content, defaults });
    assert.deepEqual(counts(found), [1, 1, 0, 0], content);
    assert.deepEqual(await closings(ana), [
      ['1010', '1000.50'],
      ['2500', '-400.25'],
      ['3000', '-600.25'],
    ]);
  }
});

test('accounts that are not in the chart are all named, with what comes nearest', async () => {
  const ana = await service.register('Ana');
  const content = table('account,debit,credit', '1010,10,', 'Owner capitol,,4', '6105,,6', '7777,0,');
  assert.deepEqual(await refusal(ana, content), [
    '3',
    'not_found',
    '"Owner capitol" is no account. The nearest is 3000 Owner capital. "6105" is no account. ' +
      'The nearest is 6100 Rent and utilities. Create them first, as an import of accounts.',
  ]);
});

test('a row that cannot be read, an account twice, and a date in two ways refuse the whole file', async () => {
  const ana = await service.register('Ana');
  assert.deepEqual((await refusal(ana, table('account,debit,credit', '1010,10,', '2500,,ten'))).slice(0, 2), [
    '3',
    'not_a_number',
  ]);
  assert.deepEqual(await refusal(ana, table('account,debit,credit', '1010,10,', 'Bank,5,', '2500,,15')), [
    '3',
    'repeated',
    'Account 1010 is in the file twice: add the rows up.',
  ]);
  const dated = table('account,debit,credit,date', '1010,10,,2025-12-31', '2500,,10,2025-12-30');
  assert.equal((await refusal(ana, dated))[1], 'rows_disagree');
  const opening = table('account,debit,credit', '1010,10,', '3100,,10');
  assert.equal((await refusal(ana, opening))[1], 'difference_account');
  const pennies = table('account,debit,credit', '1010,10.0055,', '2500,,10.0055');
  assert.equal((await refusal(ana, pennies))[1], 'wrong_scale');
});

test('where the sides differ, the difference is told and goes to Opening balances, and no more changes', async () => {
  const ana = await service.register('Ana');
  await bringIn(ana, { kind, content: table('account,debit,credit', '1000,7,', '2500,,7'), defaults });
  const content = table('account,debit,credit', '1010,10.00,', '3000,,9.00');
  const found = await bringIn(ana, { kind, content, defaults });
  assert.deepEqual(found.totals.differences, [
    { line: 1, field: 'debit_and_credit', stated: '10.00', computed: '9.00' },
  ]);
  assert.deepEqual(await closings(ana), [
    ['1000', '7.00'],
    ['1010', '10.00'],
    ['2500', '-7.00'],
    ['3000', '-9.00'],
    ['3100', '-1.00'],
  ]);
});

test('a file without its day is asked for it, and one of a day to come is refused', async () => {
  const ana = await service.register('Ana');
  const content = table('account,debit,credit', '1010,10,', '2500,,10');
  const asked = await api(ana, 'POST', '/imports/inspect', { kind, content });
  assert.deepEqual(
    asked.problems.map(({ pointer, code }: Wire) => [pointer, code]),
    [['/mapping/date', 'required']],
  );
  assert.deepEqual((await api(ana, 'POST', '/imports/inspect', { kind, content, defaults })).problems, []);
  const found = await bringIn(ana, { kind, content, defaults: { date: '2999-12-31' } });
  assert.equal((await errorsOf(ana, found))[0]?.['import_code'], 'in_future');
  const odd = await bringIn(ana, { kind, content, defaults: { date: 'the last day' } });
  assert.equal(odd.failed, 1);
});

test('headings and markup among the accounts stay text', async () => {
  const ana = await service.register('Ana');
  const content = table('account,debit,credit', 'Assets,,', '1010,10,', '<b>Liabilities</b>,,', '2500,,10');
  assert.equal((await bringIn(ana, { kind, content, defaults })).created, 1);
  const other = await service.register('Ben');
  const marked = table('account,debit,credit', '<script>alert(1)</script>,10,', '2500,,10');
  assert.match((await refusal(other, marked))[2] ?? '', /^"<script>alert\(1\)<\/script>" is no account/);
});

test('who may not write the ledger is refused before anything is read', async () => {
  const ana = await service.register('Ana');
  const clerk = await service.colleague(ana, 'manager');
  await service.owner.query(`update roles set permissions = array_remove(permissions, 'ledger:write')
    where name = 'manager'`);
  const input = { kind, content: 'account,debit\n1010,10', defaults };
  const refused = await service.api(clerk.token, 'POST', '/imports', input, { 'idempotency-key': 'x' });
  assert.equal(refused.status, 403);
});
