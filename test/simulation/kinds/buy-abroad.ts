import type { Business, Day } from '../business.ts';
import { amountIn, atRate, currencies, type Foreign } from './foreign.ts';

/** Bills come in other currencies, with goods or without, and are paid on other days at other rates or at once. */
export const buyAbroad: Day = {
  name: 'buy abroad',
  weight: 5,
  needs: ['create_expense', 'pay_expense', 'create_supplier_payment', 'void_expense_payment', 'void_expense'],
  run: (business) => business.dice.one([buy, buy, buy, pay, pay, paySupplier])(business),
};

async function buy(business: Business): Promise<void> {
  const { dice, chance, suppliers, goods, taxes, kept, attempt } = business;
  const inForeign = dice.one(currencies);
  const lines = Array.from({ length: 1 + dice.below(3) }, () => ({
    ...(chance(40)
      ? { variant_id: dice.one(goods).id, quantity: '7' }
      : { category: dice.one(['Travel', 'Equipment']) }),
    amount: amountIn(inForeign, business, 20_000),
    tax_rate_ids: chance(40) ? [] : [dice.one(taxes)],
  }));
  const bill = await attempt('create_expense', {
    supplier_id: dice.one(suppliers).id,
    currency: inForeign.currency,
    lines,
    ...atRate(business),
    amounts_include_tax: chance(50),
    post: chance(75),
    ...dice.one([{}, {}, {}, { method: 'Cash' }, { paid_by: 'member' }]),
  });
  if (bill === undefined) return;
  kept('expenses').push(bill);
  if (chance(10)) await attempt('void_expense', { id: bill.id });
}

/** In parts at other rates, and now and then by mistake. */
async function pay(business: Business): Promise<void> {
  const { dice, chance, kept, attempt } = business;
  const abroad = kept('expenses').filter(({ currency, base_currency: base }) => currency !== base);
  if (abroad.length === 0) return;
  const bill = dice.one(abroad);
  const part = chance(70) ? { amount: amountIn(foreignOf(bill['currency']), business, 9_000) } : {};
  const paid = await attempt('pay_expense', { id: bill.id, method: 'Cash', ...part, ...atRate(business) });
  const payment = paid?.payments?.[0];
  if (payment !== undefined && chance(30)) await attempt('void_expense_payment', { id: payment.id });
}

async function paySupplier(business: Business): Promise<void> {
  const { dice, chance, suppliers, attempt } = business;
  const inForeign = dice.one(currencies);
  const paid = await attempt('create_supplier_payment', {
    supplier_id: dice.one(suppliers).id,
    method: 'Bank transfer',
    ...atRate(business),
    currency: inForeign.currency,
    ...(chance(50) && { amount: amountIn(inForeign, business, 40_000) }),
  });
  if (paid !== undefined && chance(25)) await attempt('void_supplier_payment', { id: paid.id });
}

function foreignOf(code: string): Foreign {
  return currencies.find(({ currency }) => currency === code) ?? currencies[0];
}
