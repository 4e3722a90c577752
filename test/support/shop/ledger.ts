import type { Fill } from './fill.ts';

export const fillLedger: Fill = async ({ call, fresh }) => {
  const account = await call('create_account', { code: '1950', name: fresh('account'), type: 'bank' });
  return { account };
};
