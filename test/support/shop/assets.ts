import type { Fill } from './fill.ts';

export const fillAssets: Fill = async ({ call, fresh }) => {
  const asset = await call('create_asset', {
    name: fresh('asset'),
    account_code: '1500',
    cost: '240.00',
    life_months: 24,
  });
  return { asset };
};
