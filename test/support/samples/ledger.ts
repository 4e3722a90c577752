import { randomInt } from 'node:crypto';
import { lifecycle, type Make, type Samples } from './make.ts';

const newAccount: Make = ({ fresh }) => ({
  ...{ code: String(randomInt(1e9)), name: fresh('account'), type: 'bank' },
});

export const ledgerSamples: Samples = {
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  export_ledger: () => ({ format: 'csv' }),
};
