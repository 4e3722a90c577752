import type { Fill } from './fill.ts';

export const fillAccruals: Fill = async ({ call, fresh }) => {
  const accrual = await call('create_accrual', {
    description: fresh('accrual'),
    account_code: '6700',
    amount: '10.00',
  });
  const schedule = await call('create_schedule', {
    description: fresh('schedule'),
    account_code: '6700',
    amount: '120.00',
    from: '2026-01-01',
    to: '2040-12-31',
  });
  return { accrual, schedule };
};
