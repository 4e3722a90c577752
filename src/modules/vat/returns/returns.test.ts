/** VAT returns when people are late, make mistakes or act at the same time. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createVatFixture } from '../../../../test/support/vat-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const vat = createVatFixture(world);
const german = () => vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
const codes = ({ checks }: Wire): string[] => checks.map(({ code }: Wire) => code);

describe('filing', () => {
  test('by two people at once files once', async () => {
    const shop = await german();
    await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
    const draft = await shop.draft();
    const tries = await Promise.allSettled([1, 2, 3].map(() => shop.file(draft, '2026-04-10')));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const { data } = await shop.call('list_vat_return_lines', { return_id: draft.id });
    assert.equal(data.length, 1);
    const settling = await Promise.allSettled([1, 2].map(() => shop.keyed('settle_vat_return', { id: draft.id })));
    assert.equal(settling.filter(({ status }) => status === 'fulfilled').length, 1);
    await shop.sound();
  });

  test('waits for the end of the period and for the periods before', async () => {
    const shop = await german();
    const may = await shop.draft({ period_from: '2026-05-01' });
    assert.deepEqual(codes(may), ['earlier_period_open']);
    await assert.rejects(shop.file(may, '2026-06-01'), refused('vat_return_not_ready'));
    const june = await shop.draft({ period_from: '2026-06-01' });
    assert.ok(codes(june).includes('period_not_over'));
    await assert.rejects(shop.file(june, '2026-06-10'), refused('validation_failed'));
    await assert.rejects(shop.draft({ period_from: '2026-05-01' }), refused('vat_return_exists'));
    await assert.rejects(shop.draft({ period_from: '2026-05-02' }), refused('validation_failed'));
    await assert.rejects(shop.draft({ period_from: '2026-02-01' }), refused('validation_failed'));
    await shop.call('delete_vat_return', { id: june.id });
    const lock = (await shop.call('get_period_locks')).tax;
    assert.equal(lock, null, 'what could not be filed has closed nothing');
  });

  test('closes the period for tax, and nothing changes what was filed', async () => {
    const shop = await german();
    const s19 = await shop.rate('19');
    const sale = await shop.sell([['1000.00', s19]], '2026-03-05');
    const filed = await shop.file(await shop.draft(), '2026-04-10');
    await assert.rejects(shop.sell([['10.00', s19]], '2026-03-06'), refused('period_locked'));
    await assert.rejects(shop.call('update_vat_return', { id: filed.id, notes: 'x' }), refused('vat_return_frozen'));
    await assert.rejects(shop.call('delete_vat_return', { id: filed.id }), refused('vat_return_frozen'));
    await shop.keyed('void_sale', { id: sale.id, date: '2026-05-05' });
    const again = await shop.call('get_vat_return', { id: filed.id });
    assert.deepEqual([again.due, again.line_count], ['190.00', 1]);
    const april = await shop.file(await shop.draft(), '2026-05-08');
    assert.equal(april.due, '0.00');
    const may = await shop.draft();
    assert.deepEqual([may.due, shop.boxes(may, ['81'])['81'], may.late_count], ['-190.00', '-1000.00', 0]);
    await shop.sound();
  });

  test('of a period without any business is a return of zeros, and settles without an entry', async () => {
    const shop = await german();
    const filed = await shop.file(await shop.draft(), '2026-04-10');
    assert.deepEqual([filed.due, filed.line_count], ['0.00', 0]);
    const settled = await shop.keyed('settle_vat_return', { id: filed.id });
    assert.deepEqual([settled.status, settled.settlement_entry_id], ['paid', null]);
  });

  test('is not even possible for the owner of the database behind our back', async () => {
    const shop = await german();
    const filed = await shop.file(await shop.draft(), '2026-04-10');
    await asOwner(world.database.ownerUrl, async (owner) => {
      await assert.rejects(owner.query(`update vat_returns set due = 1 where status = 'filed'`), /filed return stays/);
      await assert.rejects(owner.query(`delete from vat_returns where status = 'filed'`), /filed return stays/);
    });
    assert.equal((await shop.call('get_vat_return', { id: filed.id })).due, '0.00');
  });
});

describe('what comes in', () => {
  test('as a credit note across periods counts where it is dated', async () => {
    const shop = await german();
    const sale = await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
    await shop.file(await shop.draft(), '2026-04-10');
    const lines = (await shop.call('get_sale', { id: sale.id })).lines.map(({ id }: Wire) => ({
      line_id: id,
      quantity: '1',
    }));
    await shop.keyed('return_sale', { id: sale.id, lines, return_date: '2026-04-20' });
    const april = await shop.draft();
    assert.deepEqual([april.due, april.late_count, april.line_count], ['-190.00', 0, 1]);
  });

  test('in another currency is declared as it is in the books', async () => {
    const shop = await german();
    const s19 = await shop.rate('19');
    await shop.sell([['1000.00', s19]], '2026-03-05', 'US', { currency: 'USD', exchange_rate: '0.91' });
    await shop.buy([['100.00', s19]], '2026-03-06', 'US', 'Travel', { currency: 'USD', exchange_rate: '0.93' });
    const draft = await shop.draft();
    assert.deepEqual(shop.boxes(draft, ['81', '66']), { '81': '910.00', '66': '17.67' });
    const filed = await shop.file(draft, '2026-04-10');
    const moved = await shop.moves(() => shop.keyed('settle_vat_return', { id: filed.id }));
    assert.deepEqual(moved, { 1300: -17_67n, 2200: 172_90n, 2210: -155_23n });
    await shop.sound();
  });

  test('with mixed rates, exempt and without a rate is told apart, and what has no rate is named', async () => {
    const shop = await german();
    const [s19, s7] = [await shop.rate('19'), await shop.rate('7')];
    const [exempt, exported] = [await shop.rate('0', { category: 'E' }), await shop.rate('0', { category: 'G' })];
    const lines: [string, string][] = [
      ['100.00', s19],
      ['50.00', s7],
      ['30.00', exempt],
      ['20.00', exported],
    ];
    await shop.sell(lines, '2026-03-05');
    const bare = await shop.shop.sold('10.00', { sale_date: '2026-03-06' });
    const draft = await shop.draft();
    assert.deepEqual(shop.boxes(draft, ['81', '86', '48', '43', '45']), {
      '81': '100.00',
      '86': '50.00',
      '48': '30.00',
      '43': '20.00',
      '45': '0.00',
    });
    const [uncoded] = draft.checks.filter(({ code }: Wire) => code === 'uncoded');
    assert.deepEqual(
      uncoded.records.map(({ id }: Wire) => id),
      [bare.id],
    );
  });

  test('under another code after it was filed is taken back and declared anew', async () => {
    const shop = await german();
    const reverse = await shop.rate('0', { category: 'AE', applies_to: 'sales' });
    const sale = await shop.sell([['1000.00', reverse]], '2026-03-05', 'FR');
    const march = await shop.file(await shop.draft(), '2026-04-10');
    assert.deepEqual(shop.boxes(march, ['21', '41']), { '21': '1000.00', '41': '0.00' });
    await shop.call('set_document_tax_code', { id: sale.id, tax_rate_id: reverse, nature: 'K' });
    const april = await shop.draft();
    assert.deepEqual(shop.boxes(april, ['21', '41']), { '21': '-1000.00', '41': '1000.00' });
    assert.equal(april.late_count, 2);
  });

  test('with an early-payment discount lowers the tax of the period in which it is granted', async () => {
    const shop = await german();
    const sale = await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-28', 'DE', {
      due_date: '2026-04-28',
      early_discounts: [{ percent: '2', days: 14 }],
    });
    await shop.file(await shop.draft(), '2026-04-10');
    await shop.pay(sale, '1166.20', '2026-04-05');
    const april = await shop.draft();
    assert.deepEqual([april.ledger_tax, shop.boxes(april, ['81'])['81']], ['-3.80', '-20.00']);
    await shop.sound();
  });
});

describe('settling', () => {
  test('a correction moves only what it changes, and is paid with the difference', async () => {
    const shop = await german();
    const s19 = await shop.rate('19');
    await shop.sell([['1000.00', s19]], '2026-03-05');
    const march = await shop.file(await shop.draft(), '2026-04-10');
    await shop.keyed('settle_vat_return', { id: march.id });
    const bank = await shop.accountOf('1010');
    await shop.keyed('pay_vat_return', { id: march.id, account_id: bank });
    await shop.reopen('2026-03-01', '2026-03-31');
    await shop.sell([['100.00', s19]], '2026-03-15');
    const draft = await shop.keyed('correct_vat_return', { id: march.id });
    await assert.rejects(shop.keyed('correct_vat_return', { id: march.id }), refused('vat_return_exists'));
    const corrected = await shop.file(draft, '2026-05-10');
    assert.deepEqual([corrected.due, corrected.amount_paid, corrected.amount_due], ['209.00', '190.00', '19.00']);
    const moved = await shop.moves(() => shop.keyed('settle_vat_return', { id: corrected.id }));
    assert.deepEqual(moved, { 2200: 19_00n, 2210: -19_00n });
    const paid = await shop.keyed('pay_vat_return', { id: corrected.id, account_id: bank });
    assert.equal(paid.status, 'paid');
    assert.equal(await shop.shop.balance('2210'), 0n);
    await shop.sound();
  });

  test('is taken back while nothing is paid, and a payment is voided', async () => {
    const shop = await german();
    await shop.buy([['1000.00', await shop.rate('19')]], '2026-03-05');
    const { id } = await shop.file(await shop.draft(), '2026-04-10');
    const bank = await shop.accountOf('1010');
    await assert.rejects(shop.keyed('pay_vat_return', { id, account_id: bank }), refused('vat_return_wrong_state'));
    await shop.keyed('settle_vat_return', { id });
    await assert.rejects(
      shop.keyed('pay_vat_return', { id, account_id: bank, amount: '5' }),
      refused('validation_failed'),
    );
    const back = await shop.keyed('pay_vat_return', { id, account_id: bank, amount: '-100' });
    assert.deepEqual([back.status, back.amount_due], ['settled', '-90.00']);
    await assert.rejects(shop.call('unsettle_vat_return', { id }), refused('vat_return_wrong_state'));
    await shop.call('void_vat_payment', { id: back.payments[0].id });
    await assert.rejects(shop.call('void_vat_payment', { id: back.payments[0].id }), refused('vat_return_wrong_state'));
    const filed = await shop.call('unsettle_vat_return', { id });
    assert.deepEqual([filed.status, filed.amount_paid, filed.amount_due], ['filed', '0.00', '-190.00']);
    assert.deepEqual([await shop.shop.balance('2210'), await shop.shop.balance('1300')], [0n, 190_00n]);
    await shop.keyed('settle_vat_return', { id });
    await shop.sound();
  });

  test('a line of the bank that is booked on the settlement account pays the return', async () => {
    const shop = await german();
    await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
    const { id } = await shop.file(await shop.draft(), '2026-04-10');
    await shop.keyed('settle_vat_return', { id });
    const lines = [
      { account_code: '2210', debit: '190.00' },
      { account_code: '1010', credit: '190.00' },
    ];
    const entry = await shop.keyed('create_journal_entry', {
      entry_date: '2026-04-12',
      memo: 'Tax office',
      lines,
      post: true,
    });
    const paid = await shop.keyed('pay_vat_return', { id, entry_id: entry.id });
    assert.deepEqual([paid.status, paid.payments[0].paid_on], ['paid', '2026-04-12']);
    await assert.rejects(shop.keyed('pay_vat_return', { id, entry_id: entry.id }), refused('validation_failed'));
    await shop.sound();
  });

  test('into a closed period is refused, and posts on another day when told so', async () => {
    const shop = await german();
    await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
    const { id } = await shop.file(await shop.draft(), '2026-04-10');
    await shop.call('set_period_locks', { soft: '2026-03-31' });
    await assert.rejects(shop.keyed('settle_vat_return', { id }), refused('period_locked'));
    const settled = await shop.keyed('settle_vat_return', { id, date: '2026-04-01' });
    assert.equal(settled.settled_on, '2026-04-01');
  });
});

test('figures that the books do not know are asked, and no others', async () => {
  const shop = await german();
  await shop.sell([['1000.00', await shop.rate('19')]], '2026-03-05');
  const draft = await shop.draft();
  const told = await shop.call('update_vat_return', { id: draft.id, figures: { '39': '100.00' } });
  assert.deepEqual([told.due, told.net], ['90.00', '190.00']);
  await assert.rejects(
    shop.call('update_vat_return', { id: draft.id, figures: { '81': '1' } }),
    refused('validation_failed'),
  );
  await assert.rejects(
    shop.call('update_vat_return', { id: draft.id, figures: { '39': '1.001' } }),
    refused('validation_failed'),
  );
  const cleared = await shop.call('update_vat_return', { id: draft.id, figures: { '39': null } });
  assert.equal(cleared.due, '190.00');
});

test('when tax falls due another way, documents of before keep theirs', async () => {
  const shop = await german();
  const s19 = await shop.rate('19');
  const sale = await shop.sell([['1000.00', s19]], '2026-03-05');
  await shop.file(await shop.draft(), '2026-04-10');
  await shop.call('update_organization', { tax_basis: 'payment' });
  const april = await shop.draft();
  assert.ok(codes(april).includes('basis_changed'));
  await shop.call('update_vat_settings', { basis_since: '2026-04-01' });
  await shop.sell([['100.00', s19]], '2026-04-05');
  await shop.pay(sale, '1190.00', '2026-04-20');
  const after = await shop.call('get_vat_return', { id: april.id });
  assert.deepEqual([after.due, after.line_count, codes(after)], ['0.00', 0, []], 'neither twice nor before it is paid');
});

test('another organisation sees no return, and nobody starts without settings', async () => {
  const shop = await german();
  const draft = await shop.draft();
  await assert.rejects(world.call('get_vat_return', { id: draft.id }), refused('not_found'));
  await assert.rejects(world.call('create_vat_return', {}, { key: 'none' }), refused('vat_settings_missing'));
  await assert.rejects(world.call('get_vat_settings'), refused('not_found'));
  await assert.rejects(shop.call('update_vat_settings', { starts_on: '2026-01-01' }), refused('validation_failed'));
});

type Shop = Awaited<ReturnType<typeof german>>;

/** The next return, of a sale with 190.00 of tax on that day, filed and settled. */
async function settledReturn(
  shop: Shop,
  rate: string,
  { sold, filed }: { sold: string; filed: string },
): Promise<string> {
  await shop.sell([['1000.00', rate]], sold);
  const { id } = await shop.file(await shop.draft(), filed);
  await shop.keyed('settle_vat_return', { id });
  return id;
}

test('only a return of the United Kingdom is exported for Making Tax Digital; any other is as CSV', async () => {
  const shop = await german();
  const { id } = await shop.draft();
  await assert.rejects(shop.call('export_vat_return', { id, format: 'mtd' }), refused('vat_no_mtd'));
  const { filename } = await shop.call('export_vat_return', { id, format: 'csv' });
  assert.equal(filename, 'vat-2026-03-01-2026-03-31.csv');
});

test('a return is not filed before the period that precedes it, and is once that one is', async () => {
  const shop = await german();
  const april = await shop.draft({ period_from: '2026-04-01' });
  const early = shop.keyed('file_vat_return', { id: april.id, filed_on: '2026-05-05' });
  await assert.rejects(
    early,
    refused('vat_return_not_ready', ({ checks }) => assert.equal(checks[0].code, 'earlier_period_open')),
  );
  await shop.file(await shop.draft({ period_from: '2026-03-01' }), '2026-04-10');
  const filed = await shop.keyed('file_vat_return', { id: april.id, filed_on: '2026-05-05' });
  assert.equal(filed.status, 'filed');
});

test('who has not said how VAT is declared finds no return to file and gets no EC sales list', async () => {
  const shop = await german();
  const { id } = await shop.draft();
  const as = await world.found('Without settings', { country: 'DE', currency: 'EUR' });
  const filing = world.call('file_vat_return', { id, filed_on: '2026-04-10' }, { as, key: randomUUID() });
  await assert.rejects(filing, refused('not_found'));
  const month = { from: '2026-03-01', to: '2026-03-31' };
  await assert.rejects(world.call('get_ec_sales_list', month, { as }), refused('vat_settings_missing'));
  await world.call('update_vat_settings', { period: 'month', starts_on: '2026-03-01' }, { as });
  const list = await world.call('get_ec_sales_list', month, { as });
  assert.deepEqual(list.rows, []);
});

test('an entry that has paid one return does not pay another', async () => {
  const shop = await german();
  const s19 = await shop.rate('19');
  const march = await settledReturn(shop, s19, { sold: '2026-03-05', filed: '2026-04-10' });
  const april = await settledReturn(shop, s19, { sold: '2026-04-05', filed: '2026-05-10' });
  const { id: entry_id } = await shop.keyed('create_journal_entry', {
    entry_date: '2026-04-12',
    memo: 'Tax office',
    lines: [
      { account_code: '2210', debit: '190.00' },
      { account_code: '1010', credit: '190.00' },
    ],
    post: true,
  });
  await shop.keyed('pay_vat_return', { id: march, entry_id });
  await assert.rejects(shop.keyed('pay_vat_return', { id: april, entry_id }), refused('vat_entry_used'));
  const { status, amount_paid: paid } = await shop.call('get_vat_return', { id: april });
  assert.deepEqual([status, paid], ['settled', '0.00']);
  await shop.sound();
});

test('a payment that a line of the bank is matched with is voided only once that line is free', async () => {
  const shop = await german();
  const id = await settledReturn(shop, await shop.rate('19'), { sold: '2026-03-05', filed: '2026-04-10' });
  const account_id = await shop.accountOf('1010');
  const bank = await shop.call('create_bank_account', { name: 'Current', account_id });
  const { payments } = await shop.keyed('pay_vat_return', { id, account_id, date: '2026-04-12' });
  const [payment] = payments;
  const { lines } = await shop.call('import_bank_statement', {
    bank_account_id: bank.id,
    content: 'Day;Amount;Text\n12.04.2026;-190,00;Tax office\n',
    mapping: { booking_day: 'Day', amount: 'Amount', text: 'Text' },
  });
  const line = { id: lines[0].line_id };
  await shop.keyed('match_bank_line', { ...line, targets: [{ entry_id: payment.entry_id }] });
  await assert.rejects(shop.keyed('void_vat_payment', { id: payment.id }), refused('bank_confirmed'));
  await shop.keyed('unmatch_bank_line', line);
  const voided = await shop.keyed('void_vat_payment', { id: payment.id });
  assert.deepEqual([voided.status, voided.amount_due], ['settled', '190.00']);
  await shop.sound();
});
