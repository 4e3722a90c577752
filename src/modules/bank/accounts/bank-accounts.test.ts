import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const accounts: Wire[] = (await call('list_accounts', { limit: 100 })).data;
const account = (code: string): string => accounts.find((one) => one.code === code)?.id ?? '';

test('a bank account stands for one account of the chart while it is in use', async () => {
  const made = await call('create_bank_account', {
    name: 'Giro',
    account_id: account('1010'),
    iban: 'DE02 1203 0000 0000 2020 51',
  });
  assert.deepEqual([made.kind, made.currency, made.iban], ['bank', 'EUR', 'DE02120300000000202051']);
  const other = { name: 'Other', account_id: account('1010') };
  await assert.rejects(call('create_bank_account', other), refused('bank_account_ledger_taken'));
  const spare = await call('create_account', { code: '1011', name: 'Spare', type: 'bank' });
  const same = { name: 'Same', account_id: spare.id, iban: made.iban };
  await assert.rejects(call('create_bank_account', same), refused('bank_account_iban_taken'));
  assert.equal(
    (await call('create_bank_account', { ...same, currency: 'USD' })).currency,
    'USD',
    'one IBAN, two purses',
  );
  await call('archive_bank_account', { id: made.id });
  await call('create_bank_account', other);
  await assert.rejects(call('restore_bank_account', { id: made.id }), refused('bank_account_ledger_taken'));
});

test('a bank account stands where its kind of money is', async () => {
  for (const [kind, code] of [
    ['bank', '4000'],
    ['cash', '1010'],
    ['card', '1100'],
    ['provider', '2300'],
    ['loan', '1010'],
  ]) {
    await assert.rejects(
      call('create_bank_account', { name: 'Odd', kind, account_id: account(code ?? '') }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_account_type')),
      kind,
    );
  }
  const card = await call('create_bank_account', { name: 'Card', kind: 'card', account_id: account('2100') });
  const provider = { name: 'Gateway', kind: 'provider', account_id: account('1030'), currency: 'USD' };
  assert.equal((await call('create_bank_account', provider)).kind, 'provider');
  await assert.rejects(
    call('update_bank_account', { id: card.id, kind: 'cash' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/account_id')),
  );
  await assert.rejects(call('delete_account', { id: account('2100') }), refused('has_history'));
});

test('a currency stays once a statement is in', async () => {
  const spare = await call('create_account', { code: '1012', name: 'Till', type: 'bank' });
  const { id } = await call('create_bank_account', { name: 'Yen', account_id: spare.id, currency: 'USD' });
  assert.equal((await call('update_bank_account', { id, currency: 'JPY' })).currency, 'JPY');
  await call('import_bank_statement', { bank_account_id: id, content: 'Datum;Betrag;Text\n02.03.2026;-300;Tea\n' });
  await assert.rejects(call('update_bank_account', { id, currency: 'EUR' }), refused('bank_account_in_use'));
  const lines = await call('list_bank_lines', { bank_account_id: id, amount: '-300' });
  assert.deepEqual(
    lines.data.map((one: Wire) => [one.amount, one.currency]),
    [['-300', 'JPY']],
  );
});
