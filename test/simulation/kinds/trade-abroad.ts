import type { Business, Day } from '../business.ts';
import { amountIn, atRate, currencies, type Foreign } from './foreign.ts';

/** Work and goods are sold in other currencies, and paid on other days at other rates, in parts and too much. */
export const tradeAbroad: Day = {
  name: 'trade abroad',
  weight: 6,
  needs: ['set_exchange_rate', 'create_sale', 'record_sale', 'create_payment', 'pay_sale'],
  run: (business) =>
    business.dice.one([learnRate, learnRate, sell, sell, sell, sellAtOnce, receive, receive])(business),
};

/** Some days bring a rate of each scale, some one that is none. */
function learnRate({ dice, chance, attempt, today }: Business): Promise<unknown> {
  const good = [`1.${1 + dice.below(9_999)}`, `0.${1 + dice.below(9_999)}`, `0.00${1 + dice.below(99_999_999)}`];
  const bad = ['0', '-1', '1000000001', '0.00000000001'];
  const rate = chance(20) ? dice.one(bad) : dice.one([...good, `${1 + dice.below(400)}.5`]);
  return attempt('set_exchange_rate', { currency: dice.one(currencies).currency, rate, rate_date: today() });
}

async function sell(business: Business): Promise<void> {
  const { dice, chance, clients, kept, attempt } = business;
  const inForeign = dice.one(currencies);
  const sale = await attempt('create_sale', {
    ...pricedIn(inForeign, business),
    client_id: dice.one(clients).id,
    confirm: true,
    ...(chance(20) && { instalments: 2 + dice.below(3) }),
  });
  if (sale !== undefined) kept('sales').push(sale);
}

async function sellAtOnce(business: Business): Promise<void> {
  const { dice, kept, attempt } = business;
  const inForeign = dice.one(currencies);
  const payments = dice.one([
    [{ method: 'Cash' }],
    [{ method: 'Bank transfer', amount: amountIn(inForeign, business, 900) }, { method: 'Cash' }],
  ]);
  const recorded = await attempt('record_sale', { ...pricedIn(inForeign, business), payments });
  if (recorded !== undefined) kept('sales').push(recorded.sale ?? recorded);
}

/** For a sale of theirs, or for all that a client owes in a currency. */
async function receive(business: Business): Promise<void> {
  const { dice, chance, clients, kept, attempt } = business;
  const abroad = kept('sales').filter(({ currency, base_currency: base }) => currency !== base);
  const method = dice.one(['Bank transfer', 'Cash']);
  if (abroad.length > 0 && chance(60)) {
    const sale = dice.one(abroad);
    const inForeign = currencies.find(({ currency }) => currency === sale.currency) ?? currencies[0];
    const part = chance(60) ? { amount: amountIn(inForeign, business, 9_000) } : {};
    await attempt('pay_sale', { id: sale.id, method, ...part, ...atRate(business) });
    return;
  }
  const inForeign = dice.one(currencies);
  const payment = await attempt('create_payment', {
    client_id: dice.one(clients).id,
    method,
    currency: inForeign.currency,
    ...atRate(business),
    amount: amountIn(inForeign, business, 20_000),
    ...(chance(20) && { auto_allocate: 'none' }),
  });
  if (payment !== undefined) kept('payments').push(payment);
}

function pricedIn(inForeign: Foreign, business: Business): object {
  const { dice, chance, goods, taxes } = business;
  const lines = Array.from({ length: 1 + dice.below(3) }, () => ({
    ...(chance(40) ? { variant_id: dice.one(goods).id } : { name: 'Work abroad' }),
    quantity: dice.one(['1', '2', '3']),
    unit_price: amountIn(inForeign, business, 9_000),
    tax_rate_ids: chance(40) ? [] : [dice.one(taxes)],
  }));
  return { lines, currency: inForeign.currency, prices_include_tax: chance(50), ...atRate(business) };
}
