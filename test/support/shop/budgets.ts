import type { Fill } from './fill.ts';

export const fillBudgets: Fill = async ({ call, fresh }) => {
  const budget = await call('create_budget', {
    name: fresh('budget'),
    starts_on: '2026-01-01',
    lines: [{ account_code: '6000', amount: '1200' }],
  });
  return { budget };
};
