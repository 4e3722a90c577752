import type { ChartOfAccounts } from '../../src/core/charts-of-accounts.ts';
import { codeIn } from '../../src/modules/ledger/index.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import { book } from './books.ts';
import type { FoundingSettings } from './found-organization.ts';
import { type Dice, diceOf } from './dice.ts';
import { type Shop, shopOf } from './sales-shop.ts';
import { actorFrom, createFilledWorld, keptActor, type Wire, type World } from './world.ts';

/** A year of business, made by the operations themselves, that a seed decides. */
export type RandomYear = {
  readonly who: Actor;
  readonly shop: Shop;
  readonly clients: readonly Wire[];
  /** Days on which something changed, in their order. */
  readonly days: readonly string[];
};

const firstDay = Date.UTC(2025, 1, 1);
const dayMs = 86_400_000;
/** The clock stands still here once the year is over. */
const yearIsOver = '2026-01-31T12:00:00Z';

/** A world of its own with such a year, which is sold once for a whole run, then copied. */
export async function createYear(
  seed: number,
  steps?: number,
): Promise<{ readonly world: World; readonly year: Omit<RandomYear, 'shop'> }> {
  const name = `year_${seed}_${steps ?? 'whole'}`;
  const { world, kept } = await createFilledWorld(name, async (filling) => {
    const { who, clients, days } = await randomYear(filling, seed, steps);
    return { who: keptActor(who), clients, days };
  });
  world.setNow(yearIsOver);
  return { world, year: { ...kept, who: actorFrom(kept.who) } };
}

export async function randomYear(
  world: World,
  seed: number,
  steps = 220,
  settings: FoundingSettings = {},
): Promise<RandomYear> {
  const dice = diceOf(seed);
  const who = await world.found(`Year ${seed}`, settings);
  const shop = shopOf(world, who);
  world.setNow('2025-02-01T12:00:00Z');
  const taxes = [await shop.tax('21'), await shop.tax('9.5'), await shop.tax('0')];
  const goods = [];
  for (const cost of ['1.37', '12.00', '0.03']) {
    const category = await world.call('create_product_category', { name: `Goods at ${cost}` }, { as: who });
    const variant = await shop.product({ price: '19.99', category_id: category.id });
    await shop.receive(variant, '500', cost);
    goods.push(variant);
  }
  const early = { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '2.5', days: 20 }] };
  const clients = [await shop.client(), await shop.client({ payment_terms: early }), await shop.client()];
  const year: Year = {
    world,
    chart: settings.chart ?? 'generic',
    shop,
    who,
    dice,
    taxes,
    goods,
    clients,
    open: [],
    payments: [],
    sold: [],
    returned: [],
    refunds: [],
  };
  const days: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const day = new Date(firstDay + Math.floor((step * 365) / steps) * dayMs).toISOString().slice(0, 10);
    world.setNow(`${day}T12:00:00Z`);
    days.push(day);
    await dice.one(deeds)(year, day);
  }
  world.setNow(yearIsOver);
  return { who, shop, clients, days };
}

type Year = {
  readonly world: World;
  readonly chart: ChartOfAccounts;
  readonly shop: Shop;
  readonly who: Actor;
  readonly dice: Dice;
  readonly taxes: readonly string[];
  readonly goods: readonly Wire[];
  readonly clients: readonly Wire[];
  readonly open: Wire[];
  readonly payments: Wire[];
  readonly sold: Wire[];
  readonly returned: Wire[];
  readonly refunds: Wire[];
};

type Step = (year: Year, day: string) => Promise<unknown>;

const sell: Step = async ({ shop, dice, taxes, goods, clients, open, sold }) => {
  const lines = Array.from({ length: 1 + dice.below(3) }, () => {
    const rates = dice.below(4) === 0 ? [] : [dice.one(taxes)];
    if (dice.below(2) === 0) {
      return { variant_id: dice.one(goods).id, quantity: String(1 + dice.below(4)), tax_rate_ids: rates };
    }
    return { name: 'Work', quantity: '1', unit_price: dice.amount(20_000), tax_rate_ids: rates };
  });
  const charges =
    dice.below(3) === 0 ? [{ kind: 'shipping', amount: dice.amount(900), tax_rate_ids: taxes.slice(0, 1) }] : [];
  const discounts = [[], [], [{ type: 'percent', value: dice.one(['7', '100']) }], [{ type: 'amount', value: '0.01' }]];
  const after = dice.below(6) === 0 ? [{ type: 'percent', value: '2', applies: 'after_tax' }] : dice.one(discounts);
  const about = { channel: dice.one(['web', 'shop', null]), prices_include_tax: dice.below(2) === 0 };
  const input = { lines, charges, discounts: after, client_id: dice.one(clients).id, ...about };
  const sale = await shop.keyed('create_sale', { ...input, confirm: true });
  if (sale.status !== 'completed') open.push(sale);
  sold.push(sale);
};

const sellAtOnce: Step = ({ shop, dice, goods, taxes }) =>
  shop.keyed('record_sale', {
    lines: [{ variant_id: dice.one(goods).id, quantity: '1', tax_rate_ids: [dice.one(taxes)] }],
    payments: [{ method: 'Bank transfer', fee_amount: '0.10' }],
  });

const pay: Step = async ({ shop, dice, clients, payments }) => {
  const fee = dice.below(3) === 0 ? { fee_amount: '0.01' } : {};
  const input = { method: dice.one(['Bank transfer', 'Cash']), amount: dice.amount(15_000), ...fee };
  const auto = dice.below(5) === 0 ? { auto_allocate: 'none' } : {};
  payments.push(await shop.keyed('create_payment', { client_id: dice.one(clients).id, ...input, ...auto }));
};

const takeBackPayment: Step = async ({ shop, dice, payments }) => {
  if (payments.length === 0) return;
  const [payment] = payments.splice(dice.below(payments.length), 1);
  // A payment refunded in part stays.
  await shop.keyed('void_payment', { id: payment.id }).catch(unlessRefused);
};

const useCredit: Step = async ({ shop, dice, payments }) => {
  if (payments.length === 0) return;
  const { id } = dice.one(payments);
  // Most payments have nothing left.
  await shop.keyed('apply_client_credit', { id }).catch(unlessRefused);
};

/** Chance asks for much that cannot be. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof BusinessError) return undefined;
  throw error;
}

const takeGoodsBack: Step = async ({ shop, dice, sold, returned }) => {
  if (sold.length === 0) return;
  const sale = dice.one(sold);
  const refund = dice.one([{}, { refund: {} }, { refund: { method: 'Cash' } }]);
  const [line] = sale.lines;
  const part = { lines: [{ line_id: line.id, quantity: '1', restock: dice.below(3) > 0 }] };
  const back = { id: sale.id, ...refund, ...(dice.below(3) === 0 ? {} : part) };
  const made = await shop.keyed('return_sale', back).catch(unlessRefused);
  if (made !== undefined) returned.push(made);
};

const keepGoods: Step = async ({ shop, dice, returned }) => {
  if (returned.length === 0) return;
  const [back] = returned.splice(dice.below(returned.length), 1);
  // Its credit may be used, and its goods may be sold again.
  await shop.keyed('void_sale', { id: back.id }).catch(unlessRefused);
};

const payBack: Step = async ({ shop, dice, payments, refunds }) => {
  if (payments.length === 0) return;
  const destination = dice.one([{}, {}, { destination: 'client_credit' }, { method: 'Cash' }]);
  const refund = { id: dice.one(payments).id, amount: dice.amount(4_000), ...destination };
  const made = await shop.keyed('refund_payment', refund).catch(unlessRefused);
  if (made !== undefined) refunds.push(made);
};

const keepMoney: Step = async ({ shop, dice, refunds }) => {
  if (refunds.length === 0) return;
  const [refund] = refunds.splice(dice.below(refunds.length), 1);
  await shop.keyed('void_refund', { id: refund.id }).catch(unlessRefused);
};

const settleNoMore: Step = async ({ shop, dice, payments }) => {
  if (payments.length === 0) return;
  const [allocation] = dice.one(payments).allocations;
  if (allocation !== undefined) await shop.keyed('reverse_allocation', { id: allocation.id }).catch(unlessRefused);
};

const giveUp: Step = async ({ shop, dice, sold }) => {
  if (sold.length === 0) return;
  const { id } = dice.one(sold);
  const part = dice.below(2) === 0 ? {} : { amount: dice.amount(2_000) };
  await shop.keyed('write_off_sale', { id, reason: 'Gone.', tax_relief: true, ...part }).catch(unlessRefused);
  // Some pay after all.
  const late = { id, method: 'Cash', amount: dice.amount(1_000) };
  if (dice.below(3) === 0) await shop.keyed('pay_sale', late).catch(unlessRefused);
  if (dice.below(4) === 0) await shop.keyed('reverse_write_off', { id }).catch(unlessRefused);
};

const letOff: Step = async ({ shop, dice, sold }) => {
  if (sold.length === 0) return;
  const { id } = dice.one(sold);
  const part = dice.below(2) === 0 ? {} : { amount: dice.amount(500) };
  if (dice.below(3) === 0) await shop.keyed('reverse_discount', { id, ...part }).catch(unlessRefused);
  else await shop.keyed('grant_discount', { id, reason: 'A good client.', ...part }).catch(unlessRefused);
};

const voidSale: Step = async ({ shop, dice, open }) => {
  if (open.length === 0) return;
  const [sale] = open.splice(dice.below(open.length), 1);
  // A sale paid in part stays.
  await shop.keyed('void_sale', { id: sale.id }).catch(unlessRefused);
};

const moveStock: Step = async ({ shop, dice, goods }) => {
  const variant = dice.one(goods);
  if (dice.below(2) === 0) await shop.receive(variant, String(1 + dice.below(30)), dice.amount(2_000));
  else await shop.move('write_off', variant, { quantity: '1', reason_code: 'damaged' });
};

let bills = 0;

/** Entries without an operation are posted directly: a bill and its payment, and those of the owner. */
const keepBooks: Step = async ({ world, who, dice, chart }, date) => {
  const [net, tax] = [1 + dice.below(20_000), dice.below(2_000)];
  const cents = (sum: number) => (sum / 100).toFixed(2);
  const source = { type: 'stock_count', id: `0197a000-0000-7000-8000-${String((bills += 1)).padStart(12, '0')}` };
  const taxed = tax === 0 ? [] : [{ code: codeIn(chart, '1300'), sum: cents(tax) }];
  const bill = { date, header: { source } };
  const line = (code: string, sum: number) => ({ code: codeIn(chart, code), sum: cents(sum) });
  const part = dice.below(net + tax);
  const entries = [
    [{ ...bill, lines: [line('6100', net), ...taxed, line('2000', -net - tax)] }],
    [
      { ...bill, lines: [line('6700', net), ...taxed, line('2000', -net - tax)] },
      ...(part === 0 ? [] : [{ ...bill, lines: [line('2000', part), line('1010', -part)] }]),
    ],
    [{ date, lines: [line('6200', net), line('1000', -net)] }],
    [{ date, lines: [line('1010', net), line('3000', -net)] }],
    [{ date, lines: [line('1500', net), line('1010', -net)] }],
    [{ date, lines: [line('1000', net), line('1010', -net)] }],
    [{ date, lines: [line('1010', net), line('2500', -net)] }],
  ];
  await book(world, dice.one(entries), who);
};

const deeds: readonly Step[] = [
  sell,
  sell,
  sell,
  sell,
  sell,
  sellAtOnce,
  sellAtOnce,
  pay,
  pay,
  pay,
  pay,
  takeBackPayment,
  useCredit,
  voidSale,
  voidSale,
  moveStock,
  keepBooks,
  keepBooks,
  takeGoodsBack,
  takeGoodsBack,
  keepGoods,
  payBack,
  payBack,
  keepMoney,
  settleNoMore,
  giveUp,
  letOff,
];
