import { test } from 'node:test';
import * as fc from 'fast-check';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { BusinessError } from '../../operation/errors.ts';

const world = await createWorld();
const sequencesMax = 12;

/** One thing that somebody in a shop may do next; `pick` chooses on what, `amount` in cents. */
const Step = fc.record({
  deed: fc.constantFrom(
    'draft',
    'confirm',
    'sell',
    'record',
    'edit',
    'pay',
    'receive',
    'apply',
    'void_payment',
    'void_sale',
    'stock',
  ),
  pick: fc.nat(1_000),
  amount: fc.integer({ min: 1, max: 20_000 }),
});
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever a shop does and in what order, sales, payments, stock and ledger agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const play = await openShop();
      for (const step of steps) await play(step);
    }),
    { numRuns: sequencesMax, endOnFailure: true },
  );
});

/** A shop with clients, goods and taxes of its own. What it refuses is part of the game; anything else is a failure. */
async function openShop(): Promise<(step: Step) => Promise<void>> {
  const shop = shopOf(world, await world.found('Shop'));
  const rates = [await shop.tax('19'), await shop.tax('7')];
  const clients = [await shop.client(), await shop.client({ discount_percent: '3' })];
  const goods = [await shop.product({ tax_rate_ids: rates }), await shop.product({ negative_stock: 'allow' })];
  const sales: Wire[] = [];
  const payments: Wire[] = [];
  const of = <Item>(items: readonly Item[], pick: number) => items[pick % items.length];
  const cents = (amount: number) => (amount / 100).toFixed(2);
  const input = ({ pick, amount }: Step) => ({
    ...(pick % 5 === 0 ? {} : { client_id: of(clients, pick)?.id }),
    prices_include_tax: pick % 2 === 0,
    lines: [
      { name: 'Work', quantity: '1.5', unit_price: cents(amount), tax_rate_ids: rates.slice(0, pick % 3) },
      { variant_id: of(goods, pick)?.id, quantity: String(1 + (pick % 3)) },
    ],
    ...(pick % 3 === 0 && {
      discounts: [
        { type: 'percent', value: '12.5' },
        { type: 'amount', value: '0.05', applies: 'after_tax' },
      ],
    }),
    ...(pick % 4 === 0 && { charges: [{ kind: 'shipping', amount: '4.90', tax_rate_ids: rates.slice(0, 1) }] }),
  });
  const sale = (pick: number) => ({ id: of(sales, pick)?.id });
  const payment = (pick: number) => ({ id: of(payments, pick)?.id });
  const money = ({ amount }: Step) => ({ amount: cents(amount), method: amount % 2 === 0 ? 'Cash' : 'Card' });
  const deeds: Readonly<Record<string, (step: Step) => Promise<unknown>>> = {
    draft: async (step) => sales.push(await shop.keyed('create_sale', input(step))),
    sell: async (step) => sales.push(await shop.keyed('create_sale', { ...input(step), confirm: true })),
    record: async (step) => {
      const recorded = await shop.keyed('record_sale', { ...input(step), payments: [{ method: 'Cash' }] });
      sales.push(recorded);
      payments.push(...recorded.payments);
    },
    confirm: ({ pick }) => shop.keyed('confirm_sale', sale(pick)),
    edit: (step) => shop.keyed('update_sale', { ...sale(step.pick), lines: input(step).lines }),
    pay: async (step) =>
      payments.push(await shop.keyed('pay_sale', { ...sale(step.pick), ...money(step), overpayment: 'credit' })),
    receive: async (step) => {
      const client_id = of(clients, step.pick)?.id;
      payments.push(await shop.keyed('create_payment', { client_id, ...money(step), fee_amount: '0.01' }));
    },
    apply: ({ pick }) => shop.keyed('apply_client_credit', payment(pick)),
    void_payment: ({ pick }) => shop.keyed('void_payment', payment(pick)),
    void_sale: ({ pick }) => shop.keyed('void_sale', sale(pick)),
    stock: ({ pick, amount }) => shop.receive(of(goods, pick), '3', cents(amount)),
  };
  return async (step) => {
    await deeds[step.deed]?.(step).catch((error: unknown) => {
      if (!(error instanceof BusinessError)) throw error;
    });
    await shop.booksAgree();
  };
}
