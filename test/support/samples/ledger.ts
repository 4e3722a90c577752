import { randomInt } from 'node:crypto';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newAccount: Make = ({ fresh }) => ({
  ...{ code: String(randomInt(1e9)), name: fresh('account'), type: 'bank' },
});

const newRate: Make = () => ({ currency: 'JPY', rate: '0.0061', rate_date: `20${randomInt(10, 99)}-01-01` });

export const ledgerSamples: Samples = {
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  set_exchange_rate: newRate,
  delete_exchange_rate: of('set_exchange_rate', newRate),
  export_ledger: () => ({ format: 'csv' }),
};
