/** Returns of nine countries to the cent, from the documents to the boxes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVatFixture } from '../../../../test/support/vat-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const vat = createVatFixture(world);

describe('Germany', () => {
  test('cuts off bases, computes the tax on them, and settles to the cent', async () => {
    const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
    const [s19, s7] = [await shop.rate('19'), await shop.rate('7')];
    const [ik, is] = [await shop.reverse('19', 'K'), await shop.reverse('19', 'AE')];
    await shop.sell(
      [
        ['10000.40', s19],
        ['500.00', s7],
      ],
      '2026-03-05',
    );
    await shop.buy([['2000.00', ik]], '2026-03-06', 'FR');
    await shop.buy([['1000.00', is]], '2026-03-07', 'FR');
    // 600.00 of input tax.
    await shop.buy([['3157.89', s19]], '2026-03-08');
    const draft = await shop.draft();
    assert.deepEqual(shop.boxes(draft, ['81', '86', '89', '46', '47', '61', '67', '66', '83']), {
      '81': '10000.00',
      '86': '500.00',
      '89': '2000.00',
      '46': '1000.00',
      '47': '190.00',
      '61': '380.00',
      '67': '190.00',
      '66': '600.00',
      '83': '1335.00',
    });
    assert.deepEqual([draft.ledger_tax, draft.rounding], ['1335.08', '-0.08']);
    const behind = async (box: string) =>
      (await shop.call('list_vat_return_lines', { return_id: draft.id, box })).data.map(({ side, tax }: Wire) => [
        side,
        tax,
      ]);
    assert.deepEqual([await behind('47'), await behind('67')], [[['output', '190.00']], [['input', '190.00']]]);
    assert.deepEqual((await behind('83')).length, 7);
    const filed = await shop.file(draft, '2026-04-10');
    assert.deepEqual([filed.status, filed.due, filed.amount_due, filed.checks], ['filed', '1335.00', '1335.00', []]);
    const moved = await shop.moves(() => shop.keyed('settle_vat_return', { id: draft.id }));
    assert.deepEqual(moved, { 1300: -1170_00n, 2200: 2505_08n, 2210: -1335_00n, 4810: -8n });
    const bank = await shop.accountOf('1010');
    const paid = await shop.moves(() => shop.keyed('pay_vat_return', { id: draft.id, account_id: bank }));
    assert.deepEqual(paid, { 1010: -1335_00n, 2210: 1335_00n });
    assert.equal((await shop.call('get_vat_return', { id: draft.id })).status, 'paid');
    const summary = await shop.call('get_tax_summary', { from: '2026-03-01', to: '2026-04-30' });
    assert.equal(summary.reconciliation.difference, '0.00');
    await shop.sound();
  });

  test('a late bill is in the next return, or in a correction that replaces the filed one', async () => {
    const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
    const s19 = await shop.rate('19');
    await shop.sell([['1000.00', s19]], '2026-03-05');
    const march = await shop.file(await shop.draft(), '2026-04-08');
    world.setNow('2026-05-06T12:00:00Z');
    await shop.reopen('2026-03-01', '2026-03-31');
    await shop.buy([['500.00', s19]], '2026-03-20');
    const april = await shop.draft({ period_from: '2026-04-01' });
    assert.equal(shop.boxes(april, ['66'])['66'], '95.00');
    assert.deepEqual([april.late_count, april.checks.map(({ code }: { code: string }) => code)], [1, ['late']]);
    const correction = await shop.keyed('correct_vat_return', { id: march.id });
    assert.deepEqual(shop.boxes(correction, ['81', '66', '83']), { '81': '1000.00', '66': '95.00', '83': '95.00' });
    const filed = await shop.file(correction, '2026-05-06');
    assert.equal(filed.corrects_id, march.id);
    assert.equal((await shop.call('get_vat_return', { id: march.id })).status, 'superseded');
    assert.equal((await shop.call('get_vat_return', { id: april.id })).line_count, 0, 'and in one alone');
    await shop.sound();
  });

  test('by payment, output tax waits and input tax does not', async () => {
    const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-03-01', tax_basis: 'payment' });
    const s19 = await shop.rate('19');
    const sale = await shop.sell([['1000.00', s19]], '2026-03-05');
    await shop.buy([['500.00', s19]], '2026-03-20');
    await shop.pay(sale, '595.00', '2026-04-10');
    await shop.pay(sale, '595.00', '2026-05-10');
    const of = async (from: string) => {
      const draft = await shop.draft({ period_from: from });
      const filed = await shop.file(draft, '2026-06-08');
      return [filed.due, shop.boxes(filed, ['66'])['66']];
    };
    assert.deepEqual(
      [await of('2026-03-01'), await of('2026-04-01'), await of('2026-05-01')],
      [
        ['-95.00', '95.00'],
        ['95.00', '0.00'],
        ['95.00', '0.00'],
      ],
    );
    await shop.sound();
  });

  test('of a phone that is half private, owes the tax whole and deducts half', async () => {
    const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
    const half = await shop.reverse('19', 'AE', { recoverable_percent: '50' });
    const moved = await shop.moves(() => shop.buy([['100.00', half]], '2026-03-05', 'FR'));
    assert.equal(moved['6300'], 109_50n);
    assert.deepEqual(shop.boxes(await shop.draft(), ['46', '47', '67']), {
      '46': '100.00',
      '47': '19.00',
      '67': '9.50',
    });
  });
});

test('the United Kingdom has nine boxes, reverse charge on both sides', async () => {
  const shop = await vat({ country: 'GB', currency: 'GBP', period: 'quarter', starts_on: '2026-01-01' });
  const s20 = await shop.rate('20');
  await shop.sell([['20000.00', s20]], '2026-02-05');
  await shop.buy([['1000.00', await shop.reverse('20', 'AE')]], '2026-02-06', 'FR');
  await shop.buy([['5000.00', s20]], '2026-02-07');
  assert.deepEqual(shop.boxes(await shop.draft(), ['1', '2', '3', '4', '5', '6', '7', '8', '9']), {
    '1': '4200.00',
    '2': '0.00',
    '3': '4200.00',
    '4': '1200.00',
    '5': '3000.00',
    '6': '21000.00',
    '7': '6000.00',
    '8': '0.00',
    '9': '0.00',
  });
});

test('the Netherlands', async () => {
  const shop = await vat({ country: 'NL', period: 'quarter', starts_on: '2026-01-01' });
  const s21 = await shop.rate('21');
  await shop.sell([['10000.00', s21]], '2026-02-05');
  await shop.buy([['2000.00', await shop.reverse('21', 'K')]], '2026-02-06', 'DE');
  await shop.buy([['3000.00', s21]], '2026-02-07');
  const draft = await shop.draft();
  assert.deepEqual(shop.both(draft, '1a'), ['10000.00', '2100.00']);
  assert.deepEqual(shop.both(draft, '4b'), ['2000.00', '420.00']);
  assert.deepEqual(shop.boxes(draft, ['5a', '5b', '5g']), { '5a': '2520.00', '5b': '1050.00', '5g': '1470.00' });
});

test('Australia in whole dollars with GST, New Zealand by three twenty-thirds', async () => {
  const oz = await vat({ country: 'AU', currency: 'AUD', period: 'quarter', starts_on: '2026-01-01' });
  const s10 = await oz.rate('10');
  await oz.sell([['10000.00', s10]], '2026-02-05');
  await oz.buy([['2000.00', s10]], '2026-02-07');
  assert.deepEqual(oz.boxes(await oz.draft(), ['G1', '1A', 'G11', '1B', '9']), {
    G1: '11000.00',
    '1A': '1000.00',
    G11: '2200.00',
    '1B': '200.00',
    '9': '800.00',
  });
  const nz = await vat({ country: 'NZ', currency: 'NZD', period: 'two_months', starts_on: '2026-01-01' });
  const s15 = await nz.rate('15');
  await nz.sell([['20000.00', s15]], '2026-02-05');
  await nz.buy([['10000.00', s15]], '2026-02-07');
  assert.deepEqual(nz.boxes(await nz.draft(), ['5', '8', '11', '12', '15']), {
    '5': '23000.00',
    '8': '3000.00',
    '11': '11500.00',
    '12': '1500.00',
    '15': '1500.00',
  });
});

test('Switzerland', async () => {
  const shop = await vat({ country: 'CH', currency: 'CHF', period: 'quarter', starts_on: '2026-01-01' });
  const rate = await shop.rate('8.1');
  await shop.sell([['10000.00', rate]], '2026-02-05');
  await shop.buy([['500.00', await shop.reverse('8.1', 'AE')]], '2026-02-06', 'FR');
  // Goods with 300.00 of input tax.
  await shop.buy([['3703.70', rate]], '2026-02-07', undefined, 'Goods and materials');
  const draft = await shop.draft();
  assert.deepEqual(shop.both(draft, '303'), ['10000.00', '810.00']);
  assert.deepEqual(shop.both(draft, '383'), ['500.00', '40.50']);
  assert.deepEqual(shop.boxes(draft, ['400', '405', '500', '510']), {
    '400': '300.00',
    '405': '40.50',
    '500': '510.00',
    '510': '0.00',
  });
});

test('Austria', async () => {
  const shop = await vat({ country: 'AT', period: 'month', starts_on: '2026-02-01' });
  const s20 = await shop.rate('20');
  await shop.sell([['10000.00', s20]], '2026-02-05');
  await shop.sell([['2000.00', await shop.rate('0', { category: 'K', applies_to: 'sales' })]], '2026-02-05', 'DE');
  await shop.buy([['1000.00', await shop.reverse('20', 'K')]], '2026-02-06', 'DE');
  await shop.buy([['2500.00', s20]], '2026-02-07');
  const draft = await shop.draft();
  assert.deepEqual(shop.both(draft, '022'), ['10000.00', '2000.00']);
  assert.deepEqual(shop.both(draft, '072'), ['1000.00', '200.00']);
  assert.deepEqual(shop.boxes(draft, ['000', '017', '070', '065', '060', '095']), {
    '000': '12000.00',
    '017': '2000.00',
    '070': '1000.00',
    '065': '200.00',
    '060': '500.00',
    '095': '1500.00',
  });
  const [missing] = draft.checks.filter(({ code }: { code: string }) => code === 'vat_number_missing');
  assert.equal(missing.count, 1);
});

test('Spain on the cash regime tells of supplies at once, and their tax is due by the next year’s end', async () => {
  const shop = await vat({ country: 'ES', period: 'quarter', starts_on: '2026-01-01', tax_basis: 'payment' });
  await shop.sell([['1000.00', await shop.rate('21')]], '2026-02-05');
  const first = await shop.draft();
  assert.deepEqual(shop.boxes(first, ['62', '63', '07', '71']), {
    '62': '1000.00',
    '63': '210.00',
    '07': '0.00',
    '71': '0.00',
  });
  world.setNow('2028-01-20T12:00:00Z');
  const last = await shop.draft({ period_from: '2027-10-01' });
  assert.deepEqual(shop.boxes(last, ['07', '09', '71']), { '07': '1000.00', '09': '210.00', '71': '210.00' });
});

test('the EC sales list says the same as the boxes, in whole units by VAT number', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-03-01' });
  const goods = await shop.rate('0', { category: 'K', applies_to: 'sales' });
  const services = await shop.rate('0', { category: 'AE', applies_to: 'sales' });
  const to = (country: string, value: string) => ({
    billing_address: { line1: '1 Street', city: 'City', country },
    tax_ids: [{ type: 'eu_vat', value }],
  });
  const french = await shop.shop.client(to('FR', 'FR40303265045'));
  const italian = await shop.shop.client(to('IT', 'IT00743110157'));
  const sale = await shop.sell([['1000.50', goods]], '2026-03-05', 'FR', { client_id: french.id });
  const second = await shop.sell([['200.10', goods]], '2026-03-06', 'FR', { client_id: french.id });
  await shop.sell([['500.00', services]], '2026-03-07', 'IT', { client_id: italian.id });
  const lines = (await shop.call('get_sale', { id: second.id })).lines.map(({ id }: Wire) => ({
    line_id: id,
    quantity: '1',
  }));
  await shop.keyed('return_sale', { id: second.id, lines, return_date: '2026-03-20' });
  const list = await shop.call('get_ec_sales_list', { from: '2026-03-01', to: '2026-03-31' });
  assert.deepEqual(
    list.rows.map(({ vat_number, kind, whole, amount }: Wire) => [vat_number, kind, whole, amount]),
    [
      ['FR40303265045', 'goods', '1000', '1000.50'],
      ['IT00743110157', 'services', '500', '500.00'],
    ],
  );
  const draft = await shop.draft();
  assert.deepEqual(shop.boxes(draft, ['41', '21']), { '41': '1000.00', '21': '500.00' });
  assert.deepEqual(draft.checks, []);
  const behind = await shop.call('list_vat_return_lines', { return_id: draft.id, box: '41' });
  assert.deepEqual(
    behind.data.map(({ source_id, code, base }: Wire) => [source_id === sale.id, code, base]),
    [
      [true, 'K', '1000.50'],
      [false, 'K', '200.10'],
      [false, 'K', '-200.10'],
    ],
  );
});

test('the One-Stop Shop has a return of its own, and its sales are in no box of the country', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: '2026-01-01' });
  const french = await shop.rate('20', { country: 'FR' });
  await shop.sell([['100.00', french]], '2026-02-05', 'FR');
  const national = await shop.draft({ period_from: '2026-02-01' });
  assert.deepEqual([national.due, national.line_count], ['0.00', 0]);
  const draft = await shop.draft({ scheme: 'oss' });
  assert.deepEqual([draft.period_from, draft.period_to, draft.due], ['2026-01-01', '2026-03-31', '20.00']);
  const summary = await shop.call('get_oss_summary', { id: draft.id });
  assert.deepEqual(
    summary.rows.map(({ country, percentage, base, tax, correction_of }: Wire) => [
      country,
      percentage,
      base,
      tax,
      correction_of,
    ]),
    [['FR', '20', '100.00', '20.00', null]],
  );
  await shop.file(draft, '2026-04-20');
  const moved = await shop.moves(() => shop.keyed('settle_vat_return', { id: draft.id }));
  assert.deepEqual(moved, { 2200: 20_00n, 2210: -20_00n });
  await shop.sound();
});

test('Making Tax Digital takes the nine boxes as numbers, whole pounds from the sixth on', async () => {
  const shop = await vat({ country: 'GB', currency: 'GBP', period: 'quarter', starts_on: '2026-01-01' });
  await shop.sell([['1000.99', await shop.rate('20')]], '2026-02-05');
  const draft = await shop.draft();
  const { content, content_type: type } = await shop.call('export_vat_return', { id: draft.id, format: 'mtd' });
  assert.equal(type, 'application/json');
  assert.deepEqual(JSON.parse(content), {
    periodKey: '',
    vatDueSales: 200.2,
    vatDueAcquisitions: 0,
    totalVatDue: 200.2,
    vatReclaimedCurrPeriod: 0,
    netVatDue: 200.2,
    totalValueSalesExVAT: 1000,
    totalValuePurchasesExVAT: 0,
    totalValueGoodsSuppliedExVAT: 0,
    totalAcquisitionsExVAT: 0,
    finalised: false,
  });
});
