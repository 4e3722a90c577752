import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partyAccounts } from './party-accounts.ts';

const named = (id: string, number: string | null) => ({ id, number, name: id });

test('a party has the personal accounts of the digits of its number', () => {
  const { clients, suppliers } = partyAccounts([named('a', 'C-00001'), named('b', 'K 17')], 4);
  assert.deepEqual([clients.get('a'), clients.get('b'), suppliers.get('b')], ['10001', '10017', '70017']);
  assert.equal(partyAccounts([named('a', 'C-00001')], 6).clients.get('a'), '1000100');
});

test('equal digits, none and too large ones take what is free, and all accounts differ', () => {
  const parties = [named('a', 'C-1'), named('b', 'X-1'), named('c', null), named('d', '999999999'), named('e', 'K-0')];
  const { clients, suppliers } = partyAccounts(parties, 4);
  assert.deepEqual([...clients.values()], ['10001', '69999', '69998', '69997', '69996']);
  assert.equal(new Set(suppliers.values()).size, parties.length);
});
