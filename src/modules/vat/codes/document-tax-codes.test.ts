import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-03-10T12:00:00Z');
const as = await world.found('Codes', { country: 'DE' });
const shop = shopOf(world, as);
const bought = createExpenseFixture(world, as);
const call = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
const abroad = (country: string) => ({ billing_address: { line1: '1 Street', city: 'City', country } });
const client = (country: string): Promise<Wire> => shop.client(abroad(country));
const supplier = (country: string): Promise<Wire> => bought.supplier(abroad(country));
const codes = async ({ id }: Wire): Promise<string[]> =>
  (await call('get_document_tax_codes', { id })).tax_codes.map(({ code }: Wire) => code);

const rates = {
  standard: await shop.tax('19'),
  reduced: await shop.tax('7'),
  zero: await shop.tax('0', { category: 'Z' }),
  goods: await shop.tax('0', { category: 'K', applies_to: 'sales' }),
  reverse: await shop.tax('0', { category: 'AE', applies_to: 'sales' }),
  french: await shop.tax('20', { country: 'FR' }),
  owed: await shop.tax('19', { kind: 'reverse_charge', category: 'AE', applies_to: 'purchases' }),
  acquired: await shop.tax('19', { kind: 'reverse_charge', category: 'K', applies_to: 'purchases' }),
  withheld: await shop.tax('15', { kind: 'withholding' }),
};
const sale = (rate_ids: string[], more: object = {}): Promise<Wire> =>
  shop.keyed('create_sale', {
    lines: rate_ids.map((id) => ({ name: 'Work', quantity: '1', unit_price: '100.00', tax_rate_ids: [id] })),
    prices_include_tax: false,
    confirm: true,
    ...more,
  });
const bill = (rate: string, more: object = {}, line: object = {}): Promise<Wire> =>
  bought.owed('100', { lines: [{ category: 'Travel', amount: '100', tax_rate_ids: [rate], ...line }], ...more });
const from = async (country: string) => ({ payee_name: undefined, supplier_id: (await supplier(country)).id });

describe('the tax code of a sale', () => {
  test('is that of its rate, one for each', async () => {
    const { id: client_id } = await client('DE');
    const sold = await sale([rates.reduced, rates.standard, rates.zero], { client_id });
    assert.deepEqual(await codes(sold), ['S19', 'S7', 'Z']);
  });

  test('by reverse charge depends on where the client is', async () => {
    const of = async (country: string) => codes(await sale([rates.reverse], { client_id: (await client(country)).id }));
    assert.deepEqual(await Promise.all(['FR', 'DE', 'US'].map(of)), [['KS'], ['AE'], ['O']]);
    assert.deepEqual(await codes(await sale([rates.goods], { client_id: (await client('FR')).id })), ['K']);
  });

  test('at the rate of another member state is one of the One-Stop Shop', async () => {
    assert.deepEqual(await codes(await sale([rates.french], { client_id: (await client('FR')).id })), ['OSSFR20']);
  });

  test('stays when the client moves, and a return has it too', async () => {
    const buyer = await client('FR');
    const sold = await sale([rates.reverse], { client_id: buyer.id });
    await call('update_client', { id: buyer.id, ...abroad('US') });
    assert.deepEqual(await codes(sold), ['KS']);
    const lines = [{ line_id: (await shop.sale(sold)).lines[0].id, quantity: '1' }];
    const back = await shop.keyed('return_sale', { id: sold.id, lines });
    assert.deepEqual(await codes(back), ['KS']);
  });

  test('has none for what the client withholds', async () => {
    const sold = await sale([rates.withheld], { client_id: (await client('DE')).id });
    assert.deepEqual(await codes(sold), []);
  });

  test('is what the rate says, where it says one', async () => {
    const own = await shop.tax('19', { sales_tax_code: 'OWN' });
    assert.deepEqual(await codes(await sale([own], { client_id: (await client('DE')).id })), ['OWN19']);
  });
});

describe('the tax code of an expense', () => {
  test('tells services, goods and assets apart', async () => {
    const { data } = await call('list_accounts', { code: '1500' });
    const category = await call('create_expense_category', { name: 'Machines', account_id: data[0].id });
    const machine = await bill(rates.standard, {}, { category: undefined, category_id: category.id });
    const goods = await bill(rates.standard, {}, { category: 'Goods and materials' });
    assert.deepEqual([await codes(await bill(rates.standard)), await codes(machine)], [['P19'], ['PC19']]);
    assert.deepEqual(await codes(goods), ['PG19']);
  });

  test('by reverse charge depends on where the supplier is', async () => {
    const of = async (country: string) => codes(await bill(rates.owed, await from(country)));
    assert.deepEqual(await Promise.all(['FR', 'US', 'DE'].map(of)), [['IS19'], ['IX19'], ['IA19']]);
    assert.deepEqual(await codes(await bill(rates.acquired, await from('FR'))), ['IK19']);
    assert.deepEqual(await codes(await bill(rates.owed)), ['IA19'], 'nobody knows where');
  });

  test('is fixed when a draft is posted', async () => {
    const draft = await bought.draft('100', {
      lines: [{ category: 'Travel', amount: '1', tax_rate_ids: [rates.reduced] }],
    });
    await assert.rejects(codes(draft), refused('not_found'));
    await shop.keyed('post_expense', { id: draft.id });
    assert.deepEqual(await codes(draft), ['P7']);
  });
});

describe('another code', () => {
  test('is chosen of the natures of its side, and told', async () => {
    const imported = await bill(rates.owed, await from('US'));
    const set = (nature: string, tax_rate_id = rates.owed) =>
      call('set_document_tax_code', { id: imported.id, tax_rate_id, nature });
    const chosen = await set('IMP');
    assert.deepEqual(
      chosen.tax_codes.map(({ code, is_chosen, percentage }: Wire) => [code, is_chosen, percentage]),
      [['IMP19', true, '19']],
    );
    await assert.rejects(set('P'), refused('validation_failed'));
    await assert.rejects(set('K'), refused('validation_failed'));
    await assert.rejects(set('IK', rates.standard), refused('not_found'));
    const told = world.emitted().filter(({ type }) => type === 'tax_code.set');
    assert.equal(told.length, 1);
  });

  test('of a document that is not there is refused', async () => {
    const { id } = await shop.client();
    await assert.rejects(call('get_document_tax_codes', { id }), refused('not_found'));
    const other = await world.call('create_sale', { lines: [{ name: 'x', quantity: '1', unit_price: '1' }] });
    await assert.rejects(call('get_document_tax_codes', { id: other.id }), refused('not_found'));
  });
});
