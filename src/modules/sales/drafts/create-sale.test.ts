import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const vat = await shop.tax('19');
const lines = (sale: Wire, field: string): string[] => sale.lines.map((line: Wire) => line[field]);
const line = (unit_price: string, more: object = {}) => ({ name: 'Item', quantity: '1', unit_price, ...more });
const priced = (input: object, as = world.ana) => call('create_sale', input, { as });

describe('what is left to defaults', () => {
  test('a variant brings its name, price, unit and taxes', async () => {
    const variant = await shop.product({ name: 'Espresso', price: '2.40', sku: 'ESP-1', tax_rate_ids: [vat] });
    const sale = await priced({ lines: [{ variant_id: variant.id, quantity: '2' }] });
    const [first] = sale.lines;
    assert.deepEqual([first.name, first.sku, first.unit_price, first.net], ['Espresso', 'ESP-1', '2.40', '4.80']);
    assert.deepEqual(first.tax_rate_ids, [vat]);
    assert.equal(first.variant_id, variant.id);
  });

  test('what the line says goes before what the variant says', async () => {
    const variant = await shop.product({ price: '2.40', tax_rate_ids: [vat] });
    const said = { name: 'Staff coffee', unit_price: '1', tax_rate_ids: [], description: 'For us' };
    const [first] = (await priced({ lines: [{ variant_id: variant.id, quantity: '1', ...said }] })).lines;
    assert.deepEqual(
      [first.name, first.unit_price, first.taxes, first.description],
      ['Staff coffee', '1.00', [], 'For us'],
    );
  });

  test('a price with tax is a price without where the sale asks for that, and the other way round', async () => {
    const gross = await shop.product({ price: '119', price_includes_tax: true, tax_rate_ids: [vat] });
    const net = await shop.product({ price: '100', tax_rate_ids: [vat] });
    const items = [gross, net].map((variant) => ({ variant_id: variant.id, quantity: '1' }));
    const without = await priced({ lines: items });
    assert.deepEqual(lines(without, 'unit_price'), ['100.00', '100.00']);
    const including = await priced({ lines: items, prices_include_tax: true });
    assert.deepEqual(lines(including, 'unit_price'), ['119.00', '119.00']);
    assert.equal(without.total, including.total);
  });

  test('who is exempt pays no tax, and no tax that is inside a price either', async () => {
    const exempt = await shop.client({ tax_status: 'exempt' });
    const variant = await shop.product({ price: '119', price_includes_tax: true, tax_rate_ids: [vat] });
    const sale = await priced({
      client_id: exempt.id,
      prices_include_tax: true,
      lines: [{ variant_id: variant.id, quantity: '1' }],
    });
    assert.deepEqual([sale.total, sale.totals.tax], ['100.00', '0.00']);
  });

  test('a client brings terms, discount and name; what the sale says goes before', async () => {
    const client = await shop.client({
      display_name: 'Zoë Ltd',
      discount_percent: '10',
      payment_terms: { type: 'days_after_issue', value: 30 },
    });
    const input = { client_id: client.id, sale_date: '2026-03-01', lines: [line('100')] };
    const sale = await priced(input);
    assert.deepEqual([sale.client_name, sale.due_date, sale.total], ['Zoë Ltd', '2026-03-31', '90.00']);
    const other = await priced({ ...input, due_date: '2026-03-05', discounts: [] });
    assert.deepEqual([other.due_date, other.total], ['2026-03-05', '100.00']);
  });

  test('the seller, the day and the place are those of the caller', async () => {
    world.setNow('2026-04-01T22:30:00Z');
    const sale = await priced({ lines: [line('1')] });
    world.setNow(undefined);
    assert.equal(sale.sale_date, '2026-04-02', 'in Berlin it was tomorrow already');
    assert.match(sale.member_id, /^mem_/);
    assert.match(sale.location_id, /^loc_/);
  });
});

describe('people name things as they do', () => {
  test('a product by its SKU in any case, a client by name or number', async () => {
    const client = await shop.client({ display_name: 'Bäckerei Öztürk' });
    await shop.product({ sku: 'BUN-7', price: '1' });
    for (const name of ['bäckerei öztürk', client.number]) {
      const sale = await priced({ client: name, lines: [{ sku: 'bun-7', quantity: '1' }] });
      assert.equal(sale.client_id, client.id);
      assert.equal(sale.lines[0].sku, 'BUN-7');
    }
  });

  test('of several with a name none is guessed: all are listed', async () => {
    const twins = [await shop.client({ display_name: 'Twin' }), await shop.client({ display_name: 'Twin' })];
    await assert.rejects(
      priced({ client: 'Twin', lines: [line('1')] }),
      refused('ambiguous_name', ({ candidates }) => {
        assert.deepEqual(new Set(candidates.map((one: Wire) => one.id)), new Set(twins.map(({ id }) => id)));
      }),
    );
  });

  test('a name that nobody has is not found', async () => {
    for (const input of [{ client: 'Nobody' }, { lines: [{ sku: 'NO-SUCH', quantity: '1' }] }]) {
      await assert.rejects(priced({ lines: [line('1')], ...input }), refused('not_found'));
    }
  });
});

describe('what is refused', () => {
  const faults: readonly (readonly [string, object, string, string])[] = [
    [
      'a discount above its line',
      { lines: [line('10', { discount: { type: 'amount', value: '12' } })] },
      '/lines/0/discount',
      'discount_exceeds_line',
    ],
    [
      'a discount above the sale',
      { lines: [line('10')], discounts: [{ type: 'amount', value: '12' }] },
      '/discounts/0',
      'discount_exceeds_document',
    ],
    [
      'a discount above 100 %',
      { lines: [line('10')], discounts: [{ type: 'percent', value: '101' }] },
      '/discounts/0',
      'discount_exceeds_document',
    ],
    [
      'a discount on a line that is not there',
      { lines: [line('10')], discounts: [{ type: 'percent', value: '1', lines: [2] }] },
      '/discounts/0',
      'discount_scope_unknown',
    ],
    ['a quantity of zero', { lines: [line('10', { quantity: '0' })] }, '/lines/0/quantity', 'quantity_zero'],
    ['a line that names nothing', { lines: [{ quantity: '1', unit_price: '1' }] }, '/lines/0/name', 'required'],
    ['a free line without a price', { lines: [{ name: 'Advice', quantity: '1' }] }, '/lines/0/unit_price', 'required'],
    ['a price finer than prices are', { lines: [line('0.123456789')] }, '/lines/0/unit_price', 'wrong_scale'],
    ['a sale of the day after tomorrow', { sale_date: '2999-01-01', lines: [line('1')] }, '/sale_date', 'in_future'],
    [
      'a sale that is due before it is made',
      { sale_date: '2026-01-02', due_date: '2026-01-01', lines: [line('1')] },
      '/due_date',
      'before_sale',
    ],
    ['a price that cannot be kept', { lines: [line('99999999999')] }, '/lines/0/unit_price', 'too_large'],
    [
      'an amount of which two can never be summed up',
      { lines: [line('90000000000', { quantity: '1000000' })] },
      '/lines/0',
      'amount_too_large',
    ],
    [
      'an amount that no book can keep',
      { lines: [line('90000000000', { quantity: '999999999999' })] },
      '/lines/0',
      'amount_too_large',
    ],
  ];
  for (const [what, input, pointer, code] of faults) {
    test(what, async () => {
      await assert.rejects(
        priced(input),
        refused('validation_failed', ({ errors }) => {
          assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code]);
        }),
      );
    });
  }

  test('a number where an amount belongs, and a field that does not exist', async () => {
    await assert.rejects(priced({ lines: [line('1')], tip: '1' }), refused('validation_failed'));
    await assert.rejects(
      priced({ lines: [{ name: 'x', quantity: '1', unit_price: 9.99 }] }),
      refused('validation_failed'),
    );
  });

  test('another currency than the one that the books are in, without its rate', async () => {
    await assert.rejects(priced({ currency: 'USD', lines: [line('1')] }), refused('exchange_rate_missing'));
  });

  test('what is archived, and what is not for sale', async () => {
    const [client, variant] = [await shop.client(), await shop.product()];
    await call('archive_client', { id: client.id });
    await call('archive_product', { id: variant.product_id });
    await assert.rejects(priced({ client_id: client.id, lines: [line('1')] }), refused('client_not_active'));
    await assert.rejects(
      priced({ lines: [{ variant_id: variant.id, quantity: '1' }] }),
      refused('variant_not_sold', (details) => assert.equal(details.line, 1)),
    );
  });

  test('records of another organisation are as unknown as any', async () => {
    const theirs = shopOf(world, world.rival);
    const [client, variant, rate] = [await theirs.client(), await theirs.product(), await theirs.tax('7')];
    const inputs = [
      { client_id: client.id, lines: [line('1')] },
      { lines: [{ variant_id: variant.id, quantity: '1' }] },
      { lines: [line('1', { tax_rate_ids: [rate] })] },
      { location_id: 'loc_01h455vb4pex5vsknk084sn02q', lines: [line('1')] },
    ];
    for (const input of inputs) await assert.rejects(priced(input), refused('not_found'));
    await assert.rejects(
      priced({ member_id: 'mem_01h455vb4pex5vsknk084sn02q', lines: [line('1')] }),
      refused('member_unknown'),
    );
  });

  test('the same external_id twice', async () => {
    await priced({ external_id: 'till-1', lines: [line('1')] });
    await assert.rejects(priced({ external_id: 'till-1', lines: [line('1')] }), refused('sale_external_id_taken'));
  });

  test('confirming at once by somebody who may only draft', async () => {
    const drafter = withPermissions(world.ana, ['sales:write']);
    await assert.rejects(priced({ confirm: true, lines: [line('1')] }, drafter), refused('forbidden'));
    await assert.rejects(
      priced({ confirm: true, lines: [line('1')] }, { ...drafter, kind: 'mcp_token' }),
      refused('insufficient_scope'),
    );
  });
});

test('a draft has no number, moves nothing and emits sale.created alone', async () => {
  const variant = await shop.product();
  await shop.receive(variant, '1', '5');
  world.emitted();
  const sale = await priced({ lines: [{ variant_id: variant.id, quantity: '1' }] });
  assert.deepEqual([sale.number, sale.status, sale.payment_status], [null, 'draft', 'unpaid']);
  assert.equal((await shop.stock(variant))?.on_hand, '1');
  assert.deepEqual(
    world.emitted().map(({ type }: Emitted) => type),
    ['sale.created'],
  );
});

test('what a sale cost is seen only by those who may see costs', async () => {
  const variant = await shop.product({ price: '10' });
  await shop.receive(variant, '2', '6');
  const client = await shop.client();
  const input = { client_id: client.id, confirm: true, lines: [{ variant_id: variant.id, quantity: '1' }] };
  const sale = await priced(input);
  assert.deepEqual([sale.cost_total, sale.margin, sale.lines[0].unit_cost], ['6.00', '4.00', '6.00']);
  const seller = withPermissions(world.ana, ['sales:write', 'sales:confirm', 'sales:read']);
  const seen = [await priced(input, seller), await call('get_sale', { id: sale.id }, { as: seller })];
  for (const hidden of seen) {
    const [first] = hidden.lines;
    assert.deepEqual([hidden.cost_total, hidden.margin, first.unit_cost, first.cost_total], [null, null, null, null]);
  }
});

test('calculating answers what creating would, and saves nothing', async () => {
  const input = {
    lines: [line('9.99', { quantity: '3', tax_rate_ids: [vat] })],
    discounts: [{ type: 'percent', value: '5' }],
  };
  const before = (await call('list_sales', { include: ['total_count'] })).total_count;
  const calculated = await call('calculate_sale', input);
  assert.equal((await call('list_sales', { include: ['total_count'] })).total_count, before);
  const sale = await priced(input);
  assert.deepEqual(calculated.totals, sale.totals);
  assert.equal(calculated.lines[0].total, sale.lines[0].total);
  assert.equal('id' in calculated, false);
});

test('a dry run answers the sale and leaves nothing behind', async () => {
  const variant = await shop.product();
  await shop.receive(variant, '5', '1');
  const client = await shop.client();
  const input = { client_id: client.id, confirm: true, lines: [{ variant_id: variant.id, quantity: '5' }] };
  const preview = await call('create_sale', input, { dryRun: true });
  assert.equal(preview.status, 'confirmed');
  assert.equal((await shop.stock(variant))?.on_hand, '5');
  const real = await priced(input);
  assert.equal(real.number, preview.number, 'the number was given back');
});

test('after all of this the books agree', shop.booksAgree);
