import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-03-02T10:00:00.000Z');
const shop = shopOf(world);
const { keyed, moves } = shop;
const account = async (code: string): Promise<string> => (await call('list_accounts', { code })).data[0].id;
const [till, bank] = [await account('1000'), await account('1010')];
const clearing = (await call('create_account', { code: '1055', name: 'Card clearing', type: 'other_current_asset' }))
  .id;
const dollars = (await call('create_account', { code: '1015', name: 'Bank in dollars', type: 'bank' })).id;
await call('create_payment_method', { name: 'Gateway', kind: 'card', account_id: clearing });

const move = (from: string, to: string, more: object) =>
  keyed('create_transfer', { from_account_id: from, to_account_id: to, ...more });
const wrong = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors }) => assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code]));

describe('in one currency', () => {
  test('as much arrives as leaves', async () => {
    let made: Wire = {};
    const moved = await moves(async () => (made = await move(till, bank, { amount: '120', reference: 'Bag 7' })));
    assert.deepEqual(moved, { 1000: -120_00n, 1010: 120_00n });
    assert.deepEqual(
      [made.number, made.status, made.to_amount, made.fee_amount, made.fx_gain_loss],
      ['MT-2026-00001', 'completed', '120.00', '0.00', '0.00'],
    );
    assert.deepEqual(await call('get_transfer', { id: made.id }), made);
    assert.deepEqual((await call('list_transfers', { q: 'bag', from_account_id: till })).data, [made]);
  });

  test('a payout of a gateway arrives without what it kept, which is a cost', async () => {
    const moved = await moves(() => move(clearing, bank, { amount: '100', fee_amount: '2.90' }));
    assert.deepEqual(moved, { 1010: 97_10n, 1055: -100_00n, 6810: 2_90n });
  });

  test('taken back it leaves nothing behind, once', async () => {
    const made = await move(till, bank, { amount: '10', fee_amount: '1' });
    const moved = await moves(() => keyed('void_transfer', { id: made.id, reason: 'Twice.' }));
    assert.deepEqual(moved, { 1000: 10_00n, 1010: -9_00n, 6810: -1_00n });
    await assert.rejects(keyed('void_transfer', { id: made.id }), refused('invalid_state_transition'));
    await assert.rejects(keyed('void_transfer', { id: made.id, version: 1 }), refused('version_conflict'));
  });
});

describe('from one currency to another', () => {
  test('what was taken at 0.9 and is paid out at 0.92 gained the difference, and nothing stays behind', async () => {
    const sale = await shop.sold('1000', { currency: 'USD', exchange_rate: '0.9' });
    await keyed('pay_sale', { id: sale.id, method: 'Gateway' });
    assert.equal(await shop.balance('1055'), 900_00n - 100_00n);
    let made: Wire = {};
    const paying = { currency: 'USD', amount: '1000', fee_amount: '10', to_currency: 'EUR', to_amount: '910.80' };
    const moved = await moves(async () => (made = await move(clearing, bank, paying)));
    assert.deepEqual(moved, { 1010: 910_80n, 1055: -900_00n, 4820: -19_80n, 6810: 9_00n });
    assert.deepEqual([made.base_amount, made.base_to_amount, made.fx_gain_loss], ['900.00', '910.80', '19.80']);
    const { data } = await call('list_transactions', { kind: ['transfer_out', 'transfer_in'], limit: 2 });
    assert.deepEqual(
      data.map((row: Wire) => [row.kind, row.direction, row.currency, row.amount, row.fee_amount]).toSorted(),
      [
        ['transfer_in', 'in', 'EUR', '910.80', '0.00'],
        ['transfer_out', 'out', 'USD', '1000.00', '10.00'],
      ],
    );
    await keyed('void_transfer', { id: made.id });
    assert.equal((await move(clearing, bank, paying)).base_amount, '900.00');
  });

  test('what is bought is worth what was paid for it, and in parts leaves at its part of that', async () => {
    const bought = await move(bank, dollars, { amount: '300.01', to_currency: 'USD', to_amount: '330' });
    assert.deepEqual([bought.base_to_amount, bought.fx_gain_loss], ['300.01', '0.00']);
    const parts: Wire[] = [];
    for (const _ of [1, 2, 3]) {
      parts.push(await move(dollars, till, { currency: 'USD', amount: '110', to_currency: 'EUR', to_amount: '99' }));
    }
    assert.deepEqual(
      parts.map(({ base_amount: worth, fx_gain_loss: lost }) => [worth, lost]),
      [
        ['100.00', '-1.00'],
        ['100.01', '-1.01'],
        ['100.00', '-1.00'],
      ],
    );
    assert.equal(await shop.balance('1015'), 0n);
  });

  test('what the account does not hold is worth the rate of its day, which must be known', async () => {
    const some = { currency: 'GBP', amount: '10', to_currency: 'CHF', to_amount: '11' };
    const missing = (pair: string) =>
      refused('exchange_rate_missing', ({ currency, base_currency: base, rate_date: day }) =>
        assert.deepEqual([currency, base, day], [pair, 'EUR', '2026-03-02']),
      );
    await assert.rejects(move(dollars, till, some), missing('GBP'));
    await assert.rejects(move(dollars, till, { ...some, exchange_rate: '1.2' }), missing('CHF'));
    const moved = await move(dollars, till, { ...some, exchange_rate: '1.2', to_exchange_rate: '1.05' });
    assert.deepEqual([moved.base_amount, moved.base_to_amount, moved.fx_gain_loss], ['12.00', '11.55', '-0.45']);
  });
});

test('what makes no sense is refused, and posts nothing', async () => {
  const moved = await moves(async () => {
    await assert.rejects(move(till, till, { amount: '1' }), wrong('/to_account_id', 'same_account'));
    await assert.rejects(move(till, bank, { amount: '0' }), wrong('/amount', 'not_positive'));
    await assert.rejects(move(till, bank, { amount: '1', fee_amount: '1' }), wrong('/fee_amount', 'out_of_range'));
    await assert.rejects(move(till, bank, { amount: '2', to_amount: '1' }), wrong('/to_amount', 'differs'));
    const abroad = { amount: '1', to_currency: 'USD' };
    await assert.rejects(move(till, bank, abroad), wrong('/to_amount', 'required'));
    await assert.rejects(move(till, bank, { ...abroad, to_amount: '0' }), wrong('/to_amount', 'not_positive'));
    await assert.rejects(
      move(till, bank, { ...abroad, to_amount: '1', exchange_rate: '2' }),
      wrong('/exchange_rate', 'base_currency'),
    );
    await assert.rejects(
      move(till, bank, { ...abroad, to_amount: '1', to_exchange_rate: '2' }),
      wrong('/to_exchange_rate', 'not_needed'),
    );
    for (const exchange_rate of ['0', '1000000001', '0.00000000001']) {
      const rated = { currency: 'SEK', amount: '1', to_currency: 'EUR', to_amount: '1', exchange_rate };
      await assert.rejects(move(till, bank, rated), refused('validation_failed'));
    }
    await assert.rejects(
      move(till, bank, { amount: '1', transfer_date: '2026-04-01' }),
      wrong('/transfer_date', 'in_future'),
    );
    await assert.rejects(
      move(till, await account('4000'), { amount: '1' }),
      wrong('/to_account_id', 'wrong_account_type'),
    );
    await assert.rejects(
      move(await account('1100'), bank, { amount: '1' }),
      wrong('/from_account_id', 'wrong_account_type'),
    );
    const ghost = 'acct_01h455vb4pex5vsknk084sn02q';
    await assert.rejects(move(till, ghost, { amount: '1' }), refused('not_found'));
    await assert.rejects(call('get_transfer', { id: 'mtr_01h455vb4pex5vsknk084sn02q' }), refused('not_found'));
    await assert.rejects(keyed('void_transfer', { id: 'mtr_01h455vb4pex5vsknk084sn02q' }), refused('not_found'));
  });
  assert.deepEqual(moved, {});
  const archived = (await call('create_account', { code: '1056', name: 'Old till', type: 'cash' })).id;
  await call('archive_account', { id: archived });
  await assert.rejects(move(till, archived, { amount: '1' }), wrong('/to_account_id', 'archived'));
});

test('an external_id is of one transfer, and a closed day takes none', async () => {
  const made = await move(till, bank, { amount: '1', external_id: 'bag-9' });
  await assert.rejects(move(till, bank, { amount: '1', external_id: 'bag-9' }), refused('transfer_external_id_taken'));
  await call('set_period_locks', { soft: '2026-03-01', reason: 'February is done.' });
  await assert.rejects(move(till, bank, { amount: '1', transfer_date: '2026-03-01' }), refused('period_locked'));
  await assert.rejects(keyed('void_transfer', { id: made.id, date: '2026-03-01' }), refused('validation_failed'));
});
