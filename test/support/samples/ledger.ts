import { randomInt } from 'node:crypto';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newAccount: Make = ({ fresh }) => ({
  ...{ code: String(randomInt(1e9)), name: fresh('account'), type: 'bank' },
});

const newException: Make = ({ fresh, ids }) => ({
  ...{ lock: 'sales', until_date: '2020-01-31', member_id: ids['mem'], reason: fresh('exception') },
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
});

export const ledgerSamples: Samples = {
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  export_ledger: () => ({ format: 'csv' }),
  set_period_locks: ({ fresh }) => ({ soft: '2020-01-31', reason: fresh('lock') }),
  create_lock_exception: newException,
  revoke_lock_exception: of('create_lock_exception', newException),
};
