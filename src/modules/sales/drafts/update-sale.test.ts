import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../db/sql.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const update = ({ id }: Wire, patch: object) => call('update_sale', { id, ...patch });

describe('changing a draft', () => {
  test('computes it anew, and keeps what is not sent', async () => {
    const draft = await shop.draft(['10', '20'], {
      channel: 'web',
      notes: 'call first',
      discounts: [{ type: 'amount', value: '3' }],
    });
    const sale = await update(draft, { charges: [{ kind: 'shipping', amount: '5' }] });
    assert.deepEqual([sale.total, sale.channel, sale.notes, sale.version], ['32.00', 'web', 'call first', 2]);
    assert.deepEqual(
      sale.lines.map(({ id }: Wire) => id),
      draft.lines.map(({ id }: Wire) => id),
    );
    assert.deepEqual(sale.discounts, draft.discounts);
  });

  test('null clears, and an empty list takes all off', async () => {
    const client = await shop.client({ discount_percent: '10' });
    const draft = await shop.draft(['10'], {
      client_id: client.id,
      notes: 'x',
      channel: 'web',
      external_id: 'draft-1',
    });
    const sale = await update(draft, { notes: null, channel: null, external_id: null, client_id: null, discounts: [] });
    assert.deepEqual([sale.notes, sale.channel, sale.external_id, sale.client_id], [null, null, null, null]);
    assert.equal(sale.total, '10.00');
  });

  test('lines are replaced; those sent with their id keep it', async () => {
    const draft = await shop.draft(['10', '20']);
    const [, second] = draft.lines;
    const fresh = { name: 'New', quantity: '2', unit_price: '1' };
    const sale = await update(draft, {
      lines: [fresh, { id: second.id, name: 'Kept', quantity: '1', unit_price: '7' }],
    });
    assert.deepEqual(
      sale.lines.map(({ name, position }: Wire) => [name, position]),
      [
        ['New', 1],
        ['Kept', 2],
      ],
    );
    assert.equal(sale.lines[1].id, second.id);
    assert.deepEqual((await shop.sale(draft)).lines, sale.lines);
    const other = (await shop.draft(['1'])).lines[0];
    await assert.rejects(update(draft, { lines: [{ ...fresh, id: other.id }] }), refused('not_found'));
    await assert.rejects(
      update(draft, {
        lines: [
          { ...fresh, id: second.id },
          { ...fresh, id: second.id },
        ],
      }),
      refused('not_found'),
    );
  });

  test('for another client it is taxed, priced and discounted anew, but for what was said', async () => {
    const [vat, low] = [await shop.tax('19'), await shop.tax('7')];
    const gross = { price: '119', price_includes_tax: true, tax_rate_ids: [vat] };
    const [net, incl] = [await shop.service({ price: '100', tax_rate_ids: [vat] }), await shop.service(gross)];
    const clients = await Promise.all([
      shop.client({ discount_percent: '10' }),
      shop.client({ tax_status: 'exempt' }),
      shop.client({ default_tax_rate_ids: [low], discount_percent: '2.5' }),
      shop.client({ tax_status: 'exempt', discount_percent: '3' }),
    ]);
    for (const prices_include_tax of [false, true]) {
      const lines = [
        { variant_id: net.id, quantity: '3' },
        { variant_id: incl.id, quantity: '1' },
        { name: 'Free', quantity: '1', unit_price: '9.99' },
        { variant_id: net.id, quantity: '1', unit_price: '80', tax_rate_ids: [low, vat] },
      ];
      const of = ({ id }: Wire) => ({ client_id: id, lines, prices_include_tax });
      const draft = await call('create_sale', of(clients[0]));
      for (const client of [...clients.slice(1), clients[0]]) {
        const changed = await update(draft, { client_id: client.id });
        const made = await call('create_sale', of(client));
        assert.deepEqual([changed.total, changed.totals], [made.total, made.totals], client.display_name);
      }
      const said = await call('create_sale', { ...of(clients[0]), discounts: [{ type: 'percent', value: '20' }] });
      assert.equal((await update(said, { client_id: clients[3].id })).discounts[0].value, '20');
    }
  });

  test('another client or day comes with other terms', async () => {
    const client = await shop.client({ payment_terms: { type: 'days_after_month_end', value: 10 } });
    const draft = await shop.draft(['10'], { sale_date: '2026-02-10' });
    assert.equal(draft.due_date, '2026-02-10');
    assert.equal((await update(draft, { client_id: client.id })).due_date, '2026-03-10');
    assert.equal((await update(draft, { sale_date: '2026-03-01' })).due_date, '2026-04-10');
    assert.equal((await update(draft, { due_date: '2026-03-02' })).due_date, '2026-03-02');
  });

  test('everything a draft can say survives being read and written again', async () => {
    const [vat, variant] = [
      await shop.tax('19'),
      await shop.product({ price: '3.333', unit: { label: 'kg', decimals: 3 } }),
    ];
    const draft = await call('create_sale', {
      prices_include_tax: true,
      lines: [
        { variant_id: variant.id, quantity: '1.125', tax_rate_ids: [vat], discount: { type: 'percent', value: '2.5' } },
        {
          name: 'Free',
          quantity: '2',
          unit_price: '0.12345678',
          discount: { type: 'amount', value: '0.01' },
          description: 'd',
        },
      ],
      discounts: [
        { type: 'percent', value: '1.25', name: 'Loyal', lines: [1] },
        { type: 'amount', value: '0.10', applies: 'after_tax' },
      ],
      charges: [{ kind: 'shipping', name: 'Courier', amount: '4.99', tax_rate_ids: [vat] }],
    });
    const { version, updated_at, ...before } = draft;
    const { version: _, updated_at: __, ...now } = await update(draft, { cash_rounding: draft.cash_rounding });
    assert.equal(version, 1);
    assert.match(updated_at, /Z$/);
    assert.deepEqual(now, before);
  });

  test('is audited with what it was before', async () => {
    const draft = await shop.draft(['10']);
    await update(draft, { notes: 'now' });
    const { before, after } = await world.db.transaction({ organization: world.ana.organization?.id }, (db) =>
      db.one<Wire>(sql`select before, after from audit_log where action = 'update_sale' order by id desc limit 1`),
    );
    assert.deepEqual([before.id, before.notes, after.notes], [draft.id, null, 'now']);
  });
});

describe('a sale that is confirmed', () => {
  test('still takes notes, tags, member, channel and fields of your own', async () => {
    const sale = await shop.sold('10');
    world.emitted();
    const said = {
      notes: 'n',
      tags: ['vip'],
      channel: 'pos',
      member_id: null,
      metadata: { a: 'b' },
      external_id: 'x-1',
    };
    const changed = await update(sale, said);
    for (const [name, value] of Object.entries(said)) assert.deepEqual(changed[name], value);
    assert.deepEqual([changed.version, changed.total], [2, '10.00']);
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.updated'],
    );
  });

  test('keeps every amount, its day and its client', async () => {
    const sale = await shop.sold('10');
    const patches = [
      { sale_date: '2026-01-01' },
      { client_id: null },
      { discounts: [] },
      { lines: [{ name: 'x', quantity: '1', unit_price: '1' }] },
    ];
    for (const patch of patches) {
      await assert.rejects(
        update(sale, patch),
        refused('invalid_state_transition', ({ fields }) => assert.ok(fields.includes('notes'))),
      );
    }
  });

  test('is not deleted, a draft is', async () => {
    const [sale, draft] = [await shop.sold('10'), await shop.draft(['10', '20'])];
    await assert.rejects(call('delete_sale', { id: sale.id }), refused('invalid_state_transition'));
    assert.deepEqual(await call('delete_sale', { id: draft.id }), { id: draft.id, deleted: true });
    await assert.rejects(shop.sale(draft), refused('not_found'));
    await assert.rejects(call('delete_sale', { id: draft.id }), refused('not_found'));
  });
});

test('another organisation neither sees nor touches a sale', async () => {
  const sale = await shop.draft(['10']);
  const as = world.rival;
  const key = 'k';
  await assert.rejects(call('get_sale', { id: sale.id }, { as }), refused('not_found'));
  await assert.rejects(call('update_sale', { id: sale.id, notes: 'x' }, { as }), refused('not_found'));
  await assert.rejects(call('confirm_sale', { id: sale.id }, { as, key }), refused('not_found'));
  await assert.rejects(call('void_sale', { id: sale.id }, { as, key }), refused('not_found'));
  await assert.rejects(call('delete_sale', { id: sale.id }, { as }), refused('not_found'));
  assert.deepEqual((await call('list_sales', {}, { as })).data, []);
});
