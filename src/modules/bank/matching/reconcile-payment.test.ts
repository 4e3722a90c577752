/** A payment is told as people tell it: the line is found, the invoices are settled, and one call takes it all back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankBusiness } from '../../../../test/support/bank-business.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-20T12:00:00Z');

const faultOf = (code: string, pointer?: string) =>
  refused('validation_failed', ({ errors }) => {
    assert.equal(errors[0].code, code);
    if (pointer !== undefined) assert.equal(errors[0].pointer, pointer);
  });

/** Two invoices of 1,190.00 and 595.00 with their tax, and two bills alike. */
async function business() {
  const own = await bankBusiness(world);
  const { shop, call, keyed, sold } = own;
  const vat = await shop.tax('19');
  const { id: client_id } = await shop.client({ display_name: 'Ana Berg GmbH' });
  const { id: supplier_id } = await shop.client({ display_name: 'Papierhaus Ost', roles: ['supplier'] });
  const invoice = async (net: string, more: Wire = {}): Promise<Wire> => {
    const lines = [{ name: 'Work', quantity: '1', unit_price: net, tax_rate_ids: [vat] }];
    const sale = await sold(client_id, '0', { lines, ...more });
    return keyed('create_document', { type: 'invoice', sale_id: sale['id'], issue: true });
  };
  const bill = (net: string, supplier_invoice_number: string): Promise<Wire> => {
    const lines = [{ description: 'Paper', amount: net, category: 'Other expenses', tax_rate_ids: [vat] }];
    const about = { supplier_id, supplier_invoice_number, expense_date: '2026-03-02' };
    return keyed('create_expense', { ...about, lines, post: true });
  };
  const reconcile = (input: Wire): Promise<Wire> => keyed('reconcile_payment', input);
  /** Reconciles, holds the books against each other, takes it back, and answers what it moved and said. */
  const tried = async (input: Wire) => {
    let answer: Wire = {};
    const moved = await shop.moves(async () => (answer = await reconcile(input)));
    await soundly();
    const back = await shop.moves(() => keyed('unmatch_bank_line', { id: answer['id'] }));
    assert.deepEqual(back, Object.fromEntries(Object.entries(moved).map(([code, by]) => [code, -by])));
    await soundly();
    const said = answer['invoices'].map((one: Wire) => [one['amount_paid'], one['amount_let_off'], one['amount_due']]);
    return { moved, said, answer };
  };
  const soundly = async () => {
    await shop.booksAgree();
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  };
  return { ...own, client_id, supplier_id, invoice, bill, reconcile, tried, soundly };
}

const numbered = (...papers: readonly Wire[]) => papers.map(({ number }) => ({ number }));

describe('a payment that came in', () => {
  test('of a day is for two invoices by number, late less 2 %, with 40 cents written off', longTest, async () => {
    const { line, invoice, tried } = await business();
    const [one, two] = [await invoice('1000'), await invoice('500')];
    await line('1748.90', 'Danke', { day: '2026-03-17' });
    await line('1748.90', 'Danke', { day: '2026-03-18' });
    const told = { amount: '1748.90', day: '2026-03-17', invoices: numbered(one, two), discount_percent: '2' };
    const { moved, said } = await tried({ ...told, residual: 'write_off' });
    assert.deepEqual(moved, { '1010': 174_890n, '1100': -178_500n, '2200': 570n, '6820': 40n, '6830': 3_000n });
    assert.deepEqual(said, [
      ['1166.20', '23.80', '0.00'],
      ['582.70', '12.30', '0.00'],
    ]);
    const relieved = await tried({ ...told, residual: 'write_off', tax_relief: true, residual_reason: 'Rounding' });
    assert.deepEqual([relieved.moved['2200'], relieved.moved['6820']], [576n, 34n]);
    const open = await tried(told);
    assert.equal(open.said[1][2], '0.41');
  });

  test('is exact, pays a part, or less what a bank kept', async () => {
    const { line, invoice, tried } = await business();
    const one = await invoice('1000');
    await line('1190.00', 'Ana Berg dankt', { name: 'Ana Berg GmbH' });
    await line('1000.00', 'Abschlag');
    await line('1187.50', 'from abroad');
    const exact = await tried({ counterparty: 'ana berg', amount: '1190', invoices: numbered(one) });
    assert.deepEqual(exact.moved, { '1010': 119_000n, '1100': -119_000n });
    const part = await tried({ reference: 'abschl', invoices: numbered(one) });
    assert.deepEqual(part.said, [['1000.00', '0.00', '190.00']]);
    const fee = await tried({ amount: '1187.50', invoices: numbered(one), fee_amount: '2.50' });
    assert.deepEqual([fee.moved['1100'], fee.said], [-119_000n, [['1190.00', '0.00', '0.00']]]);
  });

  test('beyond what is owed is credit or goes to an account, and nowhere without a word', async () => {
    const { line, invoice, tried, reconcile } = await business();
    const one = await invoice('1000');
    await line('1200.00', 'x');
    const told = { amount: '1200.00', invoices: numbered(one) };
    for (const residual of ['open', 'write_off']) {
      await assert.rejects(
        reconcile({ ...told, residual }),
        refused('bank_match_incomplete', ({ left }) => assert.equal(left, '10.00')),
      );
    }
    const credit = await tried({ ...told, residual: 'credit' });
    assert.deepEqual(credit.moved, { '1010': 120_000n, '1100': -119_000n, '2300': -1_000n });
    assert.equal(credit.answer['amount_credited'], '10.00');
    const income = await tried({ ...told, residual: 'account', account_code: '4800' });
    assert.deepEqual(income.moved, { '1010': 120_000n, '1100': -119_000n, '4800': -1_000n });
    await assert.rejects(reconcile({ ...told, residual: 'account' }), faultOf('one_of', '/account_id'));
    await assert.rejects(reconcile({ ...told, account_code: '4800' }), faultOf('not_used', '/account_id'));
    await assert.rejects(reconcile({ ...told, residual: 'account', account_code: '1100' }), refused('control_account'));
    const twice = { number: one['number'], amount: '1195.00' };
    await assert.rejects(
      reconcile({ ...told, invoices: [twice], residual: 'account', account_code: '4800' }),
      refused('amount_exceeds_due', ({ errors }) => assert.equal(errors[0].pointer, '/invoices')),
    );
    const short = { amount: '1200.00', invoices: numbered(one, await invoice('500')), residual: 'credit' };
    await assert.rejects(reconcile(short), faultOf('nothing_over', '/residual'));
  });

  test('in the currency of its invoice is worth what it was booked at, and in another is refused', async () => {
    const { call, line, invoice, tried, reconcile } = await business();
    await call('set_exchange_rate', { currency: 'USD', rate: '0.9', rate_date: '2026-02-01' });
    const account = await call('create_account', { code: '1012', name: 'Dollars', type: 'bank' });
    const dollars = await call('create_bank_account', { name: 'Dollars', account_id: account.id, currency: 'USD' });
    const one = await invoice('1000', { currency: 'USD' });
    await line('1165.80', 'x', { of: dollars });
    await line('1071.00', 'x');
    const told = { invoices: numbered(one), discount_percent: '2', residual: 'write_off' };
    const { said } = await tried({ ...told, bank_account_name: 'dollars', amount: '1165.80' });
    assert.deepEqual(said, [['1165.80', '24.20', '0.00']]);
    await assert.rejects(
      reconcile({ amount: '1071.00', invoices: numbered(one) }),
      refused('currency_mismatch', ({ hint }) => assert.match(hint, /is in USD and the line in EUR/)),
    );
    const mixed = numbered(one, await invoice('500'));
    await assert.rejects(reconcile({ amount: '1071.00', invoices: mixed }), refused('currency_mismatch'));
  });
});

test('a payment in a currency without a rate on its day is refused', async () => {
  const { call, line, invoice, reconcile } = await business();
  const account = await call('create_account', { code: '1012', name: 'Crowns', type: 'bank' });
  const crowns = await call('create_bank_account', { name: 'Crowns', account_id: account.id, currency: 'CZK' });
  const one = await invoice('1000', { currency: 'CZK', exchange_rate: '0.04' });
  const { id } = await line('1190.00', 'x', { of: crowns });
  const told = { bank_line_id: id, invoices: numbered(one) };
  await assert.rejects(reconcile(told), refused('exchange_rate_missing'));
});

describe('a payment that went out', () => {
  test('is for bills by the numbers of their supplier, less a discount, with the fee of the bank on top', async () => {
    const { line, bill, tried } = await business();
    const [one, two] = [await bill('1000', 'R-77'), await bill('500', 'R-78')];
    await line('-1749.30', 'Sammler', { name: 'Papierhaus Ost' });
    await line('-1192.50', 'Eilüberweisung');
    await line('-1100.00', 'Rest folgt');
    const both = { invoices: [{ number: 'r-77' }, { expense_id: two['id'] }], discount_percent: '2' };
    const late = await tried({ counterparty: 'Papierhaus', ...both });
    assert.deepEqual(late.moved, { '1010': -174_930n, '1300': -570n, '2000': 178_500n, '6840': -3_000n });
    assert.deepEqual(late.said[0], ['1166.20', '23.80', '0.00']);
    const fee = await tried({ amount: '1192.50', invoices: [{ expense_id: one['id'] }], fee_amount: '2.50' });
    assert.deepEqual(fee.moved, { '1010': -119_250n, '2000': 119_000n, '6810': 250n });
    const part = await tried({ amount: '1100', invoices: [{ number: 'R-77' }] });
    assert.equal(part.said[0][2], '90.00');
    const done = await tried({ amount: '1100', invoices: [{ number: 'R-77' }], residual: 'write_off' });
    assert.deepEqual([done.moved['2000'], done.said[0]], [119_000n, ['1100.00', '90.00', '0.00']]);
    const more = await tried({ amount: '1192.50', invoices: [{ number: 'R-77' }], residual: 'credit' });
    assert.equal(more.answer['amount_credited'], '2.50');
  });
});

describe('a line is not guessed', () => {
  test('where several fit, none does or only another day, and candidates are told instead', async () => {
    const { line, invoice, reconcile, keyed, bank } = await business();
    const one = await invoice('1000');
    const [first, second] = [await line('1190.00', 'a'), await line('1190.00', 'b', { day: '2026-03-18' })];
    await line('-1190.00', 'went out');
    await line('12.00', 'something else');
    const invoices = numbered(one);
    const unclear = (detail: RegExp, ids: readonly string[]) =>
      refused('bank_line_unclear', (told) => {
        assert.match(told.detail, detail);
        assert.deepEqual(new Set(told.candidates.map(({ id }: Wire) => id)), new Set(ids));
      });
    const [one_, both] = [[first['id']], [first['id'], second['id']]];
    await assert.rejects(reconcile({ amount: '1190', invoices }), unclear(/Several/, both));
    await assert.rejects(reconcile({ amount: '1190', day: '2026-03-17', invoices }), unclear(/No bank line/, both));
    await assert.rejects(reconcile({ amount: '1191', invoices }), unclear(/No bank line/, []));
    await assert.rejects(reconcile({ amount: '1190', reference: 'zz', invoices }), unclear(/No bank line/, both));
    const told = { bank_line_id: first['id'], amount: '1191', invoices };
    await assert.rejects(
      reconcile(told),
      refused('bank_line_unclear', ({ candidates }) => {
        assert.deepEqual(candidates[0], {
          id: first['id'],
          bank_account_id: bank.id,
          day: '2026-03-16',
          amount: '1190.00',
          currency: 'EUR',
          counterparty: null,
          text: 'a',
          match_state: 'open',
        });
      }),
    );
    await reconcile({ amount: '1190', day: '2026-03-16', bank_account_id: bank.id, invoices });
    const next = numbered(await invoice('1000'));
    await assert.rejects(
      reconcile({ amount: '1190', day: '2026-03-16', invoices: next }),
      unclear(/matched with the books already/, one_),
    );
    await assert.rejects(reconcile({ bank_line_id: first['id'], invoices: next }), refused('bank_line_not_open'));
    await keyed('unmatch_bank_line', { id: first['id'] });
  });

  test('by an amount alone, without invoices or without a word of the line', async () => {
    const { call, line, invoice, reconcile } = await business();
    const one = await invoice('1000');
    const { id } = await line('1190.00', 'a');
    await assert.rejects(reconcile({ amount: '1190' }), faultOf('required', '/invoices'));
    await assert.rejects(reconcile({ invoices: numbered(one) }), faultOf('required', '/amount'));
    const sameDay = { day: '2026-03-16', invoices: numbered(one) };
    await assert.rejects(reconcile(sameDay), faultOf('required', '/amount'));
    const twice = { bank_account_id: (await call('list_bank_accounts')).data[0].id, bank_account_name: 'Current' };
    await assert.rejects(reconcile({ amount: '1190', ...twice, invoices: numbered(one) }), faultOf('sent_twice'));
    const nowhere = { amount: '1190', bank_account_name: 'Elsewhere', invoices: numbered(one) };
    await assert.rejects(reconcile(nowhere), refused('not_found'));
    assert.equal((await call('get_bank_line', { id })).match_state, 'open');
  });

  test('and neither is an invoice', async () => {
    const { line, invoice, bill, reconcile, keyed } = await business();
    const [one, two] = [await invoice('1000'), await bill('10', 'R-1')];
    await line('1190.00', 'a');
    const told = (...invoices: readonly object[]) => reconcile({ amount: '1190', invoices });
    await assert.rejects(told({ number: 'INV-404' }), refused('not_found'));
    await assert.rejects(told({}), faultOf('one_of', '/invoices/0'));
    await assert.rejects(told(...numbered(one, one)), faultOf('named_twice', '/invoices/1'));
    await assert.rejects(told(...numbered(one), { expense_id: two['id'] }), faultOf('mixed_sides', '/invoices/1'));
    await assert.rejects(told(...numbered(one, await invoice('5'))), faultOf('nothing_left', '/invoices/1'));
    await keyed('create_expense', {
      payee_name: 'Somebody',
      supplier_invoice_number: one['number'],
      expense_date: '2026-03-02',
      lines: [{ amount: '5', category: 'Travel' }],
      post: true,
    });
    await assert.rejects(
      told(...numbered(one)),
      refused('ambiguous_name', ({ candidates }) => assert.equal(candidates.length, 2)),
    );
  });
});
