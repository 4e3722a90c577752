import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
world.setNow('2026-03-02T10:00:00.000Z');
await call('set_exchange_rate', { currency: 'USD', rate: '0.9', rate_date: '2026-03-01' });
const abroad = await shop.tax('0');
const tea = await shop.service({ price: '10', tax_rate_ids: [abroad] });
const lines = [{ variant_id: tea.id, quantity: '3' }];

async function exportList(more: object = {}): Promise<Wire> {
  return call('create_price_list', {
    name: `Export ${Math.random()}`,
    currency: 'USD',
    prices: [
      { variant_id: tea.id, price: '12.50' },
      { variant_id: tea.id, price: '11', min_quantity: '10' },
    ],
    ...more,
  });
}

test('what is sold to a client is in the currency of the client, at the prices of its list', async () => {
  const client = await shop.client({ currency: 'USD', price_list_id: (await exportList()).id });
  const sale = await call('create_sale', { client_id: client.id, lines, confirm: true });
  assert.deepEqual(
    [sale.currency, sale.total, sale.exchange_rate, sale.base_total, sale.lines[0].price_source],
    ['USD', '37.50', '0.9', '33.75', 'client_list'],
  );
  const many = await call('calculate_sale', { client_id: client.id, lines: [{ ...lines[0], quantity: '10' }] });
  assert.deepEqual([many.currency, many.total], ['USD', '110.00']);
  const quote = await call('create_document', { type: 'quote', client_id: client.id, lines });
  assert.deepEqual([quote.currency, quote.total], ['USD', '37.50']);
  const here = await call('create_sale', { client_id: client.id, lines, currency: 'EUR' });
  assert.deepEqual([here.currency, here.total, here.exchange_rate], ['EUR', '30.00', '1']);
  await shop.booksAgree();
});

test('a list that has no price of its own in that currency is no price at all, whatever it takes off', async () => {
  const percent = await exportList({ prices: [], percent_off: '10' });
  const client = await shop.client({ currency: 'USD', price_list_id: percent.id });
  await assert.rejects(
    call('create_sale', { client_id: client.id, lines }),
    refused('currency_mismatch', ({ errors, hint }) => {
      assert.equal(errors[0].pointer, '/lines/0/unit_price');
      assert.match(hint, /price list in USD/);
    }),
  );
  const [line] = lines;
  const given = await call('create_sale', { client_id: client.id, lines: [{ ...line, unit_price: '2' }] });
  assert.deepEqual([given.currency, given.total], ['USD', '6.00']);
});

test('a draft stays in the currency that it was drafted in, and needs a rate of its day', async () => {
  const client = await shop.client({ currency: 'USD', price_list_id: (await exportList()).id });
  const draft = await call('create_sale', { client_id: client.id, lines });
  await call('update_client', { id: client.id, currency: 'GBP' });
  const noted = await call('update_sale', { id: draft.id, notes: 'Soon.', lines: [{ ...lines[0], quantity: '1' }] });
  assert.deepEqual([noted.currency, noted.total], ['USD', '12.50']);
  await assert.rejects(
    call('create_sale', { client_id: client.id, lines: [{ ...lines[0], unit_price: '1' }] }),
    refused('exchange_rate_missing', ({ currency, base_currency: base, rate_date: day }) =>
      assert.deepEqual([currency, base, day], ['GBP', 'EUR', '2026-03-02']),
    ),
  );
});
