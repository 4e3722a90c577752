/** What a bank line leaves of sales and bills stays open, is discounted or is written off, and goes back with it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankBusiness } from '../../../../test/support/bank-business.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

/** With sales and bills of 1,190.00 at 19 %, due without a discount. */
async function business() {
  const own = await bankBusiness(world);
  const { shop, call, keyed, sold, line } = own;
  const vat = await shop.tax('19');
  const { id: client_id } = await shop.client({ display_name: 'Ana Berg GmbH' });
  const { id: supplier_id } = await shop.client({ display_name: 'Papierhaus Ost', roles: ['supplier'] });
  const sale = (more: Wire = {}, net = '1000'): Promise<Wire> => {
    const lines = [{ name: 'Work', quantity: '1', unit_price: net, tax_rate_ids: [vat] }];
    return sold(client_id, '0', { lines, ...more });
  };
  const bill = (net = '1000', more: Wire = {}): Promise<Wire> => {
    const lines = [{ description: 'Paper', amount: net, category: 'Other expenses', tax_rate_ids: [vat] }];
    return keyed('create_expense', { supplier_id, expense_date: '2026-03-02', lines, post: true, ...more });
  };
  const soundly = async () => {
    await shop.booksAgree();
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  };
  /** Matches a line of so much, and answers what that moved. */
  const matched = async (amount: string, targets: readonly object[], more: Wire = {}) => {
    const { id } = await line(amount, 'x');
    let answer: Wire = {};
    const moved = await shop.moves(async () => (answer = await keyed('match_bank_line', { id, targets, ...more })));
    return { id, moved, adjustments: answer['adjustments'] };
  };
  /** Unmatches it, which takes all of it back. */
  const takesBack = async ({ id, moved }: { readonly id: string; readonly moved: Record<string, bigint> }) => {
    const back = await shop.moves(() => keyed('unmatch_bank_line', { id }));
    const opposite = Object.fromEntries(Object.entries(moved).map(([code, by]) => [code, -by]));
    assert.deepEqual(back, opposite);
    assert.deepEqual((await call('get_bank_line', { id })).adjustments, []);
    await soundly();
  };
  const owed = async ({ id }: Wire): Promise<string> => (await call('get_expense', { id })).amount_due;
  return {
    ...own,
    client_id,
    supplier_id,
    vat,
    sale,
    bill,
    soundly,
    matched,
    takesBack,
    owed,
  };
}

describe('what sales still owe after a line', () => {
  test('stays open without a word, and is written off where that is said, with its tax if claimed', async () => {
    const { sale, matched, takesBack, due, soundly } = await business();
    const open = await sale();
    const part = await matched('1189.60', [{ sale_id: open['id'] }], { residual: 'open' });
    assert.deepEqual(part.moved, { '1010': 118_960n, '1100': -118_960n });
    assert.equal(await due(open), '0.40');
    const lost = await sale();
    const rest = { residual: 'write_off' };
    const gross = await matched('1189.60', [{ sale_id: lost['id'] }], rest);
    assert.deepEqual(gross.moved, { '1010': 118_960n, '1100': -119_000n, '6820': 40n });
    assert.deepEqual(gross.adjustments, [{ kind: 'write_off', sale_id: lost['id'], amount: '0.40' }]);
    assert.equal(await due(lost), '0.00');
    await soundly();
    await takesBack(gross);
    assert.equal(await due(lost), '1190.00');
    const relieved = { ...rest, tax_relief: true, residual_reason: 'Rounded by the bank' };
    const net = await matched('1178.10', [{ sale_id: lost['id'] }], relieved);
    assert.deepEqual(net.moved, { '1010': 117_810n, '1100': -119_000n, '2200': 190n, '6820': 1_000n });
    await takesBack(net);
  });

  test('is discounted though it is late, of two sales, and the last cents are written off', async () => {
    const { sale, matched, takesBack, due, soundly } = await business();
    const [one, two] = [await sale(), await sale({}, '500')];
    const targets = [{ sale_id: one['id'] }, { sale_id: two['id'] }];
    const exact = await matched('1749.30', targets, { discount_percent: '2' });
    assert.deepEqual(exact.moved, { '1010': 174_930n, '1100': -178_500n, '2200': 570n, '6830': 3_000n });
    assert.deepEqual(
      exact.adjustments.map(({ kind, amount }: Wire) => [kind, amount]),
      [
        ['discount', '23.80'],
        ['discount', '11.90'],
      ],
    );
    await soundly();
    await takesBack(exact);
    const short = await matched('1748.90', targets, { discount_percent: '2', residual: 'write_off' });
    assert.deepEqual(short.moved, { '1010': 174_890n, '1100': -178_500n, '2200': 570n, '6820': 40n, '6830': 3_000n });
    assert.deepEqual([await due(one), await due(two)], ['0.00', '0.00']);
    await takesBack(short);
    assert.deepEqual([await due(one), await due(two)], ['1190.00', '595.00']);
  });

  test('is discounted in time by the payment itself, and the rest is written off beside it', async () => {
    const { sale, matched, takesBack, soundly } = await business();
    const early = { due_date: '2026-04-15', early_discounts: [{ percent: '2', days: 20 }] };
    const [one, two] = [await sale(early), await sale(early, '500')];
    const both = await matched('1749.30', [{ sale_id: one['id'] }, { sale_id: two['id'] }]);
    assert.deepEqual(both.moved, { '1010': 174_930n, '1100': -178_500n, '2200': 570n, '6830': 3_000n });
    assert.deepEqual(both.adjustments, []);
    await soundly();
    await takesBack(both);
    const short = await matched('1165.80', [{ sale_id: one['id'] }], { residual: 'write_off' });
    const tax = short.moved['2200'] ?? 0n;
    assert.deepEqual([short.moved['1100'], short.moved['6820']], [-119_000n, 40n]);
    assert.equal((short.moved['6830'] ?? 0n) + tax, 2_380n, 'the discount is whole');
    await takesBack(short);
  });

  test('falls in proportion where only part of it was paid less a discount', async () => {
    const { sale, matched, takesBack, due } = await business();
    const one = await sale();
    const part = await matched('583.10', [{ sale_id: one['id'] }], { discount_percent: '2' });
    assert.equal(await due(one), '595.00');
    await takesBack(part);
  });

  test('is worth what it was booked at, in another currency', async () => {
    const { call, sale, line, keyed, soundly, due } = await business();
    await call('set_exchange_rate', { currency: 'USD', rate: '0.9', rate_date: '2026-02-01' });
    const account = await call('create_account', { code: '1012', name: 'Dollars', type: 'bank' });
    const dollars = await call('create_bank_account', { name: 'Dollars', account_id: account.id, currency: 'USD' });
    const one = await sale({ currency: 'USD' });
    const { id } = await line('1165.80', 'x', { of: dollars });
    const settled = { discount_percent: '2', residual: 'write_off' };
    await keyed('match_bank_line', { id, targets: [{ sale_id: one['id'] }], ...settled });
    assert.equal(await due(one), '0.00');
    await soundly();
    await keyed('unmatch_bank_line', { id });
    assert.equal(await due(one), '1190.00');
    await soundly();
  });
});

describe('what was given up with a match', () => {
  test('goes back only as far as it still stands', async () => {
    const { shop, call, keyed, sale, matched, due, soundly } = await business();
    const one = await sale();
    const { id } = await matched('1180.00', [{ sale_id: one['id'] }], { residual: 'write_off' });
    await shop.pay(one, { amount: '4.00', payment_date: '2026-03-18' });
    await keyed('unmatch_bank_line', { id });
    assert.equal(await due(one), '1186.00');
    assert.equal((await call('get_sale', { id: one['id'] })).amount_written_off, '0.00');
    await soundly();
  });

  test('goes back on the first open day where that of the line is closed, beside later write-offs', async () => {
    const { call, keyed, sale, matched, due, soundly } = await business();
    const one = await sale();
    const { id } = await matched('600.00', [{ sale_id: one['id'] }], { discount_percent: '10' });
    const rest = await due(one);
    assert.equal(rest, '523.33');
    await keyed('write_off_sale', { id: one['id'], amount: '23.33', reason: 'Gone', written_off_on: '2026-03-19' });
    await call('set_period_locks', { hard: '2026-03-17' });
    await keyed('unmatch_bank_line', { id });
    assert.equal(await due(one), '1166.67');
    await soundly();
  });

  test('asks for the permission to do so', async () => {
    const { as, call, sale, line, due } = await business();
    const one = await sale();
    const { id } = await line('1189.60', 'x');
    const permissions = new Set([...as.permissions].filter((name) => name !== 'sales:write_off'));
    const clerk = { ...as, permissions };
    const match = { id, targets: [{ sale_id: one['id'] }], residual: 'write_off' };
    await assert.rejects(world.call('match_bank_line', match, { as: clerk }), refused('forbidden'));
    assert.deepEqual([await due(one), (await call('get_bank_line', { id })).match_state], ['1190.00', 'open']);
  });
});

describe('what bills still owe after a line', () => {
  test('is let off by the supplier, late as well, and is owed again with the line', async () => {
    const { bill, matched, takesBack, owed, soundly } = await business();
    const [one, two] = [await bill(), await bill('500')];
    const targets = [{ expense_id: one['id'] }, { expense_id: two['id'] }];
    const late = await matched('-1749.30', targets, { discount_percent: '2' });
    assert.deepEqual(late.moved, { '1010': -174_930n, '1300': -570n, '2000': 178_500n, '6840': -3_000n });
    await soundly();
    await takesBack(late);
    assert.deepEqual([await owed(one), await owed(two)], ['1190.00', '595.00']);
    const short = await matched('-1748.90', targets, { discount_percent: '2', residual: 'write_off' });
    assert.deepEqual(short.moved['2000'], 178_500n);
    assert.deepEqual([await owed(one), await owed(two)], ['0.00', '0.00']);
    await soundly();
    await takesBack(short);
    const part = await matched('-1000.00', [{ expense_id: one['id'] }], { residual: 'open' });
    assert.equal(await owed(one), '190.00');
    await takesBack(part);
  });

  test('is none of what the bank took on top', async () => {
    const { bill, matched, takesBack, owed, line, keyed } = await business();
    const one = await bill();
    const paid = await matched('-1192.50', [{ expense_id: one['id'] }], { fee_amount: '2.50' });
    assert.deepEqual(paid.moved, { '1010': -119_250n, '2000': 119_000n, '6810': 250n });
    assert.equal(await owed(one), '0.00');
    await takesBack(paid);
    const { id } = await line('-2.50', 'x');
    const nothing = { id, targets: [{ expense_id: one['id'] }], fee_amount: '2.50' };
    await assert.rejects(keyed('match_bank_line', nothing), faultOf('nothing_left'));
  });
});

test('a match is refused that says what it does not use', async () => {
  const { sale, bill, line, keyed, client_id } = await business();
  const [one, two] = [await sale(), await bill()];
  const { id } = await line('1190.00', 'x');
  const { id: out } = await line('-1190.00', 'x');
  const match = (more: Wire, targets: readonly object[] = [{ sale_id: one['id'] }], of = id) =>
    keyed('match_bank_line', { id: of, targets, ...more });
  const [client, expense] = [[{ client_id }], [{ expense_id: two['id'] }]];
  await assert.rejects(match({ residual: 'write_off' }, client), faultOf('not_used'));
  await assert.rejects(match({ discount_percent: '2' }, client), faultOf('not_used'));
  await assert.rejects(match({ tax_relief: true }), faultOf('not_used'));
  await assert.rejects(match({ residual: 'write_off', tax_relief: true }, expense, out), faultOf('not_used'));
  await assert.rejects(match({ residual_reason: 'Rounded' }), faultOf('not_used'));
  await assert.rejects(match({ discount_percent: '100' }), faultOf('out_of_range'));
  const both = [{ sale_id: one['id'] }, { sale_id: (await sale())['id'] }];
  await assert.rejects(match({ residual: 'write_off' }, both), faultOf('nothing_left'));
});
