import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const harbour = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const shop = shopOf(world, harbour);
const as = harbour;
const run = (name: string, input: object): Promise<Wire> => call(name, input, { as });

const inEuros = { currency: 'EUR', exchange_rate: '1.09' };
const invoice = async (total: string, more: object = inEuros): Promise<Wire> => shop.sold(total, more);
describe('rates', () => {
  test('are taken from the table: that of the day, or the last before it', async () => {
    for (const [rate_date, rate] of [
      ['2026-03-01', '0.25'],
      ['2026-03-10', '0.27'],
    ]) {
      await run('set_exchange_rate', { currency: 'PLN', rate, rate_date, source: 'NBP' });
    }
    const on = (sale_date: string) => invoice('100', { currency: 'PLN', sale_date });
    const [early, later] = [await on('2026-03-09'), await on('2026-04-01')];
    assert.deepEqual(
      [early, later].map((sale) => [sale.exchange_rate, sale.rate_source, sale.rate_date, sale.base_total]),
      [
        ['0.25', 'NBP', '2026-03-01', '25.00'],
        ['0.27', 'NBP', '2026-03-10', '27.00'],
      ],
    );
    await run('set_exchange_rate', { currency: 'PLN', rate: '0.5', rate_date: '2026-03-10' });
    assert.equal((await shop.sale(later)).base_total, '27.00', 'a document keeps the rate that it used');
    await assert.rejects(
      on('2026-02-28'),
      refused('exchange_rate_missing', (details) =>
        assert.deepEqual(details, { currency: 'PLN', base_currency: 'USD', rate_date: '2026-02-28' }),
      ),
    );
  });

  test('of a draft stand until another day or another rate is said', async () => {
    await run('set_exchange_rate', { currency: 'SEK', rate: '0.1', rate_date: '2026-01-01' });
    const client_id = (await shop.client()).id;
    const draft = await shop.draft(['100'], { client_id, currency: 'SEK', sale_date: '2026-01-05' });
    await run('set_exchange_rate', { currency: 'SEK', rate: '0.2', rate_date: '2026-01-04' });
    const noted = await run('update_sale', { id: draft.id, due_date: '2027-01-01' });
    assert.equal(noted.base_total, '10.00');
    const moved = await run('update_sale', { id: draft.id, sale_date: '2026-01-06' });
    assert.equal(moved.base_total, '20.00');
    const said = await run('update_sale', { id: draft.id, exchange_rate: '0.3' });
    assert.deepEqual([said.base_total, said.rate_source], ['30.00', 'given']);
    assert.equal((await shop.keyed('confirm_sale', { id: draft.id })).base_total, '30.00');
  });

  test('currencies with other minor units convert by their worth', async () => {
    const yen = await invoice('13500', { currency: 'JPY', exchange_rate: '0.0067' });
    assert.deepEqual([yen.total, yen.base_total], ['13500', '90.45']);
    const dinar = await invoice('3.704', { currency: 'KWD', exchange_rate: '3.25' });
    assert.deepEqual([dinar.total, dinar.base_total], ['3.704', '12.04']);
    await shop.pay(yen, { exchange_rate: '0.007' });
    await shop.pay(dinar, { exchange_rate: '3.2' });
    await shop.booksAgree();
  });

  test('are no rates where they are zero, too fine, not numbers, or one for the base currency', async () => {
    const lines = [{ name: 'Tea', quantity: '1', unit_price: '10' }];
    const client_id = (await shop.client()).id;
    for (const exchange_rate of ['0', '1.12345678901', 'NaN', '1e400', '１.09', '-1', '99999999999']) {
      const deed = run('create_sale', { currency: 'EUR', exchange_rate, client_id, lines, confirm: true });
      await assert.rejects(deed, refused('validation_failed'));
      await assert.rejects(
        run('set_exchange_rate', { currency: 'EUR', rate: exchange_rate }),
        refused('validation_failed'),
      );
    }
    await assert.rejects(
      run('create_sale', { currency: 'USD', exchange_rate: '1', client_id, lines }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'base_currency')),
    );
    await assert.rejects(run('set_exchange_rate', { currency: 'USD', rate: '1' }), refused('validation_failed'));
    await assert.rejects(run('create_sale', { currency: 'XXX', client_id, lines }), refused('validation_failed'));
    const sale = await invoice('10');
    await assert.rejects(
      shop.pay(sale, { amount: '1.001', exchange_rate: '1.1' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_scale')),
    );
    await shop.booksAgree();
  });

  test('are listed, shown and deleted; what was sold by them stays', async () => {
    const rate = await run('set_exchange_rate', { currency: 'NOK', rate: '0.09', rate_date: '2026-05-05' });
    assert.deepEqual([rate.rate, rate.source, rate.version], ['0.09', 'manual', 1]);
    const again = await run('set_exchange_rate', { currency: 'NOK', rate: '0.095', rate_date: '2026-05-05' });
    assert.deepEqual([again.id, again.version], [rate.id, 2]);
    assert.equal((await run('list_exchange_rates', { currency: 'NOK' })).data.length, 1);
    await assert.rejects(run('delete_exchange_rate', { id: rate.id, version: 1 }), refused('version_conflict'));
    await run('delete_exchange_rate', { id: rate.id });
    await assert.rejects(run('get_exchange_rate', { id: rate.id }), refused('not_found'));
  });
});
