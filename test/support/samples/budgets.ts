import type { Shop } from '../shop/fill.ts';
import { lifecycle, type Make, type Samples } from './make.ts';

const line = async ({ call }: Shop, code: string) => {
  const { data } = await call('list_accounts', { code });
  return { account_id: data[0].id, amount: '120' };
};

const newBudget: Make = async (shop) => ({
  name: shop.fresh('budget'),
  starts_on: '2026-01-01',
  lines: [await line(shop, '6000')],
});

export const budgetsSamples: Samples = {
  ...lifecycle('budget', newBudget, {}),
  update_budget: async (shop, person) => {
    const { id } = await shop.call('create_budget', { ...(await newBudget(shop, person)) });
    return { id, lines: [await line(shop, '4000')] };
  },
  get_budget_variance: ({ ids }) => ({ budget_id: ids['budg'] }),
};
