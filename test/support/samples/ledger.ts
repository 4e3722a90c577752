import type { Shop } from '../shop/fill.ts';
import { anotherNumber, lifecycle, type Make, of, type Samples } from './make.ts';

const newCode = () => String(1e7 + anotherNumber());

const newAccount: Make = ({ fresh }) => ({
  code: newCode(),
  name: fresh('account'),
  type: 'bank',
});

/** One for each of so many days, so that no two calls are about the same one. */
const newRate: Make = () => {
  const day = new Date(anotherNumber() * 86_400_000).toISOString().slice(0, 10);
  return { currency: 'KRW', rate: '0.00067', rate_date: day };
};
const newException: Make = ({ fresh, ids }) => ({
  lock: 'sales',
  until_date: '2020-01-31',
  member_id: ids['mem'],
  reason: fresh('exception'),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
});

const accountNamed = async ({ call }: Shop, code: string): Promise<string> =>
  (await call('list_accounts', { code })).data[0].id;

/** Depreciation, which no other call posts. */
const newEntry: Make = async (shop) => ({
  memo: shop.fresh('depreciation'),
  tags: [shop.fresh('tag')],
  metadata: { run: shop.fresh('run') },
  lines: [
    { account_id: await accountNamed(shop, '6700'), debit: '100.00', memo: shop.fresh('used up') },
    { account_id: await accountNamed(shop, '1500'), credit: '100.00', product_id: shop.ids['prod'] },
  ],
});

const postedEntry: Make = async (shop, person) => ({ ...(await newEntry(shop, person)), post: true });

/** Token of a link for an accountant. */
const linked =
  (more: object = {}): Make =>
  async (shop) => {
    const { url } = await shop.call('create_accountant_link', { recipient: shop.fresh('Accountant') });
    return { token: String(url).split('/').at(-1), ...more };
  };

export const ledgerSamples: Samples = {
  delete_account: of('create_account', newAccount),
  create_journal_entry: newEntry,
  update_journal_entry: async (shop, person) => {
    const { id } = await shop.call('create_journal_entry', { ...(await newEntry(shop, person)) });
    return { id, ...(await newEntry(shop, person)) };
  },
  delete_journal_entry: of('create_journal_entry', newEntry),
  post_journal_entry: of('create_journal_entry', newEntry),
  reverse_journal_entry: of('create_journal_entry', postedEntry, { memo: 'By mistake.' }),
  set_opening_balances: async (shop) => ({
    date: '2020-02-29',
    balances: [{ account_id: await accountNamed(shop, '1010'), debit: `${anotherNumber()}.00` }],
  }),
  // The other samples know accounts by the codes of this chart.
  change_chart_of_accounts: async (shop, person) => {
    const { code } = await shop.call('create_account', await newAccount(shop, person));
    return { chart: 'generic', codes: [{ from: code, to: newCode() }] };
  },
  ...lifecycle('account', newAccount, { description: 'For the till.' }),
  set_exchange_rate: newRate,
  delete_exchange_rate: of('set_exchange_rate', newRate),
  keep_checks: () => ({}),
  export_ledger: () => ({ format: 'hledger' }),
  create_accountant_link: ({ fresh }) => ({ recipient: fresh('Accountant') }),
  revoke_accountant_link: of('create_accountant_link', ({ fresh }) => ({ recipient: fresh('Accountant') })),
  get_accountant_books: linked(),
  open_accountant_books: linked(),
  get_accountant_file: linked({ file: 'csv' }),
  export_datev: () => ({}),
  export_fec: () => ({}),
  export_saft: () => ({}),
  export_gobd: () => ({}),
  // Before the periods of other samples, which are written to after it.
  set_period_locks: ({ fresh }) => ({ soft: '1949-12-31', reason: fresh('lock') }),
  create_lock_exception: newException,
  revoke_lock_exception: of('create_lock_exception', newException),
};
