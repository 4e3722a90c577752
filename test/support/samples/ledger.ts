import { randomInt } from 'node:crypto';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newAccount: Make = ({ fresh }) => ({
  ...{ code: String(randomInt(1e9)), name: fresh('account'), type: 'bank' },
});

/** One for each of so many days, so that no two calls are about the same one. */
const newRate: Make = () => {
  const day = new Date(randomInt(20_000) * 86_400_000).toISOString().slice(0, 10);
  return { currency: 'KRW', rate: '0.00067', rate_date: day };
};

export const ledgerSamples: Samples = {
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  set_exchange_rate: newRate,
  delete_exchange_rate: of('set_exchange_rate', newRate),
  export_ledger: () => ({ format: 'csv' }),
};
