import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const vat = await shop.tax('19');
const confirm = ({ id }: Wire, more: object = {}) => shop.keyed('confirm_sale', { id, ...more });
const types = () => world.emitted().map(({ type }: Emitted) => type);

describe('confirming a sale', () => {
  test('gives it its number, takes its goods and posts it', async () => {
    const [client, variant] = [await shop.client(), await shop.product({ price: '50', tax_rate_ids: [vat] })];
    await shop.receive(variant, '3', '20');
    const draft = await call('create_sale', {
      client_id: client.id,
      lines: [{ variant_id: variant.id, quantity: '2' }],
    });
    const before = await Promise.all(['1100', '4000', '2200', '5000', '1200'].map(shop.balance));
    types();
    const sale = await confirm(draft);
    assert.match(sale.number, /^S-\d{4}-00001$/);
    assert.deepEqual([sale.status, sale.payment_status, sale.amount_due], ['confirmed', 'unpaid', '119.00']);
    assert.deepEqual([sale.cost_total, sale.margin], ['40.00', '60.00']);
    const now = await Promise.all(['1100', '4000', '2200', '5000', '1200'].map(shop.balance));
    assert.deepEqual(
      now.map((balance, index) => balance - (before[index] ?? 0n)),
      [11_900n, -10_000n, -1_900n, 4_000n, -4_000n],
      'receivable, revenue, output tax, cost of goods, inventory',
    );
    assert.equal((await shop.stock(variant))?.on_hand, '1');
    assert.deepEqual(types(), ['sale.confirmed']);
    await shop.booksAgree();
  });

  test('is for what the draft came to, however the organisation has come to round since', async () => {
    const line = { name: 'Bead', quantity: '1', unit_price: '0.33', tax_rate_ids: [vat] };
    const made = { client_id: (await shop.client()).id, lines: [line, line, line] };
    const drafts = [await call('create_sale', made), await call('create_sale', made), await call('create_sale', made)];
    await call('update_organization', { tax_rounding: 'per_line', rounding_mode: 'down' });
    const [confirmed, paid, changed] = drafts;
    assert.equal((await confirm(confirmed)).total, '1.18');
    assert.equal((await shop.pay(paid)).amount, '1.18');
    assert.equal((await call('update_sale', { id: changed.id, notes: 'x', due_date: '2099-01-01' })).total, '1.18');
    assert.equal((await call('create_sale', made)).total, '1.17', 'a new one is rounded as it is now');
    await call('update_organization', { tax_rounding: 'per_document', rounding_mode: 'half_up' });
  });

  test('happens once: the same key answers the same sale, another key is refused', async () => {
    const draft = await shop.draft(['10'], { client_id: (await shop.client()).id });
    const first = await call('confirm_sale', { id: draft.id }, { key: 'confirm-once' });
    const again = await call('confirm_sale', { id: draft.id }, { key: 'confirm-once' });
    assert.deepEqual(again, first);
    await assert.rejects(
      confirm(draft),
      refused('invalid_state_transition', (details) => {
        assert.equal(details.status, 'confirmed');
        assert.deepEqual(details.allowed, ['void_sale']);
      }),
    );
    await assert.rejects(
      call('confirm_sale', { id: draft.id, version: 1 }, { key: 'confirm-once' }),
      refused('idempotency_key_reused'),
    );
  });

  test('needs a client, for somebody owes what is not paid', async () => {
    const draft = await shop.draft(['10']);
    await assert.rejects(confirm(draft), refused('client_required'));
    assert.equal((await shop.sale(draft)).status, 'draft');
  });

  test('is refused to a client who gets nothing on credit', async () => {
    const client = await shop.client({ credit_hold: true });
    await assert.rejects(confirm(await shop.draft(['10'], { client_id: client.id })), refused('credit_held'));
  });

  test('needs no client where nothing is owed: a sale worth nothing is complete at once', async () => {
    const free = { discounts: [{ type: 'percent', value: '100' }] };
    const sale = await confirm(await shop.draft(['10'], free));
    assert.deepEqual([sale.status, sale.payment_status, sale.total], ['completed', 'paid', '0.00']);
    assert.deepEqual(types().slice(-2), ['sale.confirmed', 'sale.completed']);
  });

  test('of a version that has changed since is refused', async () => {
    const draft = await shop.draft(['10'], { client_id: (await shop.client()).id });
    await call('update_sale', { id: draft.id, notes: 'changed' });
    await assert.rejects(
      confirm(draft, { version: 1 }),
      refused('version_conflict', (details) => assert.equal(details.current_version, 2)),
    );
  });

  test('keeps the prices of the draft, whatever the catalogue says by then', async () => {
    const variant = await shop.service({ price: '10' });
    const client_id = (await shop.client()).id;
    const draft = await call('create_sale', { client_id, lines: [{ variant_id: variant.id, quantity: '1' }] });
    await call('update_variant', { id: variant.id, price: '99' });
    const sale = await confirm(draft);
    assert.equal(sale.total, '10.00');
    assert.equal(sale.lines[0].id, draft.lines[0].id, 'and its lines');
  });

  test('with less stock than its lines take together leaves nothing behind', async () => {
    const variant = await shop.product();
    await shop.receive(variant, '5', '1');
    const line = { variant_id: variant.id, quantity: '3' };
    const draft = await call('create_sale', { client_id: (await shop.client()).id, lines: [line, line] });
    await assert.rejects(
      confirm(draft),
      refused('insufficient_stock', ({ short }) => {
        assert.deepEqual([short[0].requested, short[0].available], ['6', '5']);
      }),
    );
    assert.deepEqual((await shop.sale(draft)).status, 'draft');
    assert.equal((await shop.stock(variant))?.on_hand, '5');
  });

  test('where stock may go below zero warns of what was not there', async () => {
    const variant = await shop.product({ negative_stock: 'warn' });
    const sale = await confirm(
      await call('create_sale', {
        client_id: (await shop.client()).id,
        lines: [{ variant_id: variant.id, quantity: '1' }],
      }),
    );
    assert.equal(sale.warnings[0].code, 'stock_negative');
    await shop.booksAgree();
  });

  test('posts shipping, tips, coupons and coins where they belong', async () => {
    const shippingBefore = await shop.balance('4100');
    const couponsBefore = await shop.balance('6800');
    await shop.sold('100', {
      charges: [{ kind: 'shipping', amount: '5' }],
      discounts: [{ type: 'amount', value: '7', applies: 'after_tax' }],
    });
    assert.equal((await shop.balance('4100')) - shippingBefore, -500n);
    assert.equal((await shop.balance('6800')) - couponsBefore, 700n);
    await shop.booksAgree();
  });
});

describe('many at once', () => {
  test('of fifty who sell the last one, one does', longTest, async () => {
    const variant = await shop.product();
    await shop.receive(variant, '1', '3');
    const client_id = (await shop.client()).id;
    const input = { client_id, confirm: true, lines: [{ variant_id: variant.id, quantity: '1' }] };
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => shop.keyed('create_sale', input)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of tries) if (one.status === 'rejected') refused('insufficient_stock')(one.reason);
    assert.deepEqual(await shop.stock(variant), { on_hand: '0', value: null });
    await shop.booksAgree();
  });

  test('fifty confirms, some of them refused, are numbered without a gap', longTest, async () => {
    const owner = await world.found('Numbers');
    const theirs = shopOf(world, owner);
    const client_id = (await theirs.client()).id;
    const scarce = await theirs.product();
    const drafts = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const isRefused = index % 3 === 0;
        return isRefused
          ? call('create_sale', { client_id, lines: [{ variant_id: scarce.id, quantity: '1' }] }, { as: owner })
          : theirs.draft(['10', '20'], { client_id });
      }),
    );
    const confirmed = await Promise.allSettled(drafts.map(({ id }) => theirs.keyed('confirm_sale', { id })));
    const numbers = confirmed.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []));
    assert.equal(numbers.length, 33);
    assert.deepEqual(
      numbers.map((number: string) => Number(number.slice(-5))).toSorted((a: number, b: number) => a - b),
      Array.from({ length: 33 }, (_, index) => index + 1),
    );
    await theirs.booksAgree();
  });

  test('goods that left before the books began leave no stock, and nobody knows what they cost', async () => {
    const variant = await shop.product({ price: '10' });
    const client_id = (await shop.client()).id;
    const lines = [{ variant_id: variant.id, quantity: '3' }];
    const sale = await shop.keyed('create_sale', { client_id, confirm: true, stock: 'none', lines });
    assert.deepEqual([sale.status, sale.stock, sale.total], ['confirmed', 'none', '30.00']);
    assert.deepEqual([sale.cost_total, sale.margin, sale.lines[0].cost_total], [null, null, null]);
    assert.equal(await shop.stock(variant), undefined);
    await shop.keyed('void_sale', { id: sale.id });
    assert.equal(await shop.stock(variant), undefined);
    await shop.booksAgree();
    const draft = await call('create_sale', { client_id, stock: 'none', lines });
    assert.equal((await call('update_sale', { id: draft.id, notes: 'Old.' })).stock, 'none');
    await assert.rejects(
      call('update_sale', { id: draft.id, stock: 'issue' }).then(() => confirm(draft)),
      refused('insufficient_stock'),
    );
  });

  test('of twenty who confirm the same draft, one does', async () => {
    const draft = await shop.draft(['10'], { client_id: (await shop.client()).id });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(draft)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of tries) if (one.status === 'rejected') refused('invalid_state_transition')(one.reason);
  });

  test('sales that take the same goods in opposite order do not wait for each other for ever', longTest, async () => {
    const [tea, cup] = [await shop.product(), await shop.product()];
    await Promise.all([shop.receive(tea, '100', '1'), shop.receive(cup, '100', '1')]);
    const client_id = (await shop.client()).id;
    const sell = (variants: Wire[]) =>
      shop.keyed('create_sale', {
        client_id,
        confirm: true,
        lines: variants.map(({ id }) => ({ variant_id: id, quantity: '1' })),
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => sell(index % 2 === 0 ? [tea, cup] : [cup, tea])));
    assert.equal((await shop.stock(tea))?.on_hand, '60');
    await shop.booksAgree();
  });
});
