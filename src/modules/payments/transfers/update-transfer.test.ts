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
const dollars = (await call('create_account', { code: '1015', name: 'Bank in dollars', type: 'bank' })).id;
const move = (more: object): Promise<Wire> =>
  keyed('create_transfer', { from_account_id: till, to_account_id: bank, ...more });
const correct = ({ id }: Wire, more: object): Promise<Wire> => call('update_transfer', { id, ...more });
const entriesOf = async ({ id }: Wire): Promise<string[][]> =>
  (await call('list_journal_entries', { source_id: id, sort: 'number' })).data.map((one: Wire) => [
    one.kind,
    one.entry_date,
    one.total,
  ]);
const wrong = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors }) => assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code]));
const checksHold = async () => {
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('correcting a transfer of money', () => {
  test('reverses its entry on its day and posts it anew, so that both days say what is so', async () => {
    const made = await move({ amount: '120', transfer_date: '2026-02-27', reference: 'Bag 7' });
    let fixed: Wire = {};
    const moved = await moves(async () => {
      fixed = await correct(made, { amount: '102', fee_amount: '2', transfer_date: '2026-02-28', version: 1 });
    });
    assert.deepEqual(moved, { 1000: 18_00n, 1010: -20_00n, 6810: 2_00n });
    assert.deepEqual(
      [fixed.amount, fixed.fee_amount, fixed.to_amount, fixed.transfer_date, fixed.reference, fixed.version],
      ['102.00', '2.00', '100.00', '2026-02-28', 'Bag 7', 2],
    );
    assert.deepEqual(await call('get_transfer', { id: made.id }), fixed);
    assert.deepEqual(await entriesOf(made), [
      ['system', '2026-02-27', '120.00'],
      ['reversal', '2026-02-27', '120.00'],
      ['system', '2026-02-28', '102.00'],
    ]);
    const { data } = await call('list_transactions', { kind: ['transfer_in', 'transfer_out'], date: '2026-02-28' });
    assert.deepEqual(
      data.map((one: Wire) => [one.kind, one.amount]).toSorted(),
      [
        ['transfer_in', '100.00'],
        ['transfer_out', '102.00'],
      ],
      'the history shows it once, as it is',
    );
    await keyed('void_transfer', { id: made.id });
    assert.equal(await shop.balance('1010'), 0n);
    await checksHold();
  });

  test('of what is said only posts nothing, and what is left out stays', async () => {
    const made = await move({ amount: '5', notes: 'Morning', tags: ['till'] });
    const moved = await moves(async () => {
      const told = await correct(made, { reference: 'Bag 8', notes: null, transfer_date: made.transfer_date });
      assert.deepEqual([told.reference, told.notes, told.tags, told.amount], ['Bag 8', null, ['till'], '5.00']);
    });
    assert.deepEqual(moved, {});
    assert.equal((await entriesOf(made)).length, 1);
    assert.equal((await call('list_transfers', { q: 'bag 8' })).data.length, 1);
  });

  test('in two currencies keeps what is not said, and is worth what the books have', async () => {
    const change = { from_account_id: bank, to_account_id: dollars, to_currency: 'USD' };
    const made = await keyed('create_transfer', { ...change, amount: '300', to_amount: '330' });
    const fixed = await correct(made, { to_amount: '331' });
    assert.deepEqual([fixed.amount, fixed.to_amount, fixed.base_to_amount], ['300.00', '331.00', '300.00']);
    const back = { from_account_id: dollars, to_account_id: bank, currency: 'USD', to_currency: 'EUR' };
    const sold = await keyed('create_transfer', { ...back, amount: '331', to_amount: '290' });
    assert.deepEqual([sold.base_amount, sold.fx_gain_loss], ['300.00', '-10.00']);
    const half = await correct(sold, { amount: '165.5' });
    assert.deepEqual([half.base_amount, half.to_amount, half.fx_gain_loss], ['150.00', '290.00', '140.00']);
    const day = await correct(half, { transfer_date: '2026-03-01' });
    assert.deepEqual([day.base_amount, day.base_to_amount], ['150.00', '290.00'], 'a day alone changes no worth');
    assert.equal(await shop.balance('1015'), 150_00n);
    await checksHold();
  });

  test('is refused where it makes no sense, where it is void, and where its day is closed', async () => {
    const made = await move({ amount: '9', external_id: 'bag-9' });
    const other = await move({ amount: '9', transfer_date: '2026-02-10' });
    const moved = await moves(async () => {
      await assert.rejects(correct(made, { amount: '0' }), wrong('/amount', 'not_positive'));
      await assert.rejects(correct(made, { fee_amount: '9' }), wrong('/fee_amount', 'out_of_range'));
      await assert.rejects(correct(made, { to_amount: '8' }), wrong('/to_amount', 'differs'));
      await assert.rejects(correct(made, { transfer_date: '2026-04-01' }), wrong('/transfer_date', 'in_future'));
      await assert.rejects(correct(made, { version: 7, amount: '1' }), refused('version_conflict'));
      await assert.rejects(correct(other, { external_id: 'bag-9' }), refused('transfer_external_id_taken'));
      await assert.rejects(correct({ id: 'mtr_01h455vb4pex5vsknk084sn02q' }, { amount: '1' }), refused('not_found'));
      await call('set_period_locks', { soft: '2026-02-15', reason: 'Done.' });
      await assert.rejects(correct(other, { amount: '8' }), refused('period_locked'));
      await assert.rejects(correct(other, { transfer_date: '2026-02-20' }), refused('period_locked'));
      await assert.rejects(correct(made, { transfer_date: '2026-02-10' }), refused('period_locked'));
    });
    assert.deepEqual(moved, {});
    const dollarsOut = await keyed('create_transfer', {
      from_account_id: till,
      to_account_id: bank,
      currency: 'SEK',
      amount: '10',
      exchange_rate: '0.1',
    });
    await assert.rejects(correct(dollarsOut, { amount: '20' }), refused('exchange_rate_missing'));
    await keyed('void_transfer', { id: made.id });
    await assert.rejects(correct(made, { amount: '1' }), refused('invalid_state_transition'));
    await checksHold();
  });

  test('two at once are made one after the other, and the second of one version is refused', async () => {
    const made = await move({ amount: '50', transfer_date: '2026-03-02' });
    const both = await Promise.allSettled([
      correct(made, { amount: '60', version: 1 }),
      correct(made, { amount: '70', version: 1 }),
    ]);
    const ends: string[] = both.map((one) => (one.status === 'fulfilled' ? 'corrected' : one.reason.kind.code));
    assert.deepEqual(ends.toSorted(), ['corrected', 'version_conflict']);
    const free = await Promise.all([correct(made, { amount: '61' }), correct(made, { amount: '62' })]);
    const versions: number[] = free.map(({ version }) => version);
    assert.deepEqual(
      versions.toSorted((one, other) => one - other),
      [3, 4],
    );
    await checksHold();
  });
});
