import type { Fill } from './fill.ts';

export const fillLedger: Fill = async ({ call, fresh }) => {
  const account = await call('create_account', { code: '1950', name: fresh('account'), type: 'bank' });
  const exchangeRate = await call('set_exchange_rate', {
    currency: 'JPY',
    rate: '0.0061',
    rate_date: '2026-01-01',
    source: fresh('source'),
  });
  for (const rate_date of ['2026-01-02', '2026-01-03']) {
    await call('set_exchange_rate', { currency: 'JPY', rate: '0.0062', rate_date });
  }
  const exception = await call('create_lock_exception', {
    lock: 'sales',
    until_date: '2020-01-31',
    reason: fresh('exception'),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return { account, exception, exchangeRate };
};
