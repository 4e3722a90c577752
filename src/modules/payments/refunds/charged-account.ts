import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { loadAccounts } from '../../ledger/index.ts';

const chargeable = new Set(['revenue', 'expense', 'other_expense']);

type Accounts = Awaited<ReturnType<typeof loadAccounts>>;

/** Reads the account that a caller names, if any. */
export async function readCharged(context: Context, id: string | undefined): Promise<Accounts> {
  return id === undefined ? new Map() : loadAccounts(context, [id]);
}

/** The account that money is charged to which nobody had paid before: it makes the profit less, and nothing else. */
export function chargedAccount(accounts: Accounts, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const account = accounts.get(id);
  if (account === undefined) throw missing('/account_id', 'account');
  if (account.archived_at !== null) throw fault('/account_id', 'archived', 'The account is archived.');
  if (chargeable.has(account.type)) return id;
  throw fault('/account_id', 'wrong_account_type', 'Choose a revenue or expense account.');
}
